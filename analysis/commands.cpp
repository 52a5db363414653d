#include "commands.hpp"

#include <array>

#include "check_command.hpp"
#include "decompose_command.hpp"
#include "explain_command.hpp"
#include "export_command.hpp"
#include "pairs_command.hpp"
#include "percentiles_command.hpp"
#include "recover_command.hpp"
#include "skew_command.hpp"
#include "storm_command.hpp"
#include "strided_command.hpp"
#include "summary_command.hpp"

namespace syncbench::analysis {

std::span<const Command> commands() {
  static const std::array<Command, 11> all{kExplain, kSummary, kPercentiles, kDecompose, kSkew,   kPairs,
                                           kStorm,   kStrided, kExport,      kCheck,     kRecover};
  return all;
}

}  // namespace syncbench::analysis
