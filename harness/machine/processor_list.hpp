#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace syncbench::machine {

/// Numbers in a list are at most this, and a list has no more of them.
inline constexpr int kLargestProcessor = 65535;

/// The numbers of a list as the kernel, hwloc and Slurm write them, "0-3,8": ascending, each once. An empty text is an
/// empty list. Nothing if it is not such a list, a range runs backwards, or numbers are beyond kLargestProcessor.
std::optional<std::vector<int>> parse_processor_list(std::string_view text);

}  // namespace syncbench::machine
