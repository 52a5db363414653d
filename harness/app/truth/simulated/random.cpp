#include "harness/app/truth/simulated/random.hpp"

#include <cmath>
#include <numbers>

#include "harness/core/philox.hpp"

namespace syncbench::truth {

double Random::even() {
  if (used_ == words_.size()) {
    words_ = philox4x32({static_cast<std::uint32_t>(counter_), static_cast<std::uint32_t>(counter_ >> 32), 0, 0}, key_);
    ++counter_;
    used_ = 0;
  }
  return (words_[used_++] + 0.5) / 4294967296.0;
}

double Random::normal() {
  const double radius = std::sqrt(-2 * std::log(even()));
  return radius * std::cos(2 * std::numbers::pi * even());
}

double Random::exponential() { return -std::log(even()); }

std::size_t Random::geometric(double mean) {
  if (mean <= 1) return 1;
  return 1 + static_cast<std::size_t>(std::log(even()) / std::log1p(-1 / mean));
}

}  // namespace syncbench::truth
