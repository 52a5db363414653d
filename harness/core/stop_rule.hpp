#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "harness/core/names.hpp"
#include "harness/core/nanos.hpp"
#include "harness/core/quantile.hpp"
#include "harness/core/warmup.hpp"

namespace syncbench {

/// What ended a point. The rule gives the first three.
enum class StopCause {
  precision,    ///< the median is known well enough, and the promised quantile is carried
  count,        ///< the most iterations a point may take
  time,         ///< the most time a point may take
  corrupt,      ///< a wrong payload
  interrupted,  ///< a signal
};

template <>
struct Names<StopCause> {
  static constexpr std::array<std::pair<StopCause, std::string_view>, 5> table{{
      {StopCause::precision, "precision"},
      {StopCause::count, "count"},
      {StopCause::time, "time"},
      {StopCause::corrupt, "corrupt"},
      {StopCause::interrupted, "interrupted"},
  }};
};

/// When a point has been measured enough.
struct StopOptions {
  double precision = 0.01;  ///< the median's 95 % limits lie within so much of it; 0: only the caps count
  std::optional<Quantile> promised = std::nullopt;  ///< the highest that the profile promises; none: the median will do
  std::size_t first_check = 100;                    ///< iterations, at least 1
  std::size_t most_iterations = 100'000;
  Nanos least_time{0};  ///< that a point is measured for before precision may end it; at most half of most_time counts
  Nanos most_time{3'000'000'000};
};

/// The least time that counts.
inline Nanos least_time_of(const StopOptions& options) noexcept {
  return std::min(options.least_time, options.most_time / 2);
}

/// Blocks that a point is measured in up to the first check.
inline constexpr std::size_t kBlocksToFirstCheck = 10;

/// Decides when a point ends. Every rank holds one, so that all agree on when samples are due; rank 0 gets them and
/// decides. The caps are looked at after every block, precision only after the first one past n, 1.5 n, 2.25 n …
/// iterations (n: first_check), because looking is what makes a rule like this stop too early by luck, and costs a
/// gather. For the same reason two checks in a row have to agree.
class StopRule {
 public:
  /// Throws Error(internal) for a first check at 0, a negative precision, or a promised quantile of 0 or 1.
  explicit StopRule(const StopOptions& options);

  /// Iterations at which precision is looked at next; a batch best ends there.
  std::size_t next_check() const noexcept { return next_check_; }

  /// Whether decide() wants samples after so many iterations.
  bool due(std::size_t iterations) const noexcept { return options_.precision > 0 && iterations >= next_check_; }

  /// After so many iterations that took so long: what ends the point, or nothing. Precision goes before count and count
  /// before time. Moves next_check() past `iterations`, on every rank alike.
  ///
  /// `statistic`: the iteration statistic in order, ns, kUnknownTime where a start failed, in its blocks; read only
  /// where due(), so ranks other than 0 and checks that are not due pass none (ranks without samples can only find a
  /// cap). Takes n log n time. Throws std::bad_alloc.
  std::optional<StopCause> decide(const BlockedSeries& statistic, std::size_t iterations, Nanos time);

  /// The same of a series in kBlocksToFirstCheck equal blocks.
  std::optional<StopCause> decide(std::span<const std::int64_t> statistic, std::size_t iterations, Nanos time) {
    return decide(in_equal_blocks(statistic, kBlocksToFirstCheck), iterations, time);
  }

 private:
  StopOptions options_;
  std::size_t next_check_;
  int agreeing_ = 0;  ///< checks in a row that found it precise
};

/// Whether a series is precise enough to stop: it is steady after its warm-up (find_warmup), and what remains has the
/// median's limits within ± precision of it and carries the promised quantile, with the number of *effective* samples.
/// So no later cut takes away what was promised. Times that are not known count as in judging (quantile_estimate.hpp);
/// where they are so many that they rule the promised quantile out, the median decides alone. The cheap conditions are
/// tried first.
bool is_precise(const BlockedSeries& statistic, double precision, std::optional<Quantile> promised);

}  // namespace syncbench
