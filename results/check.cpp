#include "results/check.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "results/attempt.hpp"
#include "results/check_attributes.hpp"
#include "results/check_point.hpp"
#include "results/clock_rows.hpp"
#include "results/h5/attribute.hpp"
#include "results/h5/dataset.hpp"
#include "results/h5/group.hpp"
#include "results/input_file.hpp"
#include "results/model.hpp"
#include "results/parts.hpp"
#include "results/rows.hpp"
#include "results/run_header.hpp"
#include "results/startup_rows.hpp"

namespace syncbench::results {
namespace {

using IndexById = std::map<std::string, IndexRow, std::less<>>;

void check_schema(h5::Id file) {
  const std::string schema = h5::read_text(file, "schema");
  if (schema != kSchema) h5::refuse(file, "", fmt::format("attribute 'schema' is '{}' and not '{}'", schema, kSchema));
}

// "9" stands for a digit, "f" for a hexadecimal one, everything else for itself.
bool looks_like(std::string_view text, std::string_view pattern) {
  const auto fits = [](char c, char p) {
    const bool digit = c >= '0' && c <= '9';
    if (p == '9') return digit;
    if (p == 'f') return digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    return c == p;
  };
  return std::equal(text.begin(), text.end(), pattern.begin(), pattern.end(), fits);
}

void check_identity(DepartureList& list, h5::Id file) {
  list.check([&] {
    const std::string created = h5::read_text(file, "created");
    const bool utc = created.ends_with('Z') && looks_like(created.substr(0, 19), "9999-99-99T99:99:99");
    if (!utc) h5::refuse(file, "", fmt::format("attribute 'created' is '{}' and not a UTC time in ISO 8601", created));
  });
  list.check([&] {
    const std::string id = h5::read_text(file, "run_id");
    const bool uuid = looks_like(id, "ffffffff-ffff-ffff-ffff-ffffffffffff");
    if (!uuid) h5::refuse(file, "", fmt::format("attribute 'run_id' is '{}' and not a UUID", id));
  });
}

void check_root(DepartureList& list, const h5::File& file) {
  list.check([&] { check_schema(file.id()); });
  require_texts(list, file.id(), {"software", "version", "git"});
  require_flags(list, file.id(), {"complete", "emulated"});
  check_identity(list, file.id());
  require_descriptions(list, h5::open_root(file));
}

void check_json(const h5::Group& run, const std::string& name) {
  if (!nlohmann::json::accept(h5::read_text_dataset(run.id(), name))) h5::refuse(run.id(), name, "is not JSON");
}

void check_end(h5::Id file) {
  const RunEnd end = read_end(file);
  if (end.complete) h5::read_text(h5::open_group(file, "run").id(), "exit_reason");
}

void check_run(DepartureList& list, h5::Id file) {
  const h5::Group run = h5::open_group(file, "run");
  require_texts(list, run.id(), {"backends", "launcher"});
  require_integers(list, run.id(), {"ranks", "nodes", "launch_index"});
  list.check([&] { check_end(file); });
  list.check([&] { h5::read_text_dataset(run.id(), "argv"); });
  list.check([&] { check_json(run, "config"); });
  list.check([&] { check_json(run, "labels"); });
  list.check([&] { read_rows<LogRow>(file); });
  require_descriptions(list, run);
}

void check_facts(DepartureList& list, h5::Id file) {
  const h5::Group run = h5::open_group(file, "run");
  if (!h5::has(run.id(), "facts")) return;
  const h5::Group facts = h5::open_group(run.id(), "facts");
  for (const std::string& node : h5::children(facts)) {
    list.check([&] {
      const h5::Group of_node = h5::open_group(facts.id(), node);
      for (const std::string& moment : h5::children(of_node)) list.check([&] { check_json(of_node, moment); });
      require_descriptions(list, of_node);
    });
  }
}

// The tables of ranks and nodes, beside what /run says of their number.
void check_world(h5::Id file) {
  const h5::Group run = h5::open_group(file, "run");
  RunHeader world;
  world.rank_rows = read_rows<RankRow>(file);
  world.node_rows = read_rows<NodeRow>(file);
  world.ranks = h5::read_integer(run.id(), "ranks");
  world.nodes = h5::read_integer(run.id(), "nodes");
  const std::string problem = contradiction(world);
  if (!problem.empty()) throw h5::Failure(problem);
}

IndexById read_index(DepartureList& list, h5::Id file) {
  IndexById index;
  list.check([&] {
    for (IndexRow& row : read_rows<IndexRow>(file)) {
      const std::string id = row.id;
      if (!index.emplace(id, std::move(row)).second) list.add(fmt::format("/index: has point '{}' twice", id));
    }
  });
  return index;
}

void check_listed(DepartureList& list, const h5::Group& points, const IndexById& index) {
  for (const auto& [id, row] : index) {
    if (!is_valid_id(id)) {
      list.add(fmt::format("/index: '{}' cannot be the id of a point", id));
    } else if (!h5::has(points.id(), id)) {
      list.add(fmt::format("/index: lists point '{}', which /points does not have", id));
    }
  }
}

void check_points(DepartureList& list, h5::Id file, std::int64_t ranks) {
  const IndexById index = read_index(list, file);
  const h5::Group points = h5::open_group(file, "points");
  check_listed(list, points, index);
  for (const std::string& id : h5::children(points)) {
    const auto row = index.find(id);
    if (row == index.end()) list.add(fmt::format("/points/{}: has no row in /index", id));
    list.check([&] {
      const h5::Group point = h5::open_group(points.id(), id);
      check_point(list, point, ranks, row == index.end() ? nullptr : &row->second);
    });
  }
}

std::vector<std::string> departures_of(const std::filesystem::path& path) {
  DepartureList list;
  h5::File file;
  if (!list.check([&] { file = open_input(path); })) return list.sentences();
  list.check([&] { check_root(list, file); });
  list.check([&] { check_run(list, file.id()); });
  list.check([&] { check_world(file.id()); });
  std::int64_t ranks = 0;
  const bool known = list.check([&] { ranks = h5::read_integer(h5::open_group(file.id(), "run").id(), "ranks"); });
  if (known) list.check([&] { read_clock(file.id(), ranks); });
  if (known) list.check([&] { read_startup(file.id(), ranks); });
  if (known) list.check([&] { check_points(list, file.id(), ranks); });
  list.check([&] { check_facts(list, file.id()); });
  std::vector<std::string> all = list.sentences();
  // The same cause may stop several checks.
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace

std::vector<std::string> departures(const std::filesystem::path& file) {
  return attempt(ExitCode::io, file, [&] { return departures_of(file); });
}

}  // namespace syncbench::results
