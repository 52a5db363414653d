#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "results/h5/failure.hpp"
#include "results/model.hpp"
#include "results/point_state.hpp"

namespace syncbench::results {

/// The part that has the nodes' facts and no point.
inline constexpr std::string_view kFactsPart = "facts";

/// Whether a part is a point's.
bool has_point(const std::filesystem::path& part);

/// Writes /run/facts/<node>/<moment> for every node whose text is not empty. Throws h5::Failure.
void write_facts(h5::Id file, FactsMoment moment, const std::vector<std::string>& json_by_node);

/// The text; empty where there is none. Throws h5::Failure.
std::string read_facts(h5::Id file, std::int64_t node, FactsMoment moment);

/// Copies all of /run/facts of a file that has them. Throws h5::Failure.
void copy_facts(h5::Id from, h5::Id to);

/// Writes a whole part for the nodes' facts at the begin. Throws h5::Failure or Error(io).
void write_part_of_facts(const PartPlan& plan, const std::vector<std::string>& json_by_node);

}  // namespace syncbench::results
