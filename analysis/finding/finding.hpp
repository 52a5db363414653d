#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/mean_interval.hpp"
#include "harness/core/names.hpp"
#include "harness/core/units.hpp"

namespace syncbench::analysis {

/// What kind of cause a finding names. Names are stable: programs match them.
enum class Cause {
  off_cpu,         ///< a rank loses its processor
  arrives_late,    ///< a rank enters after the others
  leaves_late,     ///< a rank is done after the others, though the data were there
  inside,          ///< all are held up between enter and leave
  late_by_turns,   ///< another rank is late each time, in order
  late_at_random,  ///< some rank is late most of the time, no particular one
  episode,         ///< once, for a while, iterations took longer
  rare_events,     ///< few iterations took much longer, too few for a test
  interrupted,     ///< a rank misses deadlines between calls
  regimes,         ///< a point's level changes while it is measured
  splitting,       ///< many small operations instead of one
  layout,          ///< data that do not lie together, sent in a slower way than need be
  guideline,       ///< an MPI library that is slower one way than it is another way that means the same
  network,         ///< losses, differing settings of interfaces
  unreachable,     ///< two ranks cannot exchange anything
  slow_node,       ///< a node, or a rank among those of its node, is slow towards its partners
  slow_pair,       ///< two of them are slow with each other alone, or one way
  throttled,       ///< a control group's CPU quota ran out
  switches,        ///< processes were taken off their processors more on one node than on others
  noise,           ///< interruptions that take a rank's core away
  initialisation,  ///< what comes before the first result, and first operations
  placement,       ///< where ranks run
  loaded,          ///< other processes, or a hypervisor, use a node's processors
  thread_level,    ///< MPI was asked for more than MPI_Init gives
  difference,      ///< nodes that are not alike
  clock,           ///< a clock that cannot be trusted
  too_few,         ///< a suspicion that the samples do not carry
};

/// When something happened in a point.
struct When {
  std::size_t first = 0, last = 0;  ///< iterations, warm-up counted
  double begin_ns = 0, end_ns = 0;  ///< from the first enter of the point
  std::size_t episodes = 0;         ///< stretches of time that it happened in
};

/// Does something cost time, or is it only worth knowing?
enum class Weight { finding, note };

/// A size that was measured once, or has no limits.
inline MeanInterval without_limits(double value) noexcept {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  return {value, kNone, kNone};
}

/// What the judgement of a run says, with the reason why it may be believed. One without evidence is a bug.
struct Finding {
  Cause cause = Cause::arrives_late;
  Weight weight = Weight::finding;
  bool certain = false;  ///< read or measured outright, no inference from chance; told before what it may explain
  std::string what;      ///< one sentence for people
  std::optional<double> cost_ns;        ///< an iteration, mean over all that count
  std::optional<double> share;          ///< of the point's time
  std::optional<MeanInterval> size_ns;  ///< of one occurrence: its median and 95 % limits; no limits are NaN
  std::optional<std::size_t> period;    ///< iterations from one to the next, where that is regular
  std::optional<double> every_ns;       ///< the same in time
  std::optional<double> frequency;      ///< of iterations in which it occurs
  std::optional<When> when;             ///< where it is about iterations of one point
  std::vector<std::size_t> iterations;  ///< of the first point of the evidence, in which it occurs; may be empty
  std::vector<std::int64_t> ranks;      ///< where; empty if it is none's
  std::vector<std::string> hosts;
  std::string link;                ///< "n1-n2"
  std::string phase;               ///< "before entering", "inside", "leaving", "between operations"
  std::size_t events = 0, of = 0;  ///< how sure: so many of so many
  std::optional<double> p;
  std::vector<std::string> evidence;  ///< paths in the file
  std::string advice;
};

}  // namespace syncbench::analysis

template <>
struct syncbench::Names<syncbench::analysis::Cause> {
  using Cause = syncbench::analysis::Cause;
  static constexpr std::array<std::pair<Cause, std::string_view>, 27> table{{
      {Cause::off_cpu, "off-cpu"},
      {Cause::arrives_late, "arrives-late"},
      {Cause::leaves_late, "leaves-late"},
      {Cause::inside, "inside"},
      {Cause::late_by_turns, "late-by-turns"},
      {Cause::late_at_random, "late-at-random"},
      {Cause::episode, "episode"},
      {Cause::rare_events, "rare-events"},
      {Cause::interrupted, "interrupted"},
      {Cause::regimes, "regimes"},
      {Cause::splitting, "splitting"},
      {Cause::layout, "layout"},
      {Cause::guideline, "guideline"},
      {Cause::network, "network"},
      {Cause::unreachable, "unreachable"},
      {Cause::slow_node, "slow-node"},
      {Cause::slow_pair, "slow-pair"},
      {Cause::throttled, "throttled"},
      {Cause::switches, "switches"},
      {Cause::noise, "noise"},
      {Cause::initialisation, "initialisation"},
      {Cause::placement, "placement"},
      {Cause::loaded, "loaded"},
      {Cause::thread_level, "thread-level"},
      {Cause::difference, "difference"},
      {Cause::clock, "clock"},
      {Cause::too_few, "too-few"},
  }};
};
