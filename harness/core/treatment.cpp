#include "harness/core/treatment.hpp"

namespace syncbench {

Treatment fixed_count(std::size_t warmup, std::size_t iterations) {
  Treatment treatment;
  treatment.warmup = warmup;
  treatment.stop.precision = 0;
  treatment.stop.most_iterations = warmup + iterations;
  return treatment;
}

}  // namespace syncbench
