#include "analysis/commands.hpp"

#include <array>

#include "analysis/check_command.hpp"
#include "analysis/decompose_command.hpp"
#include "analysis/explain_command.hpp"
#include "analysis/export_command.hpp"
#include "analysis/init_command.hpp"
#include "analysis/launches_command.hpp"
#include "analysis/noise_command.hpp"
#include "analysis/numa_command.hpp"
#include "analysis/pairs_command.hpp"
#include "analysis/percentiles_command.hpp"
#include "analysis/recover_command.hpp"
#include "analysis/skew_command.hpp"
#include "analysis/storm_command.hpp"
#include "analysis/strided_command.hpp"
#include "analysis/summary_command.hpp"
#include "analysis/timeline_command.hpp"

namespace syncbench::analysis {

std::span<const Command> commands() {
  static const std::array<Command, 16> all{kExplain,  kSummary, kPercentiles, kTimeline, kDecompose, kSkew,
                                           kPairs,    kStorm,   kStrided,     kNoise,    kNuma,      kInit,
                                           kLaunches, kExport,  kCheck,       kRecover};
  return all;
}

}  // namespace syncbench::analysis
