#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "harness/core/evidence.hpp"
#include "harness/core/lateness.hpp"
#include "harness/core/names.hpp"
#include "harness/core/stop_rule.hpp"

namespace syncbench {

/// How an iteration's start is agreed between ranks.
enum class StartMode {
  round_time,   ///< rank 0 sets a deadline, everyone spins to it on the global clock: isolated latency
  barrier,      ///< our own dissemination barrier, the same under every MPI library
  mpi_barrier,  ///< MPI_Barrier, for comparison with other suites
  none,         ///< back to back: streaming cadence
};

template <>
struct Names<StartMode> {
  static constexpr std::array<std::pair<StartMode, std::string_view>, 4> table{{
      {StartMode::round_time, "round-time"},
      {StartMode::barrier, "barrier"},
      {StartMode::mpi_barrier, "mpi-barrier"},
      {StartMode::none, "none"},
  }};
};

/// How often received payload is looked at, always outside the timed region.
enum class VerifyMode {
  batch,  ///< the first iteration of a point and the last one of every batch; of a long batch, one more that is not
          ///< kept
  every,  ///< every iteration: buffers are rewritten each time, which changes what caches hold
  off,
};

template <>
struct Names<VerifyMode> {
  static constexpr std::array<std::pair<VerifyMode, std::string_view>, 3> table{{
      {VerifyMode::batch, "batch"},
      {VerifyMode::every, "every"},
      {VerifyMode::off, "off"},
  }};
};

/// How a point is measured.
struct Treatment {
  StartMode start = StartMode::round_time;
  VerifyMode verify = VerifyMode::batch;
  Evidence evidence = Evidence::off;
  std::optional<std::size_t>
      warmup;  ///< iterations at the start that are flagged; nothing: found when the point is over
  std::optional<Lateness> lateness;  ///< injected on purpose; nothing: ranks enter as the start mode has it
  StopOptions stop;                  ///< when it has been measured enough; most_iterations counts the warm-up too
  bool settles = true;  ///< iterations that nobody sees come first; false: the first that is kept is the first there
                        ///< is, and the start mode has to be one that needs to know nothing (any but round-time)
};

/// So many iterations after so many of warm-up, or as many as the time allows.
Treatment fixed_count(std::size_t warmup, std::size_t iterations);

}  // namespace syncbench
