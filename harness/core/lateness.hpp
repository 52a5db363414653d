#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/names.hpp"
#include "harness/core/nanos.hpp"
#include "harness/core/units.hpp"

namespace syncbench {

/// How ranks are late. L is the lateness that was asked for (Lateness::scale()), p a rank's place among the late ones.
enum class LatenessShape {
  one_late,     ///< each late rank by L; one rank unless more are named
  half_late,    ///< half of the ranks by L
  ramp,         ///< evenly from 0 for the first of them to L for the last
  uniform,      ///< drawn anew for every rank and iteration, from 0 to L
  exponential,  ///< the same with mean L, without an upper limit
  pareto,    ///< the same from a bounded Pareto distribution: L/100 to L, index 1.5, so mostly small and seldom large
  rotating,  ///< one rank by L, the next one in each iteration
  periodic,  ///< as a daemon does that takes the processor every period for L: who comes to enter meanwhile waits
};

/// How a late rank passes its time.
enum class Injection {
  spin,
  sleep,  ///< leaves its processor: timer slack and waking up come on top
};

/// Where in an iteration lateness strikes.
enum class LatenessPlace {
  before,   ///< the rank enters late
  between,  ///< it enters in time and is late between the first operation and the second
};

/// Which ranks are late.
struct Victims {
  enum class Kind {
    ranks,     ///< those that are listed
    all,       ///< every rank
    node,      ///< those of a node
    rotating,  ///< beginning with rank (iteration modulo ranks)
    random,    ///< beginning with a rank that is drawn anew for each iteration
  };
  Kind kind = Kind::ranks;
  std::vector<Rank> ranks{};
  NodeIndex node{};
  bool operator==(const Victims&) const = default;
};

/// An amount of lateness: a time, or a multiple of what the operation takes when nobody is late, which only a
/// measurement can tell (T0).
struct LatenessAmount {
  double multiple = 0;
  Nanos time{0};  ///< counts when there is no multiple
  bool operator==(const LatenessAmount&) const = default;
  /// The lateness when T0 is `unit`; never negative, and at most an hour.
  Nanos resolve(Nanos unit) const noexcept;
};

/// Lateness that is injected on purpose: a pure function of seed, rank and iteration, so that any reader of the stored
/// attributes can recompute it. For `periodic`, of the moment at which the rank was to enter as well.
struct Lateness {
  LatenessAmount amount{};
  LatenessShape shape = LatenessShape::one_late;
  LatenessPlace place = LatenessPlace::before;
  Victims victims{};
  Injection injection = Injection::spin;
  bool progress = false;  ///< a rank that is late lets the library make progress meanwhile
  std::uint64_t seed = 1;
  Nanos noise_period{1'000'000};  ///< for periodic
  bool noise_aligned = false;     ///< for periodic: at the same moments on all ranks, else at moments drawn for each
  bool operator==(const Lateness&) const = default;
};

/// Lateness with everything known that a plan leaves open.
class ResolvedLateness {
 public:
  /// `nodes`: of every rank, read where the victims are a node's. `scale`: L, 0 or more.
  ResolvedLateness(const Lateness& lateness, Nanos scale, int ranks, const std::vector<NodeIndex>& nodes);

  /// δ: by how much a rank is to be late in an iteration that starts at `deadline` (global time). Never fails and never
  /// allocates. The random part is Philox4x32-10 with the seed as key and the counter (iteration, iteration >> 32,
  /// rank, 1); u is the first 53 of its first 64 bits over 2^53. Draws for an iteration as a whole (victims) have
  /// (iteration, iteration >> 32, 0, 2), those for a rank's phase of the noise (0, 0, rank, 3).
  Nanos delay(Rank rank, Iteration iteration, Nanos deadline) const noexcept;

  /// L.
  Nanos scale() const noexcept { return scale_; }

 private:
  // A rank's place among those that are late, and how many they are.
  struct Standing {
    std::size_t place, count;
  };
  static constexpr Standing kInTime{0, 0};

  Standing standing(Rank rank, Iteration iteration) const noexcept;
  Standing in_window(Rank rank, std::size_t begin) const noexcept;
  std::size_t window() const noexcept;
  Nanos noise_left(Rank rank, Nanos deadline) const noexcept;

  Lateness lateness_;
  Nanos scale_;
  std::size_t ranks_;
};

template <>
struct Names<LatenessShape> {
  static constexpr std::array<std::pair<LatenessShape, std::string_view>, 8> table{{
      {LatenessShape::one_late, "one-late"},
      {LatenessShape::half_late, "half-late"},
      {LatenessShape::ramp, "ramp"},
      {LatenessShape::uniform, "uniform"},
      {LatenessShape::exponential, "exponential"},
      {LatenessShape::pareto, "pareto"},
      {LatenessShape::rotating, "rotating"},
      {LatenessShape::periodic, "periodic"},
  }};
};

template <>
struct Names<Injection> {
  static constexpr std::array<std::pair<Injection, std::string_view>, 2> table{{
      {Injection::spin, "spin"},
      {Injection::sleep, "sleep"},
  }};
};

template <>
struct Names<LatenessPlace> {
  static constexpr std::array<std::pair<LatenessPlace, std::string_view>, 2> table{{
      {LatenessPlace::before, "before"},
      {LatenessPlace::between, "between"},
  }};
};

}  // namespace syncbench
