#include "kernels/buckets.hpp"

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using namespace syncbench::kernels;

namespace {

using Places = std::vector<std::vector<std::size_t>>;

// A bucketed storm with these counts of f32, buckets closing at 100 and then 200 bytes.
Workload storm_of(std::vector<std::size_t> counts) {
  Workload workload{
      .operations = {}, .policy = IssuePolicy::bucketed, .buckets = {.first = Bytes{100}, .rest = Bytes{200}}};
  for (const std::size_t count : counts) {
    Operation operation;
    operation.count = count;
    workload.operations.push_back(operation);
  }
  return workload;
}

Places places_of(const Workload& workload) {
  Places places;
  for (const Bucket& bucket : buckets_of(workload, 2)) places.push_back(bucket.pieces);
  return places;
}

}  // namespace

TEST_CASE("a bucket closes when it holds its limit or more, the first one earlier") {
  // 40 + 56 bytes are too few, 4 more make 100: closed. Then 196 are too few, 40 more overshoot; the rest is left.
  const Workload workload = storm_of({10, 14, 1, 49, 10, 3});
  CHECK(places_of(workload) == Places{{0, 1, 2}, {3, 4}, {5}});
  CHECK(buckets_of(workload, 2)[1].whole.count == 59);
}

TEST_CASE("one operation above the limit is a bucket of its own when the open one is empty, and closes it otherwise") {
  CHECK(places_of(storm_of({1000, 1, 1000, 1})) == Places{{0}, {1, 2}, {3}});
}

TEST_CASE("each type has buckets of its own, in the order in which they are full") {
  Workload workload = storm_of({10, 20, 10, 40, 10});
  workload.operations[1].type = ElementType::f64;  // 160 bytes: full at once
  workload.operations[3].type = ElementType::f64;  // 320 bytes: f64's second bucket
  CHECK(places_of(workload) == Places{{1}, {3}, {0, 2, 4}});
  CHECK(buckets_of(workload, 2)[2].whole.count == 30);
  CHECK(buckets_of(workload, 2)[0].whole.type == ElementType::f64);
}

TEST_CASE("fused is one bucket a type, whatever the limits, and other policies have none") {
  Workload workload = storm_of({1000, 1, 1000, 1});
  workload.policy = IssuePolicy::fused;
  CHECK(places_of(workload) == Places{{0, 1, 2, 3}});
  workload.operations[3].type = ElementType::f16;
  CHECK(places_of(workload) == Places{{0, 1, 2}, {3}});
  workload.policy = IssuePolicy::pipelined;
  CHECK(places_of(workload).empty());
}

TEST_CASE("where a send buffer has a block a rank, all of it counts") {
  Workload workload = storm_of({10, 10});  // 2 ranks: 80 bytes each
  for (Operation& each : workload.operations) each.collective = Collective::reduce_scatter;
  CHECK(places_of(workload) == Places{{0, 1}});
  workload.buckets.first = Bytes{80};
  CHECK(places_of(workload) == Places{{0}, {1}});
}
