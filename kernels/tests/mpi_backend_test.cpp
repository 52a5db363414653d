#include <syncbench/kernels/backend.hpp>
#include <syncbench/kernels/host_buffers.hpp>
#include <syncbench/testing/catch.hpp>

using namespace syncbench;
using namespace syncbench::kernels;
using Catch::Matchers::ContainsSubstring;

namespace {

const BackendRegistration& registration_named(std::string_view name) {
  for (const BackendRegistration* each : BackendRegistration::all()) {
    if (each->name() == name) return *each;
  }
  FAIL("no backend " << name);
  throw;
}

}  // namespace

TEST_CASE("a message whose count MPI cannot express is refused, as is a fused one whose sum it cannot") {
  const auto world = mpi::Communicator::world();
  HostBuffers buffers;
  const auto backend = registration_named("mpi").load({})({.communicator = &world, .host_buffers = &buffers});
  Operation operation;
  operation.count = std::size_t{1} << 31;
  CHECK_THAT(backend->supports({.operations = {operation}, .policy = IssuePolicy::serial}).reason,
             ContainsSubstring("2147483648 elements do not fit"));
  operation.count = std::size_t{1} << 30;
  CHECK(backend->supports({.operations = {operation, operation}, .policy = IssuePolicy::serial}).yes);
  CHECK_FALSE(backend->supports({.operations = {operation, operation}, .policy = IssuePolicy::fused}).yes);
  CHECK(backend->supports({.operations = {operation, operation}, .policy = IssuePolicy::bucketed}).yes);  // two buckets
}

TEST_CASE("a buffer with a block for each rank counts as a whole") {
  const auto world = mpi::Communicator::world();
  HostBuffers buffers;
  const auto backend = registration_named("mpi").load({})({.communicator = &world, .host_buffers = &buffers});
  Operation operation;
  operation.collective = Collective::all_to_all;
  operation.count = (std::size_t{1} << 31) / static_cast<std::size_t>(world.size());
  const Support support = backend->supports({.operations = {operation}, .policy = IssuePolicy::serial});
  const std::size_t all = operation.count * static_cast<std::size_t>(world.size());  // 2³¹, or a little less
  CHECK(support.yes == (all < (std::size_t{1} << 31)));
}

TEST_CASE("a fused storm marks when it was packed and when it was exchanged") {
  const auto world = mpi::Communicator::world();
  HostBuffers buffers;
  const auto backend = registration_named("mpi").load({})({.communicator = &world, .host_buffers = &buffers});
  Operation operation;
  operation.count = 5;
  const auto program = backend->prepare({.operations = {operation, operation}, .policy = IssuePolicy::fused});
  REQUIRE(program->mark_names().size() == 2);
  CHECK(program->mark_names()[0] == "packed");
  CHECK(program->mark_names()[1] == "exchanged");
}

TEST_CASE("a message of too many parts, and what is no ring, is refused with the reason") {
  const auto world = mpi::Communicator::world();
  HostBuffers buffers;
  const auto backend = registration_named("mpi").load({})({.communicator = &world, .host_buffers = &buffers});
  Operation operation;
  operation.collective = Collective::ring;
  operation.layout = {.kind = LayoutKind::vector, .step = 2};
  operation.count = 20'000;
  CHECK(backend->supports({.operations = {operation}, .packing = Packing::datatype}).yes);
  CHECK_THAT(backend->supports({.operations = {operation}, .packing = Packing::messages}).reason,
             ContainsSubstring("20000 messages are more"));
  CHECK_THAT(backend->supports({.operations = {operation}}).reason, ContainsSubstring("has to be packed somehow"));
  operation.collective = Collective::allreduce;
  CHECK_THAT(backend->supports({.operations = {operation}, .packing = Packing::hand}).reason,
             ContainsSubstring("only one ring"));
}
