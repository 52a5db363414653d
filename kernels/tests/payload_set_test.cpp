#include "kernels/payload_set.hpp"

#include <cstring>
#include <set>

#include "harness/cmake/testing/catch.hpp"
#include "kernels/host_buffers.hpp"

using namespace syncbench;
using namespace syncbench::kernels;
using Catch::Matchers::ContainsSubstring;

namespace {

Workload two_pieces(Collective collective, ElementType type) {
  Operation operation;
  operation.collective = collective;
  operation.type = type;
  operation.count = 30'000;  // more than one staged chunk
  return {.operations = {operation, operation}, .policy = IssuePolicy::serial};
}

// Does an allreduce over two ranks by hand, in this process.
void add(PayloadSet& a, PayloadSet& b) {
  for (std::size_t piece = 0; piece < a.size(); ++piece) {
    for (std::size_t i = 0; i < a.extent(piece).send; ++i) {
      float x, y;
      std::memcpy(&x, a.send(piece) + 4 * i, 4);
      std::memcpy(&y, b.send(piece) + 4 * i, 4);
      x += y;
      std::memcpy(a.receive(piece) + 4 * i, &x, 4);
      std::memcpy(b.receive(piece) + 4 * i, &x, 4);
    }
  }
}

}  // namespace

TEST_CASE("a right allreduce verifies, in every iteration") {
  HostBuffers buffers;
  const auto workload = two_pieces(Collective::allreduce, ElementType::f32);
  PayloadSet a(workload, Rank{0}, 2, buffers), b(workload, Rank{1}, 2, buffers);
  for (const std::size_t iteration : {0U, 1U, 250U, 100'000U}) {
    a.arm(Iteration{iteration}, Payload::fresh);
    b.arm(Iteration{iteration}, Payload::fresh);
    add(a, b);
    CHECK(a.verify().right);
    CHECK(b.verify().right);
  }
}

TEST_CASE("with buffers that rotate each iteration has a slot of its own, filled and checked there alone") {
  HostBuffers buffers;
  Workload workload = two_pieces(Collective::allreduce, ElementType::f32);
  workload.buffers = {.use = BufferUse::rotate, .working_set = Bytes{3 * slot_size(workload, 2).count}, .seed = 1};
  PayloadSet a(workload, Rank{0}, 2, buffers), b(workload, Rank{1}, 2, buffers);
  REQUIRE(a.slots() == 3);
  std::set<const std::byte*> addresses;
  for (std::size_t iteration = 0; iteration < 6; ++iteration) {
    a.arm(Iteration{iteration}, Payload::fresh);
    b.arm(Iteration{iteration}, Payload::fresh);
    CHECK_FALSE(a.verify().right);  // poison
    add(a, b);
    CHECK(a.verify().right);
    addresses.insert(a.send(0));
  }
  CHECK(addresses.size() == 3);
}

TEST_CASE("slots that nobody has filled for their iteration hold a payload all the same") {
  HostBuffers buffers;
  Workload workload = two_pieces(Collective::allreduce, ElementType::f32);
  workload.buffers = {.use = BufferUse::rotate, .working_set = Bytes{3 * slot_size(workload, 2).count}};
  PayloadSet set(workload, Rank{1}, 2, buffers);
  for (std::size_t iteration = 0; iteration < 3; ++iteration) {
    set.arm(Iteration{iteration}, Payload::reuse);
    float first = -1;
    std::memcpy(&first, set.send(1), 4);
    CHECK(first >= 0);
    CHECK(first <= 3);
  }
}

TEST_CASE("flushed buffers keep their payload") {
  HostBuffers buffers;
  Workload workload = two_pieces(Collective::allreduce, ElementType::f32);
  workload.buffers.use = BufferUse::cold;
  PayloadSet a(workload, Rank{0}, 2, buffers), b(workload, Rank{1}, 2, buffers);
  CHECK(a.slots() == 1);
  CHECK(a.flushes(Payload::reuse));
  a.arm(Iteration{5}, Payload::fresh);
  b.arm(Iteration{5}, Payload::fresh);
  add(a, b);
  CHECK(a.verify().right);
}

TEST_CASE("one wrong element among many is found, named and shown with what was expected") {
  HostBuffers buffers;
  const auto workload = two_pieces(Collective::allreduce, ElementType::f32);
  PayloadSet a(workload, Rank{0}, 2, buffers), b(workload, Rank{1}, 2, buffers);
  a.arm(Iteration{7}, Payload::fresh);
  b.arm(Iteration{7}, Payload::fresh);
  add(a, b);
  const float wrong = 77;
  std::memcpy(a.receive(1) + 4 * 29'999, &wrong, 4);
  const auto verification = a.verify();
  CHECK_FALSE(verification.right);
  CHECK_THAT(verification.first_wrong, ContainsSubstring("allreduce 2 of 2, element 29999: 77, expected "));
  CHECK(b.verify().right);
}

TEST_CASE("a result that nobody wrote, or that is left from before, does not verify") {
  HostBuffers buffers;
  const auto workload = two_pieces(Collective::allreduce, ElementType::f32);
  PayloadSet a(workload, Rank{0}, 2, buffers), b(workload, Rank{1}, 2, buffers);
  a.arm(Iteration{0}, Payload::fresh);
  b.arm(Iteration{0}, Payload::fresh);
  CHECK_FALSE(a.verify().right);  // poison
  add(a, b);
  std::vector<std::byte> stale(a.receive(0), a.receive(0) + 4 * 30'000);
  a.arm(Iteration{1}, Payload::fresh);
  b.arm(Iteration{1}, Payload::fresh);
  add(a, b);
  std::memcpy(a.receive(0), stale.data(), stale.size());
  CHECK_FALSE(a.verify().right);
}

TEST_CASE("pieces that are mixed up do not verify") {
  HostBuffers buffers;
  const auto workload = two_pieces(Collective::allreduce, ElementType::f32);
  PayloadSet a(workload, Rank{0}, 2, buffers), b(workload, Rank{1}, 2, buffers);
  a.arm(Iteration{0}, Payload::fresh);
  b.arm(Iteration{0}, Payload::fresh);
  add(a, b);
  std::swap_ranges(a.receive(0), a.receive(0) + 4 * 30'000, a.receive(1));
  CHECK_FALSE(a.verify().right);
}

TEST_CASE("reused payload leaves the buffers as they are") {
  HostBuffers buffers;
  const auto workload = two_pieces(Collective::allreduce, ElementType::f32);
  PayloadSet a(workload, Rank{0}, 2, buffers);
  a.arm(Iteration{0}, Payload::fresh);
  const std::vector<std::byte> before(a.send(0), a.send(0) + 4000);
  a.arm(Iteration{1}, Payload::reuse);
  CHECK(std::memcmp(before.data(), a.send(0), 4000) == 0);
}

TEST_CASE("in a broadcast the root has only a send buffer, the others only a receive buffer") {
  HostBuffers buffers;
  const auto workload = two_pieces(Collective::broadcast, ElementType::i64);
  PayloadSet root(workload, Rank{0}, 2, buffers), leaf(workload, Rank{1}, 2, buffers);
  root.arm(Iteration{3}, Payload::fresh);
  leaf.arm(Iteration{3}, Payload::fresh);
  CHECK(root.extent(0) == Extent{30'000, 0});
  CHECK(leaf.extent(0) == Extent{0, 30'000});
  CHECK(root.verify().right);
  CHECK_FALSE(leaf.verify().right);
  for (std::size_t piece = 0; piece < 2; ++piece) std::memcpy(leaf.receive(piece), root.send(piece), 8 * 30'000);
  CHECK(leaf.verify().right);
}

TEST_CASE("a barrier carries nothing and there is nothing wrong with it") {
  HostBuffers buffers;
  Operation barrier;
  barrier.collective = Collective::barrier;
  PayloadSet set({.operations = {barrier}, .policy = IssuePolicy::serial}, Rank{0}, 2, buffers);
  set.arm(Iteration{0}, Payload::fresh);
  CHECK(set.verify().right);
}

namespace {

// Three ranks' sets of one operation with 2 elements a message, armed.
struct ThreeRanks {
  explicit ThreeRanks(Collective collective) {
    Operation operation;
    operation.collective = collective;
    operation.type = ElementType::i64;
    operation.count = 2;
    operation.root = Rank{1};
    for (int rank = 0; rank < 3; ++rank) {
      sets.emplace_back(Workload{.operations = {operation}, .policy = IssuePolicy::serial}, Rank{rank}, 3, buffers);
      sets.back().arm(Iteration{4}, Payload::fresh);
    }
  }

  std::int64_t sent(std::size_t rank, std::size_t element) const { return at(sets[rank].send(0), element); }

  // Writes what a receive buffer holds and tells whether the set takes it for right.
  bool right(std::size_t rank, const std::vector<std::int64_t>& values) {
    std::memcpy(sets[rank].receive(0), values.data(), values.size() * 8);
    return sets[rank].verify().right;
  }

  static std::int64_t at(const std::byte* buffer, std::size_t element) {
    std::int64_t value;
    std::memcpy(&value, buffer + 8 * element, 8);
    return value;
  }

  HostBuffers buffers;
  std::vector<PayloadSet> sets;
};

}  // namespace

TEST_CASE("a sum with a contribution too few, too many or twice instead of another is wrong") {
  ThreeRanks r(Collective::reduce);
  const auto sum = [&](std::size_t e, std::initializer_list<std::size_t> ranks) {
    std::int64_t total = 0;
    for (const std::size_t rank : ranks) total += r.sent(rank, e);
    return total;
  };
  CHECK(r.right(1, {sum(0, {0, 1, 2}), sum(1, {0, 1, 2})}));
  CHECK_FALSE(r.right(1, {sum(0, {0, 1, 2}), sum(1, {0, 1})}));
  CHECK_FALSE(r.right(1, {sum(0, {0, 1, 2, 2}), sum(1, {0, 1, 2})}));
  CHECK(r.sets[0].verify().right);  // only the root receives
}

TEST_CASE("a gather whose blocks come from the wrong ranks is wrong, also where only one element differs") {
  ThreeRanks r(Collective::gather);
  const auto s = [&](std::size_t rank, std::size_t e) { return r.sent(rank, e); };
  CHECK(r.right(1, {s(0, 0), s(0, 1), s(1, 0), s(1, 1), s(2, 0), s(2, 1)}));
  CHECK_FALSE(r.right(1, {s(0, 0), s(0, 1), s(2, 0), s(2, 1), s(1, 0), s(1, 1)}));
  CHECK_FALSE(r.right(1, {s(0, 0), s(0, 1), s(1, 0), s(1, 1), s(2, 0), s(1, 1)}));
}

TEST_CASE("an all-to-all needs from each rank the block for oneself, in the order of the ranks") {
  ThreeRanks r(Collective::all_to_all);
  const auto s = [&](std::size_t rank, std::size_t block, std::size_t e) { return r.sent(rank, 2 * block + e); };
  CHECK(r.right(2, {s(0, 2, 0), s(0, 2, 1), s(1, 2, 0), s(1, 2, 1), s(2, 2, 0), s(2, 2, 1)}));
  CHECK_FALSE(r.right(2, {s(2, 0, 0), s(2, 0, 1), s(2, 1, 0), s(2, 1, 1), s(2, 2, 0), s(2, 2, 1)}));
  CHECK_FALSE(r.right(2, {s(0, 1, 0), s(0, 1, 1), s(1, 1, 0), s(1, 1, 1), s(2, 1, 0), s(2, 1, 1)}));
}

TEST_CASE("reduce-scatter adds up each rank's own block, a scan those up to oneself, an exscan those before") {
  ThreeRanks blocks(Collective::reduce_scatter), scan(Collective::scan), before(Collective::exscan);
  const auto three = [&](std::size_t element) {
    return blocks.sent(0, element) + blocks.sent(1, element) + blocks.sent(2, element);
  };
  CHECK(blocks.right(1, {three(2), three(3)}));
  CHECK_FALSE(blocks.right(1, {three(0), three(1)}));
  CHECK(scan.right(1, {scan.sent(0, 0) + scan.sent(1, 0), scan.sent(0, 1) + scan.sent(1, 1)}));
  CHECK_FALSE(scan.right(1, {scan.sent(0, 0), scan.sent(0, 1)}));
  CHECK(before.right(1, {before.sent(0, 0), before.sent(0, 1)}));
  CHECK(before.sets[0].verify().right);  // the first rank receives nothing
}

TEST_CASE("a ring brings the data of the rank before, a centre those of all others, a scatter one's block") {
  ThreeRanks ring(Collective::ring), centre(Collective::centre), scatter(Collective::scatter);
  CHECK(ring.right(0, {ring.sent(2, 0), ring.sent(2, 1)}));
  CHECK_FALSE(ring.right(0, {ring.sent(1, 0), ring.sent(1, 1)}));
  CHECK(centre.right(1, {centre.sent(0, 0), centre.sent(0, 1), centre.sent(1, 0), centre.sent(1, 1), centre.sent(2, 0),
                         centre.sent(2, 1)}));
  CHECK(centre.right(1, {centre.sent(0, 0), centre.sent(0, 1), -1, -1, centre.sent(2, 0), centre.sent(2, 1)}));
  CHECK_FALSE(centre.right(
      1, {centre.sent(0, 0), -1, centre.sent(1, 0), centre.sent(1, 1), centre.sent(2, 0), centre.sent(2, 1)}));
  CHECK(centre.right(2, {centre.sent(1, 0), centre.sent(1, 1)}));
  CHECK_FALSE(centre.right(2, {centre.sent(2, 0), centre.sent(2, 1)}));
  CHECK(scatter.right(2, {scatter.sent(1, 4), scatter.sent(1, 5)}));
  CHECK_FALSE(scatter.right(2, {scatter.sent(1, 0), scatter.sent(1, 1)}));
}
