#include "harness/cmake/testing/catch.hpp"
#include "kernels/backend.hpp"
#include "kernels/backends/mpi/layout_type.hpp"
#include "kernels/host_buffers.hpp"
#include "kernels/layout_copy.hpp"

using namespace syncbench;
using namespace syncbench::kernels;
using Catch::Matchers::ContainsSubstring;
using mpi_backend::Description;
using mpi_backend::LayoutType;

namespace {

// The constructor that a datatype was made by, as MPI remembers it.
int constructor_of(const LayoutType& type) {
  int integers = 0, addresses = 0, types = 0, combiner = 0;
  MPI_Type_get_envelope(type.get(), &integers, &addresses, &types, &combiner);
  return combiner;
}

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

TEST_CASE("however MPI is told of a layout, it packs the same bytes in the same order") {
  const auto world = mpi::Communicator::world();
  for (const auto& [kind, name] : Names<LayoutKind>::table) {
    const Layout layout{.kind = kind, .step = 3};
    if (!mpi_backend::has_layout_type(layout)) continue;
    const std::size_t count = whole_count(layout, ElementType::f32, 600);
    std::vector<std::byte> buffer(span_of(layout, ElementType::f32, count).count), wanted(count * 4);
    for (std::size_t i = 0; i < buffer.size(); ++i) buffer[i] = static_cast<std::byte>(i % 251);
    LayoutCopy(layout, ElementType::f32, count).pack(buffer.data(), wanted.data());
    for (const Description description : {Description::own, Description::list, Description::nested}) {
      CAPTURE(layout_text(layout), static_cast<int>(description));
      if (!mpi_backend::can_be_described(layout, description)) continue;
      const LayoutType type(layout, ElementType::f32, MPI_FLOAT, count, description);
      std::vector<std::byte> packed(wanted.size());
      int end = 0;
      MPI_Pack(buffer.data(), 1, type.get(), packed.data(), static_cast<int>(packed.size()), &end, world.handle());
      CHECK(end == static_cast<int>(wanted.size()));
      CHECK(packed == wanted);
    }
  }
}

TEST_CASE("the descriptions of a layout are made by different constructors") {
  const auto constructors = [](LayoutKind kind) {
    std::vector<int> all;
    for (const Description each : {Description::own, Description::list, Description::nested}) {
      const Layout layout{.kind = kind, .step = 2};
      if (mpi_backend::can_be_described(layout, each))
        all.push_back(constructor_of(LayoutType(layout, ElementType::f32, MPI_FLOAT, 64, each)));
    }
    return all;
  };
  using Combiners = std::vector<int>;
  CHECK(constructors(LayoutKind::vector) ==
        Combiners{MPI_COMBINER_VECTOR, MPI_COMBINER_HINDEXED, MPI_COMBINER_CONTIGUOUS});
  CHECK(constructors(LayoutKind::face) ==
        Combiners{MPI_COMBINER_SUBARRAY, MPI_COMBINER_HINDEXED, MPI_COMBINER_HINDEXED});
  CHECK(constructors(LayoutKind::record) == Combiners{MPI_COMBINER_CONTIGUOUS, MPI_COMBINER_STRUCT});
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
  CHECK(backend->supports({.operations = {operation}, .packing = Packing::nested_datatype}).yes);
  operation.layout = {.kind = LayoutKind::indexed};
  CHECK_THAT(backend->supports({.operations = {operation}, .packing = Packing::nested_datatype}).reason,
             ContainsSubstring("has no nested datatype"));
  operation.collective = Collective::allreduce;
  CHECK_THAT(backend->supports({.operations = {operation}, .packing = Packing::hand}).reason,
             ContainsSubstring("only one ring"));
}
