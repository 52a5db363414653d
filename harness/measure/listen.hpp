#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "harness/core/detour.hpp"
#include "harness/measure/measurement.hpp"
#include "harness/measure/surroundings.hpp"

namespace syncbench::measure {

/// Longest time that a rank listens before it talks to the others again.
inline constexpr Nanos kListeningPiece{100'000'000};

/// A gap counts as a detour when it is so many times the loop's shortest step, if nobody says otherwise: the factor of
/// Beckman et al. 2006.
inline constexpr int kThresholdSteps = 9;

/// How to listen for what keeps ranks from running.
struct Listening {
  std::string name;                ///< of the point, for whoever asks where the run stands
  Nanos time{0};                   ///< on the slowest rank, control collectives included
  std::optional<Nanos> threshold;  ///< nothing: kThresholdSteps of the loop's shortest step, of the slowest rank
  std::size_t most_detours = 0;    ///< that are kept of each rank; the others are counted
};

/// What one rank heard.
struct Heard {
  Measurement measurement;  ///< a sample is one piece of listening; its length is no result, so all are flagged
  DetourLog log;
  Nanos threshold{0};
  Nanos step{0};  ///< the loop's shortest, on this rank
};

/// Listens on all ranks at once for the given time, in pieces with a control collective behind each, so that signals
/// and the watchdog see progress. Beside the runner the one other instrument: what it measures is that nothing happens.
/// Collective; blocks. Throws Error(internal) when MPI fails, std::bad_alloc.
Heard listen(const Listening& listening, Surroundings& surroundings);

/// Memory that it takes on a rank.
Bytes memory_of(const Listening& listening) noexcept;

}  // namespace syncbench::measure
