#pragma once

#include <string>
#include <vector>

#include "results/h5/failure.hpp"
#include "results/model.hpp"

namespace syncbench::results {

/// What says how a run ended: only a merged file knows.
struct RunEnd {
  bool complete = false;                ///< the run came to its end
  std::string exit_reason;              ///< empty: not known (a part)
  std::vector<std::string> facts = {};  ///< of the nodes at the end, JSON; empty: not known
};

/// Writes the root's attributes and /run into a new file. Throws h5::Failure.
void write_run(h5::Id file, const RunHeader& header, const std::vector<LogRow>& log, const RunEnd& end);

/// Throws h5::Failure where something is missing or of the wrong type, or the schema is not ours.
RunHeader read_header(h5::Id file);
RunEnd read_end(h5::Id file);

/// What contradicts itself in a header, as a sentence without a file's name; empty if nothing does. Readers may index
/// `rank_rows` by rank and `node_rows` by a rank's node afterwards.
std::string contradiction(const RunHeader& header);

}  // namespace syncbench::results
