#include "harness/cmake/testing/catch.hpp"
#include "kernels/backend.hpp"
#include "kernels/extent.hpp"

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
  CHECK(extent(Collective::scan, 2) == Extent{10, 10});
  CHECK(extent(Collective::exscan, 0) == Extent{10, 0});
  CHECK(extent(Collective::exscan, 2) == Extent{10, 10});
  CHECK(extent(Collective::ring, 2) == Extent{10, 10});
  CHECK(extent(Collective::centre, 0) == Extent{10, 40});
  CHECK(extent(Collective::centre, 2) == Extent{10, 10});
}

TEST_CASE("a workload's bytes are the most that any rank has, over all operations") {
  const Workload workload{.operations = {operation_of(Collective::broadcast, 10, ElementType::f64),
                                         operation_of(Collective::broadcast, 5, ElementType::f64)},
                          .policy = IssuePolicy::fused};
  const Traffic traffic = largest_traffic(workload, 3);
  CHECK(traffic.send == Bytes{120});
  CHECK(traffic.receive == Bytes{120});
  // Four buffers of the pieces and two of the copy, of a page each since none is larger.
  CHECK(memory_of(workload, 3) == Bytes{6 * 4096});
  CHECK(extra_bytes_of(workload, 3) == Bytes{120});  // a rank of a broadcast sends or receives
}

TEST_CASE("copies need as many bytes as the pieces, and only where pieces are merged") {
  Workload workload{
      .operations = {operation_of(Collective::allgather, 1'000'000), operation_of(Collective::allgather, 24)},
      .policy = IssuePolicy::bucketed};
  CHECK(extra_bytes_of(workload, 4) == Bytes{5 * 4 * 1'000'024});  // 1 block to send, 4 to receive
  CHECK(issued_operations(workload, 4) == 2);  // 4,000,000 bytes fill the first bucket, and 24 elements are left
  workload.policy = IssuePolicy::serial;
  CHECK(extra_bytes_of(workload, 4) == Bytes{0});
  CHECK(issued_operations(workload, 4) == 2);
}

TEST_CASE("marks have the same names under every backend") {
  using Names = std::vector<std::string>;
  const Operation one = operation_of(Collective::allreduce, 100);
  Workload workload{.operations = {one, one, one}, .policy = IssuePolicy::pipelined};
  CHECK(mark_names_of(workload, 2).empty());
  workload.mark_each = true;
  CHECK(mark_names_of(workload, 2) == Names{"done 1", "done 2", "done 3"});
  workload.policy = IssuePolicy::overlapped;
  CHECK(mark_names_of(workload, 2) == Names{"posted", "computed", "done 1", "done 2", "done 3"});
  workload.policy = IssuePolicy::fused;
  CHECK(mark_names_of(workload, 2) == Names{"packed", "exchanged"});
  workload.policy = IssuePolicy::bucketed;
  workload.buckets = {.first = Bytes{800}, .rest = Bytes{800}};
  CHECK(mark_names_of(workload, 2) == Names{"packed 1", "posted 1", "packed 2", "posted 2", "exchanged 1", "unpacked 1",
                                            "exchanged 2", "unpacked 2"});
}

TEST_CASE("a policy's text carries its numbers, a workload of several types is mixed") {
  Workload workload{.operations = {operation_of(Collective::allreduce, 1)}, .policy = IssuePolicy::bucketed};
  CHECK(policy_text(workload) == "bucketed:1M,25M");
  CHECK(type_text(workload) == "f32");
  workload.policy = IssuePolicy::overlapped;
  workload.compute = std::chrono::microseconds(150);
  CHECK(policy_text(workload) == "overlapped:150");
  workload.operations.push_back(operation_of(Collective::allreduce, 1, ElementType::f16));
  CHECK(type_text(workload) == "mixed");
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
