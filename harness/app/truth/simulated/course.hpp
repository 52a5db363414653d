#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "harness/app/truth/simulated/fault.hpp"

namespace syncbench::truth {

/// What the ranks of a point lived through. Tables are [rank][iteration], ns on one clock.
struct Course {
  std::size_t ranks = 0, iterations = 0;
  std::vector<std::int64_t> enter, leave, target;
  std::vector<std::uint8_t> status;
  std::vector<std::string> counter_names;  ///< of the evidence, empty without
  std::vector<std::int64_t> evidence;      ///< [rank][iteration][counter]
  std::vector<Fault> faults;               ///< what was done to them
  std::int64_t time = 0;                   ///< the sum over iterations of last leave − first enter
  std::int64_t end = 0;                    ///< when the last rank left for good

  std::size_t at(std::size_t rank, std::size_t iteration) const noexcept { return rank * iterations + iteration; }
};

/// Simulates a collective in which all wait for all. An iteration begins at a gate, `gap_ns` after the last rank left
/// the one before. Rank r enters `order_ns` × r and an exponential time with the mean `jitter_ns` later, the result is
/// there T0 × the noise's factor after the last rank entered, and a rank leaves an exponential time with the mean
/// `leave_jitter_ns` after that. Faults add their delays in their places. `point`: README.md. Throws what factors_of()
/// and fault_of() throw, and json's exceptions.
Course course_of(const nlohmann::json& point, std::size_t ranks, std::int64_t begin, std::uint32_t seed,
                 std::uint32_t stream);

/// The median spread of arrivals that `point` has without any fault: what a null backend would have shown.
std::int64_t start_spread_of(const nlohmann::json& point, std::size_t ranks, std::uint32_t seed);

}  // namespace syncbench::truth
