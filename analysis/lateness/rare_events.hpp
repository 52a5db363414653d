#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>

#include "analysis/lateness/lateness.hpp"

namespace syncbench::analysis {

/// Iterations that took more than twice as long as usual, that no finding explains (`explained`: their numbers), and
/// that are worth too few independent events for any test: one episode, or a few large events. Their sizes have to be a
/// kind of their own, which the end of a long tail is not, unless they lie in one episode. Where a twentieth of the
/// iterations holds most of what they cost in ten events or more, that is the episode, and the others are strays. Where
/// the few largest hold four fifths of all that long iterations cost, and each of them is longer by a millisecond and
/// by a hundred times the usual, they are told whatever lies below them. Told from a twentieth of `time` on, and from a
/// hundredth on if they are several, ten times as long as usual, and the same rank was last in all of them.
std::optional<RareEvents> rare_events(const Decomposition& point, const std::set<std::size_t>& explained,
                                      std::int64_t time);

/// Whether an iteration that is longer by `size` than the usual one lies where no tail of an operation reaches: by a
/// millisecond and a hundred times as long. A rank lost its processor, or a message its way.
bool is_far_out(std::int64_t size, std::int64_t usual);

/// Whether these are one in a thousand or fewer.
bool is_rare(std::size_t events, std::size_t iterations);

}  // namespace syncbench::analysis
