#include "results/run_header.hpp"

#include <fmt/format.h>

#include "results/h5/attribute.hpp"
#include "results/h5/dataset.hpp"
#include "results/h5/group.hpp"
#include "results/rows.hpp"
#include "results/startup_rows.hpp"
#include "results/times.hpp"

namespace syncbench::results {
namespace {

const std::string kStartSpread = "start_spread_ns_";
const std::string kSetup = "setup_ns_";

void write_root(h5::Id file, const RunHeader& header, bool complete) {
  h5::write_attribute(file, "schema", kSchema);
  h5::write_attribute(file, "software", std::string_view(header.software));
  h5::write_attribute(file, "version", std::string_view(header.version));
  h5::write_attribute(file, "git", std::string_view(header.git));
  h5::write_attribute(file, "created", std::string_view(header.created));
  h5::write_attribute(file, "run_id", std::string_view(header.run_id));
  h5::write_attribute(file, "complete", std::int64_t{complete});
  h5::write_attribute(file, "emulated", std::int64_t{header.emulated});
}

void write_run_attributes(h5::Id run, const RunHeader& header, const RunEnd& end) {
  h5::write_attribute(run, "backends", std::string_view(header.backends));
  h5::write_attribute(run, "launcher", std::string_view(header.launcher));
  h5::write_attribute(run, "ranks", header.ranks);
  h5::write_attribute(run, "nodes", header.nodes);
  h5::write_attribute(run, "launch_index", header.launch_index);
  if (!header.mpi_threads.empty()) h5::write_attribute(run, "mpi_threads", std::string_view(header.mpi_threads));
  for (const auto& [mode, spread] : header.start_spread_ns) h5::write_attribute(run, kStartSpread + mode, spread);
  for (const auto& [phase, time] : header.setup_ns) h5::write_attribute(run, kSetup + phase, time);
  const bool known = end.complete || !end.exit_reason.empty();
  if (known) h5::write_attribute(run, "exit_reason", std::string_view(end.exit_reason));
}

bool read_flag(h5::Id object, const std::string& name) {
  const std::int64_t value = h5::read_integer(object, name);
  if (value != 0 && value != 1) h5::refuse(object, "", fmt::format("attribute '{}' is neither 0 nor 1", name));
  return value == 1;
}

std::int64_t read_time(h5::Id object, const std::string& name) {
  const std::int64_t value = h5::read_integer(object, name);
  require_time(object, name, value);
  return value;
}

void require_schema(h5::Id file) {
  const std::string schema = h5::read_text(file, "schema");
  if (schema == kSchema) return;
  h5::refuse(file, "", fmt::format("follows schema '{}', and this program reads '{}'", schema, kSchema));
}

void read_root(h5::Id file, RunHeader& header) {
  header.software = h5::read_text(file, "software");
  header.version = h5::read_text(file, "version");
  header.git = h5::read_text(file, "git");
  header.created = h5::read_text(file, "created");
  header.run_id = h5::read_text(file, "run_id");
  header.emulated = read_flag(file, "emulated");
}

void read_run(h5::Id run, RunHeader& header) {
  header.backends = h5::read_text(run, "backends");
  header.launcher = h5::read_text(run, "launcher");
  header.ranks = h5::read_integer(run, "ranks");
  header.nodes = h5::read_integer(run, "nodes");
  header.launch_index = h5::read_integer(run, "launch_index");
  if (h5::has_attribute(run, "mpi_threads")) header.mpi_threads = h5::read_text(run, "mpi_threads");
  for (const std::string& name : h5::attribute_names(run)) {
    if (name.starts_with(kStartSpread)) header.start_spread_ns[name.substr(kStartSpread.size())] = read_time(run, name);
    if (name.starts_with(kSetup)) header.setup_ns[name.substr(kSetup.size())] = read_time(run, name);
  }
  header.argv = h5::read_text_dataset(run, "argv");
  header.config_json = h5::read_text_dataset(run, "config");
  header.labels_json = h5::read_text_dataset(run, "labels");
}

}  // namespace

void write_run(h5::Id file, const RunHeader& header, const std::vector<LogRow>& log, const RunEnd& end) {
  write_root(file, header, end.complete);
  h5::Group run = h5::create_group(file, "run");
  write_run_attributes(run.id(), header, end);
  h5::write_text(run.id(), "argv", header.argv, "the command line");
  h5::write_text(run.id(), "config", header.config_json, "the resolved configuration, JSON");
  h5::write_text(run.id(), "labels", header.labels_json, "what the user noted about the run, JSON");
  run.close();
  write_rows(file, header.rank_rows);
  write_rows(file, header.node_rows);
  write_rows(file, log);
  if (!header.startup_rows.empty()) write_rows(file, header.startup_rows);
}

RunHeader read_header(h5::Id file) {
  require_schema(file);
  RunHeader header;
  read_root(file, header);
  read_run(h5::open_group(file, "run").id(), header);
  header.rank_rows = read_rows<RankRow>(file);
  header.node_rows = read_rows<NodeRow>(file);
  header.startup_rows = read_startup(file, header.ranks);
  return header;
}

RunEnd read_end(h5::Id file) {
  RunEnd end;
  end.complete = read_flag(file, "complete");
  const h5::Group run = h5::open_group(file, "run");
  if (h5::has_attribute(run.id(), "exit_reason")) end.exit_reason = h5::read_text(run.id(), "exit_reason");
  return end;
}

std::string contradiction(const RunHeader& header) {
  if (std::cmp_not_equal(header.ranks, header.rank_rows.size())) {
    return fmt::format("/run says {} ranks and /run/ranks has {} rows", header.ranks, header.rank_rows.size());
  }
  if (std::cmp_not_equal(header.nodes, header.node_rows.size())) {
    return fmt::format("/run says {} nodes and /run/nodes has {} rows", header.nodes, header.node_rows.size());
  }
  for (std::size_t row = 0; row < header.node_rows.size(); ++row) {
    if (std::cmp_not_equal(header.node_rows[row].node, row)) {
      return fmt::format("row {} of /run/nodes is about node {}", row, header.node_rows[row].node);
    }
  }
  for (std::size_t row = 0; row < header.rank_rows.size(); ++row) {
    const RankRow& rank = header.rank_rows[row];
    if (std::cmp_not_equal(rank.rank, row)) {
      return fmt::format("row {} of /run/ranks is about rank {}", row, rank.rank);
    }
    if (rank.node < 0 || rank.node >= header.nodes) {
      return fmt::format("/run/ranks puts rank {} on node {} of {}", row, rank.node, header.nodes);
    }
  }
  return {};
}

}  // namespace syncbench::results
