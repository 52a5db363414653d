#include "kernels/work_quantum.hpp"

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;

namespace {

// A clock that stands still but for one reading in two, so that every try takes `each` whatever is worked.
struct Constant {
  std::int64_t each;
  mutable std::int64_t now = 0;
  Clock clock() const {
    return {[](const void* self) noexcept {
              const auto* constant = static_cast<const Constant*>(self);
              return Nanos{constant->now += constant->each};
            },
            this};
  }
};

}  // namespace

TEST_CASE("the chain is xorshift64: known values, and 0 its one fixed point") {
  // Worked out with Python's integers: x ^= x << 13; x ^= x >> 7; x ^= x << 17, modulo 2^64.
  CHECK(kernels::work(1, 1) == 0x40822041ULL);
  CHECK(kernels::work(0, 5) == 5);
  CHECK(kernels::work(3, 1) == kernels::work(1, kernels::work(2, 1)));
  CHECK(kernels::work(1'000, 0) == 0);
}

TEST_CASE("a quantum has steps in proportion to its length") {
  const Constant source{.each = 10'000};  // 1,000 steps take 10 µs, says the clock
  CHECK(kernels::steps_for(Nanos{40'000}, source.clock()) == 4'000);
  CHECK(kernels::steps_for(Nanos{20'000}, source.clock()) == 2'000);
  CHECK(kernels::steps_for(Nanos{5'000}, source.clock()) == 500);
}

TEST_CASE("a length below a microsecond counts as one") {
  const Constant source{.each = 1'000};
  CHECK(kernels::steps_for(Nanos{0}, source.clock()) == 1'000);
}
