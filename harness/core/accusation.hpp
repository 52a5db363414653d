#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/core/event_clusters.hpp"

namespace syncbench {

/// An iteration in which somebody was late by more than chance and clocks explain.
struct LateEvent {
  std::size_t iteration = 0;
  std::int64_t size = 0;             ///< what it cost, ns
  std::vector<std::size_t> late;     ///< the places that were late, ascending; never empty
  std::vector<std::int64_t> behind;  ///< how late each of them was, ns; empty: each by `size`
  Moment moment{};

  std::int64_t behind_of(std::size_t index) const { return behind.empty() ? size : behind[index]; }
  /// Whether a place was late; `index` then says which of `late` it is.
  bool has(std::size_t place, std::size_t* index = nullptr) const;
};

/// What is said of one place.
struct Accusation {
  std::size_t place = 0;
  std::size_t events = 0;       ///< events of its size or more in which it was late
  std::size_t of = 0;           ///< of so many
  std::size_t clusters = 0;     ///< how many independent events these are worth
  std::size_t of_clusters = 0;  ///< of so many
  double p = 1;                 ///< the chance of that many clusters if every place were as likely to be late
  std::size_t missing = 0;      ///< further clusters in a row until p suffices; 0 if it does
  bool stands = false;          ///< enough clusters, in enough windows of the time, and p small enough
};

/// A place that is accused, and the events of that cause: those in which it was late by a size of the cause's range.
struct AccusedPlace {
  Accusation accusation;
  std::vector<LateEvent> events;  ///< in the order of iterations
};

struct Judgement {
  std::vector<AccusedPlace> accused;   ///< in the order in which they were found, the clearest first
  std::vector<LateEvent> rest;         ///< what no accusation explains, in the order of iterations
  std::vector<Accusation> suspicions;  ///< of the rest: places that were late most often, first
};

inline constexpr std::size_t kFewestClusters = 10;
inline constexpr double kAccusationLevel = 1e-4;

/// Whom the events accuse, by a one-sided binomial test of each place against the mean share of late places in an
/// event. Only events count, so that a tiny order of arrival that is always the same accuses nobody. Events that share
/// a cause count as one (events_per_cluster()), those of the place and those of the others each by their own
/// clustering: at least kFewestClusters, in kFewestWindows windows of the time, p < kAccusationLevel, times two over
/// the number of places where that is more than two. The test is made of all events and of the largest alone, from the
/// greatest size down by halves, and p is multiplied by the number of such levels; the level at which a place lies
/// farthest beyond chance decides. What range_of_cause() gives around there is the accused place's; it is taken out,
/// and the rest is judged again, until nobody stands. So ranks that are late together, ranks that are equally late, and
/// two causes of one rank are all found, and one cause of varying size is one.
///
/// `floor`: the least size that can be seen. Events ascend by iteration.
Judgement judge_events(std::vector<LateEvent> events, std::size_t places, Extent extent, std::int64_t floor);

/// The moments of events.
std::vector<Moment> moments_of(std::span<const LateEvent> events);

}  // namespace syncbench
