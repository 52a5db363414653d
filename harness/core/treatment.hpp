#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include <syncbench/core/names.hpp>
#include <syncbench/core/nanos.hpp>

namespace syncbench {

/// How an iteration's start is agreed between ranks.
enum class StartMode {
  barrier,      ///< our own dissemination barrier, the same under every MPI library
  mpi_barrier,  ///< MPI_Barrier, for comparison with other suites
  none,         ///< back to back: streaming cadence
};

template <>
struct Names<StartMode> {
  static constexpr std::array<std::pair<StartMode, std::string_view>, 3> table{{
      {StartMode::barrier, "barrier"},
      {StartMode::mpi_barrier, "mpi-barrier"},
      {StartMode::none, "none"},
  }};
};

/// How often received payload is looked at, always outside the timed region.
enum class VerifyMode {
  batch,  ///< the first iteration of a point and the last one of every batch
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
  StartMode start = StartMode::barrier;
  VerifyMode verify = VerifyMode::batch;
  std::size_t warmup = 50;       ///< iterations at the start of a point that are kept and flagged
  std::size_t iterations = 1000;  ///< after the warm-up
  Nanos time_cap{3'000'000'000};  ///< looked at between batches; a point that reaches it ends early
};

/// Iterations of a point, warm-up included.
std::size_t total_iterations(const Treatment& treatment) noexcept;

}  // namespace syncbench
