#include "harness/app/bench/benches.hpp"
#include "harness/app/start_spread.hpp"

namespace syncbench::bench {

Figures start_spread(Setting& setting) {
  Figures figures;
  for (const StartMode mode : {StartMode::round_time, StartMode::barrier, StartMode::mpi_barrier}) {
    figures.push_back({.bench = "start spread",
                       .what = std::string(name_of(mode)) + ", last - first enter, p50",
                       .value = static_cast<double>(
                           app::measure_start_spread(mode, Evidence::off, setting.surroundings).median.count()),
                       .unit = "ns"});
  }
  figures.front().limit = 50;
  return figures;
}

}  // namespace syncbench::bench
