#include "commands.hpp"

#include <array>

#include "check_command.hpp"
#include "decompose_command.hpp"
#include "explain_command.hpp"
#include "export_command.hpp"
#include "init_command.hpp"
#include "launches_command.hpp"
#include "noise_command.hpp"
#include "numa_command.hpp"
#include "pairs_command.hpp"
#include "percentiles_command.hpp"
#include "recover_command.hpp"
#include "skew_command.hpp"
#include "storm_command.hpp"
#include "strided_command.hpp"
#include "summary_command.hpp"
#include "timeline_command.hpp"

namespace syncbench::analysis {

std::span<const Command> commands() {
  static const std::array<Command, 16> all{kExplain,  kSummary, kPercentiles, kTimeline, kDecompose, kSkew,
                                           kPairs,    kStorm,   kStrided,     kNoise,    kNuma,      kInit,
                                           kLaunches, kExport,  kCheck,       kRecover};
  return all;
}

}  // namespace syncbench::analysis
