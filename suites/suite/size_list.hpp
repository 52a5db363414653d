#pragma once

#include <string_view>
#include <vector>

#include "harness/core/units.hpp"

namespace syncbench::suite {

/// No message and no buffer is larger. What plans compute of sizes, with any number of ranks, stays far from overflow.
inline constexpr Bytes kLargestSize{std::size_t{1} << 40};

/// Message sizes as users write them: "8:4M" (doubling), "8:4M:x4" (times four), or items of a list, "8,1K,64K"; also a
/// list of ranges. Sorted, each size once. Throws OptionError, with the nearest valid text.
std::vector<Bytes> sizes_from(std::string_view text);

}  // namespace syncbench::suite
