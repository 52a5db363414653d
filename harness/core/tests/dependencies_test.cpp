#include "harness/core/dependencies.hpp"

#include <set>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/core/sample_status.hpp"
#include "harness/core/treatment.hpp"

using namespace syncbench;

namespace {

// Participants 4, 2, 7 in that order: neither sorted nor starting at 0.
const std::vector<Rank> kThree{Rank{4}, Rank{2}, Rank{7}};

std::vector<int> needs(Collective collective, int rank, int root = 4) {
  std::vector<int> ranks;
  for (const Rank each : dependencies(collective, Rank{rank}, Rank{root}, kThree)) ranks.push_back(each.value);
  return ranks;
}

template <class E>
void check_names_are_unique() {
  std::set<std::string_view> names;
  std::set<E> values;
  for (const auto& [value, name] : Names<E>::table) {
    names.insert(name);
    values.insert(value);
    CHECK(value_named<E>(name) == value);
    CHECK(name_of(value) == name);
  }
  CHECK(names.size() == Names<E>::table.size());
  CHECK(values.size() == Names<E>::table.size());
}

}  // namespace

TEST_CASE("where everybody's data meet, everybody is needed") {
  for (const Collective collective : {Collective::allreduce, Collective::barrier, Collective::allgather,
                                      Collective::all_to_all, Collective::reduce_scatter}) {
    CHECK(needs(collective, 2) == std::vector<int>{4, 2, 7});
  }
}

TEST_CASE("data from a root need the root alone") {
  CHECK(needs(Collective::broadcast, 2, 7) == std::vector<int>{7});
  CHECK(needs(Collective::scatter, 7, 7) == std::vector<int>{7});
}

TEST_CASE("at the root of a reduce or gather all are needed, elsewhere only oneself") {
  CHECK(needs(Collective::reduce, 4, 4) == std::vector<int>{4, 2, 7});
  CHECK(needs(Collective::reduce, 7, 4) == std::vector<int>{7});
  CHECK(needs(Collective::gather, 2, 4) == std::vector<int>{2});
}

TEST_CASE("prefix operations need those before, in the operation's own order") {
  CHECK(needs(Collective::scan, 2) == std::vector<int>{4, 2});
  CHECK(needs(Collective::exscan, 7) == std::vector<int>{4, 2});
  CHECK(needs(Collective::exscan, 4) == std::vector<int>{4});
}

TEST_CASE("a ring needs the neighbour before, a centre the root or all") {
  CHECK(needs(Collective::ring, 4) == std::vector<int>{7});
  CHECK(needs(Collective::ring, 7) == std::vector<int>{2});
  CHECK(needs(Collective::centre, 4, 4) == std::vector<int>{2, 7});
  CHECK(needs(Collective::centre, 7, 4) == std::vector<int>{4});
}

TEST_CASE("a rank or root that takes no part is refused") {
  CHECK_THROWS_AS(needs(Collective::allreduce, 0), Error);
  CHECK_THROWS_AS(needs(Collective::broadcast, 2, 0), Error);
}

TEST_CASE("every name in the core stands for one value") {
  check_names_are_unique<Collective>();
  check_names_are_unique<StartMode>();
  check_names_are_unique<VerifyMode>();
  check_names_are_unique<SampleStatus>();
}
