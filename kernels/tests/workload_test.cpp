#include <syncbench/kernels/backend.hpp>
#include <syncbench/kernels/extent.hpp>
#include <syncbench/testing/catch.hpp>

using namespace syncbench;
using namespace syncbench::kernels;
using Catch::Matchers::ContainsSubstring;

namespace {

Operation operation_of(Collective collective, std::size_t count, ElementType type = ElementType::f32) {
  Operation operation;
  operation.collective = collective;
  operation.count = count;
  operation.type = type;
  return operation;
}

}  // namespace

TEST_CASE("extents follow the meaning of each collective, here with 10 elements on 4 ranks") {
  const auto extent = [](Collective collective, int rank) {
    return extent_of(operation_of(collective, 10), Rank{rank}, 4);
  };
  CHECK(extent(Collective::allreduce, 1) == Extent{10, 10});
  CHECK(extent(Collective::broadcast, 0) == Extent{10, 0});
  CHECK(extent(Collective::broadcast, 3) == Extent{0, 10});
  CHECK(extent(Collective::barrier, 0) == Extent{0, 0});
  CHECK(extent(Collective::reduce, 0) == Extent{10, 10});
  CHECK(extent(Collective::reduce, 1) == Extent{10, 0});
  CHECK(extent(Collective::gather, 0) == Extent{10, 40});
  CHECK(extent(Collective::gather, 2) == Extent{10, 0});
  CHECK(extent(Collective::scatter, 0) == Extent{40, 10});
  CHECK(extent(Collective::scatter, 2) == Extent{0, 10});
  CHECK(extent(Collective::allgather, 2) == Extent{10, 40});
  CHECK(extent(Collective::reduce_scatter, 2) == Extent{40, 10});
  CHECK(extent(Collective::all_to_all, 2) == Extent{40, 40});
  CHECK(extent(Collective::ring, 2) == Extent{10, 10});
}

TEST_CASE("a workload's bytes are the most that any rank has, over all operations") {
  const Workload workload{.operations = {operation_of(Collective::broadcast, 10, ElementType::f64),
                                         operation_of(Collective::broadcast, 5, ElementType::f64)},
                          .policy = IssuePolicy::fused};
  const Traffic traffic = largest_traffic(workload, 3);
  CHECK(traffic.send == Bytes{120});
  CHECK(traffic.receive == Bytes{120});
  CHECK(memory_of(workload, 3) == Bytes{480});  // fused: the copies too
}

TEST_CASE("what a backend does not claim is refused with the reason") {
  const Capabilities few{.collectives = {Collective::allreduce, Collective::barrier},
                         .types = {ElementType::f32},
                         .policies = {IssuePolicy::serial, IssuePolicy::fused}};
  const auto reason = [&](Workload workload) { return supported_by(few, workload).reason; };
  const Operation good = operation_of(Collective::allreduce, 1);
  CHECK(supported_by(few, {.operations = {good}, .policy = IssuePolicy::serial}).yes);
  CHECK_THAT(reason({.operations = {good}, .policy = IssuePolicy::pipelined}), ContainsSubstring("pipelined"));
  CHECK_THAT(reason({.operations = {operation_of(Collective::scan, 1)}, .policy = IssuePolicy::serial}),
             ContainsSubstring("scan"));
  CHECK_THAT(
      reason({.operations = {operation_of(Collective::allreduce, 1, ElementType::f16)}, .policy = IssuePolicy::serial}),
      ContainsSubstring("f16"));
  CHECK_THAT(reason({.operations = {good, operation_of(Collective::barrier, 0)}, .policy = IssuePolicy::fused}),
             ContainsSubstring("fused"));
  Operation some = good;
  some.participants.ranks = {Rank{0}};
  CHECK_THAT(reason({.operations = {some}, .policy = IssuePolicy::serial}), ContainsSubstring("groups"));
}
