#include "harness/machine/working_set.hpp"

#include <vector>

#include "harness/cmake/testing/catch.hpp"
#include "harness/machine/binding.hpp"
#include "harness/machine/processor_list.hpp"

using namespace syncbench;
using machine::CacheUser;

namespace {

constexpr Bytes mebibytes(std::size_t count) { return Bytes{count << 20}; }

}  // namespace

TEST_CASE("a rank goes over twice its share of the last-level cache") {
  // Two ranks on each of two caches of 32 MiB: 2 * 32 / 2.
  const std::vector<CacheUser> ranks{{NodeIndex{0}, mebibytes(32), "0-7"},
                                     {NodeIndex{0}, mebibytes(32), "0-7"},
                                     {NodeIndex{0}, mebibytes(32), "8-15"},
                                     {NodeIndex{0}, mebibytes(32), "8-15"}};
  CHECK(machine::working_set(ranks).bytes == mebibytes(32));
  CHECK_FALSE(machine::working_set(ranks).capped);
}

TEST_CASE("caches with the same processors on different nodes are different caches, and the largest share counts") {
  const std::vector<CacheUser> ranks{{NodeIndex{0}, mebibytes(30), "0-7"},
                                     {NodeIndex{0}, mebibytes(30), "0-7"},
                                     {NodeIndex{0}, mebibytes(30), "0-7"},
                                     {NodeIndex{1}, mebibytes(30), "0-7"}};
  CHECK(machine::working_set(ranks).bytes == mebibytes(60));
}

TEST_CASE("a working set has a cap, and says when it is cut there") {
  const std::vector<CacheUser> half{{NodeIndex{0}, mebibytes(128), "0"}};
  CHECK(machine::working_set(half).bytes == mebibytes(256));
  CHECK_FALSE(machine::working_set(half).capped);
  const std::vector<CacheUser> large{{NodeIndex{0}, mebibytes(300), "0"}};
  CHECK(machine::working_set(large).bytes == mebibytes(256));
  CHECK(machine::working_set(large).capped);
}

TEST_CASE("where a rank does not know its cache the cap is gone over") {
  const std::vector<CacheUser> ranks{{NodeIndex{0}, mebibytes(1), "0"}, {NodeIndex{1}, Bytes{}, ""}};
  CHECK(machine::working_set(ranks).bytes == mebibytes(256));
  CHECK(machine::working_set(ranks).capped);
}

TEST_CASE("the last-level cache of this process has a list of processors if it has a size") {
  const machine::Binding binding = machine::current_binding();
  const auto processors = machine::parse_processor_list(binding.cache_processors);
  REQUIRE(processors);
  CHECK(processors->empty() == (binding.last_level_cache.count == 0));
}
