#include "analysis/command/commands.hpp"

#include <array>

#include "analysis/decompose/decompose_command.hpp"
#include "analysis/explain/explain_command.hpp"
#include "analysis/files/check_command.hpp"
#include "analysis/files/export_command.hpp"
#include "analysis/files/recover_command.hpp"
#include "analysis/init/init_command.hpp"
#include "analysis/launches/launches_command.hpp"
#include "analysis/noise/noise_command.hpp"
#include "analysis/numa/numa_command.hpp"
#include "analysis/pairs/pairs_command.hpp"
#include "analysis/skew/skew_command.hpp"
#include "analysis/storm/storm_command.hpp"
#include "analysis/strided/strided_command.hpp"
#include "analysis/summary/percentiles_command.hpp"
#include "analysis/summary/summary_command.hpp"
#include "analysis/timeline/timeline_command.hpp"

namespace syncbench::analysis {

std::span<const Command> commands() {
  static const std::array<Command, 16> all{kExplain,  kSummary, kPercentiles, kTimeline, kDecompose, kSkew,
                                           kPairs,    kStorm,   kStrided,     kNoise,    kNuma,      kInit,
                                           kLaunches, kExport,  kCheck,       kRecover};
  return all;
}

}  // namespace syncbench::analysis
