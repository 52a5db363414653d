#include "treatment.hpp"

namespace syncbench {

std::size_t total_iterations(const Treatment& treatment) noexcept { return treatment.warmup + treatment.iterations; }

}  // namespace syncbench
