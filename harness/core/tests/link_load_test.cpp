#include "harness/core/link_load.hpp"

#include <vector>

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;

namespace {

std::vector<NodeIndex> ranks_on(int nodes, int each) {
  std::vector<NodeIndex> all;
  for (int rank = 0; rank < nodes * each; ++rank) all.push_back(NodeIndex{rank / each});
  return all;
}

}  // namespace

TEST_CASE("between two ranks every operation moves one buffer each way at most") {
  for (const auto& [collective, name] : Names<Collective>::table)
    CHECK(most_buffers_over_a_link(collective, ranks_on(2, 1)) == 1);
}

// 64 ranks on 4 nodes, 16 a node, so 48 are elsewhere.
TEST_CASE("what crosses a node's link follows from the operation and from where ranks are") {
  const auto nodes = ranks_on(4, 16);
  CHECK(most_buffers_over_a_link(Collective::gather, nodes) == 48);
  CHECK(most_buffers_over_a_link(Collective::allgather, nodes) == 16 * 48);
  CHECK(most_buffers_over_a_link(Collective::all_to_all, nodes) == 16);
  CHECK(most_buffers_over_a_link(Collective::broadcast, nodes) == 48);
  CHECK(most_buffers_over_a_link(Collective::scatter, nodes) == 1);
  CHECK(most_buffers_over_a_link(Collective::allreduce, nodes) == 48);            // linear; recursive doubling: 2 · 16
  CHECK(most_buffers_over_a_link(Collective::allreduce, ranks_on(2, 16)) == 16);  // either
}

TEST_CASE("what a pattern puts on a link is counted in its schedule") {
  CHECK(most_buffers_over_a_link(Collective::ring, ranks_on(4, 16)) == 1);  // only the last rank of a node sends out
  CHECK(most_buffers_over_a_link(Collective::centre, ranks_on(4, 16)) == 48);
  const std::vector<NodeIndex> by_turns{NodeIndex{0}, NodeIndex{1}, NodeIndex{0}, NodeIndex{1}};
  CHECK(most_buffers_over_a_link(Collective::ring, by_turns) == 2);  // every message crosses
}

TEST_CASE("on one node nothing crosses a link, and a factor of 1 stands for it") {
  CHECK(most_buffers_over_a_link(Collective::allgather, ranks_on(1, 8)) == 1);
}
