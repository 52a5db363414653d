#pragma once

#include <string>
#include <vector>

#include "results/h5/failure.hpp"
#include "results/model.hpp"

namespace syncbench::results {

/// The tables of a file: /run/ranks, /run/nodes, /run/clock, /run/startup, /run/log and /index. Fields, units and
/// descriptions are in rows.cpp, once for both directions. Throw h5::Failure.
void write_rows(h5::Id file, const std::vector<RankRow>& rows);
void write_rows(h5::Id file, const std::vector<NodeRow>& rows);
void write_rows(h5::Id file, const std::vector<ClockRow>& rows);
void write_rows(h5::Id file, const std::vector<StartupRow>& rows);
void write_rows(h5::Id file, const std::vector<LogRow>& rows);
void write_rows(h5::Id file, const std::vector<IndexRow>& rows);

/// Row is one of the six; only these are instantiated.
template <class Row>
std::vector<Row> read_rows(h5::Id file);

}  // namespace syncbench::results
