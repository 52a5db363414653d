#include "harness/core/sample_status.hpp"

#include <algorithm>

namespace syncbench {

SampleStatus stronger(SampleStatus a, SampleStatus b) noexcept { return std::max(a, b); }

}  // namespace syncbench
