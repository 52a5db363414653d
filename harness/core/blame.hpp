#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace syncbench {

/// Who made the others wait, ns by place: each gap between one arrival and the next is shared equally by those who have
/// not come yet (the Shapley value of the airport game: Littlechild & Owen 1973, doi 10.1287/mnsc.20.3.370). What a
/// gap's equal division leaves over goes to the last to come, so that whole nanoseconds sum to last − first exactly.
/// `arrivals`: on one clock. Of ranks that come together the lower place counts as earlier. Writes as many shares as
/// there are arrivals; `order` is memory to reuse.
void share_blame(std::span<const std::int64_t> arrivals, std::vector<std::size_t>& order,
                 std::span<std::int64_t> shares);

/// What an iteration gains if the last to come had come with the one before it; 0 below two arrivals.
std::int64_t saving_of_last(std::span<const std::int64_t> arrivals);

}  // namespace syncbench
