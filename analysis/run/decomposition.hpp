#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/run/point_times.hpp"
#include "harness/core/event_clusters.hpp"
#include "harness/core/time_split.hpp"

namespace syncbench::analysis {

/// The name of the operation whose dependencies decide, and which ranks have a special place in it.
struct Meaning {
  Collective collective = Collective::allreduce;
  Rank root{0};
};

/// What a point's attributes say it does; nothing for an operation that is no collective of ours.
std::optional<Meaning> meaning_of(const results::PointHeader& header);

/// Are the point's ranks late on purpose?
bool has_injected_lateness(const results::PointHeader& header);

/// What points must have in common for one's T0 to be another's: all factors but the lateness that was injected.
std::string unloaded_key(const results::PointHeader& header);

/// One iteration that is not left out, ns on the common clock.
struct SplitIteration {
  std::size_t iteration = 0;
  IterationUse use = IterationUse::counts;
  bool material = false;                               ///< arrivals lie apart by more than the threshold
  bool blamed = false;                                 ///< and somebody waited for more than it
  std::size_t latest = 0;                              ///< place
  std::int64_t spread = 0, after_last = 0, whole = 0;  ///< last − first enter, last leave − last enter, their sum
  std::int64_t saving = 0;                             ///< last − second largest enter
  std::int64_t since = 0;     ///< first enter − the first enter of the point's first iteration
  std::int64_t measured = 0;  ///< time between the first enters so far, without what lies between blocks
};

/// A point taken apart. Rows are split iterations, columns places: [row][place].
struct Decomposition {
  PointTimes times;  ///< its enter and leave are the local ones
  std::vector<SplitIteration> rows;
  std::vector<std::int64_t> arrivals, departures;  ///< [row][place], on the common clock
  std::vector<TimeParts> parts;                    ///< [row][place]
  std::vector<std::int64_t> blame;                 ///< [row][place]; 0 where nobody is blamed
  std::optional<Nanos> unloaded;                   ///< T0
  Nanos usual{0};                                  ///< T0, or where there is none the median of max e − A
  Nanos start_spread{0};                           ///< of the run's start mode, 0 where the file does not say
  Nanos rare_start_spread{0};  ///< reached in one of a hundred starts; 0 where the file does not say
  Nanos threshold{0};          ///< what a lateness has to exceed to be material
  /// By place, how late the harness itself lets a rank enter, ns: in 95 % of the iterations of a point of the null
  /// backend with the same start mode and evidence it came no later after the first; empty without such a point.
  std::vector<std::int64_t> harness_order;
  bool broken_clock = false;  ///< some transfer is below what the clocks' bounds allow

  std::size_t ranks() const noexcept { return times.ranks.size(); }
  std::size_t at(std::size_t row, std::size_t place) const noexcept { return row * ranks() + place; }
  /// (max e − A) − T0; nothing without T0.
  std::optional<std::int64_t> excess(std::size_t row) const;
  /// How many rows there are, and the time measured from the first to the last.
  Extent extent() const;
};

/// T0 of the points that are not late on purpose, by unloaded_key().
using UnloadedTimes = std::map<std::string, Nanos>;

/// Takes a point apart as the room's README says (T0, material, blame). `unloaded`: T0s known so far; a point that is
/// late on purpose uses that of its key, and its own where there is none. `start_spread`: of its start mode and
/// evidence. Throws Error(data) if the collective's root does not take part, or if the iterations take longer together
/// than any run, so that sums of their times could overflow.
Decomposition decompose(PointTimes times, const Meaning& meaning, const std::vector<ClockModel>& clocks,
                        Nanos start_spread, const UnloadedTimes& unloaded);

/// All measured points of a run that can be taken apart, one at a time, those without injected lateness first (their T0
/// serves the others), and otherwise in the order of the plan. `wanted` chooses; points that only lend their T0 are
/// read too. `by_operations`: only points with has_operation_marks(), one row an operation. Throws what the reader and
/// `take` throw.
void for_each_decomposition(const results::RunReader& reader,
                            const std::function<bool(const results::PointHeader&)>& wanted,
                            const std::function<void(const Decomposition&)>& take, bool by_operations = false);

}  // namespace syncbench::analysis
