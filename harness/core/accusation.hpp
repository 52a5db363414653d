#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace syncbench {

/// An iteration in which somebody was late by more than chance and clocks explain.
struct LateEvent {
  std::size_t iteration = 0;
  std::int64_t size = 0;          ///< what it cost, ns
  std::vector<std::size_t> late;  ///< the places that were late, ascending; never empty
};

/// What is said of one place.
struct Accusation {
  std::size_t place = 0;
  std::size_t events = 0;   ///< events at least kEventDistance iterations apart in which it was late
  std::size_t of = 0;       ///< of so many
  double p = 1;             ///< the chance of that many if every place were as likely to be late
  std::size_t missing = 0;  ///< further such events in a row until p suffices; 0 if it does
  bool stands = false;      ///< enough events, p small enough, and the same over all events
};

/// Events of one kind, and whom they accuse: one accusation a place that was late in any, most events first.
struct AccusedKind {
  std::vector<LateEvent> events;  ///< in the order of iterations
  std::vector<Accusation> accusations;
};

inline constexpr std::size_t kEventDistance = 10;  ///< iterations; neighbours share their cause
inline constexpr std::size_t kFewestEvents = 10;
inline constexpr double kAccusationLevel = 1e-4;
inline constexpr double kBandWidth = 1.6;  ///< sizes of one kind lie within this factor

/// Whom the events accuse, by a one-sided binomial test of each place against the mean number of late places over all
/// `places`: only events count, so that a tiny order of arrival that is always the same accuses nobody. Events that
/// follow each other within kEventDistance count once in p, but the share over all of them has to be beyond chance as
/// well, or a rank that is late in every tenth iteration by turns would be accused. At most half of the places are
/// accused: if most are late, the others are early.
///
/// One cause gives events of like size, so events are first taken band by band (bands_of()), p multiplied by the number
/// of bands that are tested; bands that touch and accuse the same places are one kind. What those leave is tested as a
/// whole, and again its largest that make up nine tenths of what it costs. Kinds that accuse somebody come first; the
/// last one is what was left, whether it accuses or not.
std::vector<AccusedKind> accused_kinds(std::span<const LateEvent> events, std::size_t places);

/// Events whose sizes lie within kBandWidth of each other, the most numerous first, until none is left. Each is in one
/// band; bands keep the order of iterations.
std::vector<std::vector<LateEvent>> bands_of(std::span<const LateEvent> events);

/// The largest events that make up nine tenths of what all cost, in the order of iterations.
std::vector<LateEvent> costliest(std::span<const LateEvent> events);

/// Events at least kEventDistance iterations apart, from the first on. `events` ascend by iteration.
std::vector<LateEvent> apart(std::span<const LateEvent> events);

}  // namespace syncbench
