#include "harness/core/lateness.hpp"

#include <algorithm>
#include <cmath>

#include "harness/core/philox.hpp"

namespace syncbench {
namespace {

constexpr Nanos kLongest = std::chrono::hours(1);
constexpr double kParetoIndex = 1.5;
constexpr double kParetoLowest = 0.01;  // of the highest

// What a random number is for: part of the counter, so that draws do not depend on each other.
enum Stream : std::uint32_t { kDelay = 1, kVictim = 2, kPhase = 3 };

std::uint64_t random_bits(std::uint64_t seed, std::uint64_t iteration, std::uint32_t rank, Stream stream) noexcept {
  const auto words =
      philox4x32({static_cast<std::uint32_t>(iteration), static_cast<std::uint32_t>(iteration >> 32), rank, stream},
                 {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
  return (std::uint64_t{words[0]} << 32) | words[1];
}

// From 0 to just below 1.
double fraction(std::uint64_t bits) noexcept { return static_cast<double>(bits >> 11) * 0x1p-53; }

// Inverse of the bounded Pareto distribution's function, over its highest value.
double bounded_pareto(double u) noexcept {
  const double tail = 1 - std::pow(kParetoLowest, kParetoIndex);
  return kParetoLowest * std::pow(1 - u * tail, -1 / kParetoIndex);
}

Nanos rounded(double nanos) noexcept {
  return Nanos{std::llround(std::clamp(nanos, 0.0, static_cast<double>(kLongest.count())))};
}

std::vector<Rank> ranks_of(NodeIndex node, const std::vector<NodeIndex>& nodes) {
  std::vector<Rank> ranks;
  for (std::size_t rank = 0; rank < nodes.size(); ++rank) {
    if (nodes[rank] == node) ranks.push_back(Rank{static_cast<int>(rank)});
  }
  return ranks;
}

}  // namespace

Nanos LatenessAmount::resolve(Nanos unit) const noexcept {
  if (multiple > 0) return rounded(multiple * static_cast<double>(unit.count()));
  return std::clamp<Nanos>(time, Nanos{0}, kLongest);
}

ResolvedLateness::ResolvedLateness(const Lateness& lateness, Nanos scale, int ranks,
                                   const std::vector<NodeIndex>& nodes)
    : lateness_(lateness), scale_(scale), ranks_(static_cast<std::size_t>(ranks)) {
  if (lateness_.victims.kind != Victims::Kind::node) return;
  lateness_.victims.ranks = ranks_of(lateness_.victims.node, nodes);
  lateness_.victims.kind = Victims::Kind::ranks;
}

Nanos ResolvedLateness::delay(Rank rank, Iteration iteration, Nanos deadline) const noexcept {
  const Standing mine = standing(rank, iteration);
  if (mine.count == 0 || scale_ == Nanos{0}) return Nanos{0};
  const auto length = static_cast<double>(scale_.count());
  const auto drawn = [&] {
    return fraction(random_bits(lateness_.seed, iteration.value, static_cast<std::uint32_t>(rank.value), kDelay));
  };
  switch (lateness_.shape) {
    case LatenessShape::one_late:
    case LatenessShape::half_late:
    case LatenessShape::rotating:
      return scale_;
    case LatenessShape::ramp:
      if (mine.count == 1) return scale_;
      return rounded(length * static_cast<double>(mine.place) / static_cast<double>(mine.count - 1));
    case LatenessShape::uniform:
      return rounded(length * drawn());
    case LatenessShape::exponential:
      return rounded(-length * std::log1p(-drawn()));
    case LatenessShape::pareto:
      return rounded(length * bounded_pareto(drawn()));
    case LatenessShape::periodic:
      return noise_left(rank, deadline);
  }
  return Nanos{0};
}

ResolvedLateness::Standing ResolvedLateness::standing(Rank rank, Iteration iteration) const noexcept {
  const auto& listed = lateness_.victims.ranks;
  switch (lateness_.victims.kind) {
    case Victims::Kind::all:
      return {static_cast<std::size_t>(rank.value), ranks_};
    case Victims::Kind::rotating:
      return in_window(rank, iteration.value % ranks_);
    case Victims::Kind::random:
      return in_window(rank, random_bits(lateness_.seed, iteration.value, 0, kVictim) % ranks_);
    case Victims::Kind::ranks:
    case Victims::Kind::node:
      break;
  }
  const auto found = std::find(listed.begin(), listed.end(), rank);
  if (found == listed.end()) return kInTime;
  return {static_cast<std::size_t>(found - listed.begin()), listed.size()};
}

// The late ranks follow each other from `begin` on, around the end.
ResolvedLateness::Standing ResolvedLateness::in_window(Rank rank, std::size_t begin) const noexcept {
  const std::size_t place = (static_cast<std::size_t>(rank.value) + ranks_ - begin) % ranks_;
  return place < window() ? Standing{place, window()} : kInTime;
}

std::size_t ResolvedLateness::window() const noexcept {
  if (lateness_.shape == LatenessShape::half_late) return std::max<std::size_t>(1, ranks_ / 2);
  return lateness_.shape == LatenessShape::ramp ? ranks_ : 1;
}

Nanos ResolvedLateness::noise_left(Rank rank, Nanos deadline) const noexcept {
  const std::int64_t period = std::max<std::int64_t>(1, lateness_.noise_period.count());
  const double phase = lateness_.noise_aligned
                           ? 0
                           : fraction(random_bits(lateness_.seed, 0, static_cast<std::uint32_t>(rank.value), kPhase));
  const std::int64_t shifted = deadline.count() - static_cast<std::int64_t>(phase * static_cast<double>(period));
  const std::int64_t into = (shifted % period + period) % period;
  return std::max(Nanos{0}, scale_ - Nanos{into});
}

}  // namespace syncbench
