#include "harness/app/truth/simulated/run_file.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/app/truth/simulated/course.hpp"
#include "harness/app/truth/simulated/stopping.hpp"
#include "harness/core/median_interval.hpp"
#include "harness/core/nanos.hpp"
#include "results/writer.hpp"

namespace syncbench::truth {
namespace {

using nlohmann::json;

constexpr std::int64_t kBegin = 40'000'000'000;
constexpr std::uint32_t kStreamsPerPoint = 16;

results::RunHeader header_of(std::int64_t ranks, std::uint32_t seed) {
  results::RunHeader header;
  header.version = header.git = "simulated";
  header.created = "2000-01-01T00:00:00Z";
  header.run_id = fmt::format("00000000-0000-0000-0000-{:012x}", seed);
  header.backends = "mpi";
  header.launcher = "mpirun";
  header.argv = "syncbench";
  header.config_json = header.labels_json = "{}";
  header.ranks = ranks;
  header.nodes = 1;
  header.node_rows.push_back({0, "n1"});
  for (std::int64_t rank = 0; rank < ranks; ++rank)
    header.rank_rows.push_back({rank, 0, rank, 4000 + rank, fmt::format("{}", rank), "0", ""});
  return header;
}

results::Value value_of(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_integer()) return value.get<std::int64_t>();
  return value.get<double>();
}

results::PointHeader point_header(const std::string& id, const json& point, const Course& course) {
  results::PointHeader header{id,
                              {{"suite", "smallpkt"},
                               {"operation", "allreduce"},
                               {"backend", "mpi"},
                               {"type", "f32"},
                               {"policy", "serial"},
                               {"layout", "contiguous"},
                               {"start", point.value("start", "round-time")},
                               {"waiting", "spin"},
                               {"clock", "raw"},
                               {"buffers", "hot"},
                               {"participants", "all"},
                               {"evidence", point.value("evidence", "off")},
                               {"steadiness", "steady"},
                               {"stop_reason", "precision"},
                               {"bytes_send", std::int64_t{1024}},
                               {"bytes_receive", std::int64_t{1024}},
                               {"pieces", std::int64_t{1}},
                               {"warmup_iterations", point.value("warmup", std::int64_t{0})},
                               {"verified", std::int64_t{1}},
                               {"timer_overhead_ns", std::int64_t{30}},
                               {"timer_resolution_ns", point.value("tick_ns", std::int64_t{1})}},
                              {},
                              course.counter_names};
  const json own = point.value("attributes", json::object());
  for (const auto& [name, value] : own.items()) header.attributes[name] = value_of(value);
  return header;
}

std::vector<std::uint16_t> blocks_of(const json& point, std::size_t iterations, std::size_t warmup) {
  std::vector<std::uint16_t> blocks(iterations, 0);
  const std::size_t count = point.value("blocks", std::size_t{1}), size = point.value("block_size", std::size_t{0});
  for (std::size_t i = 0; i < iterations; ++i) {
    if (size > 0) blocks[i] = static_cast<std::uint16_t>(i / size);
    if (size == 0 && i >= warmup) blocks[i] = static_cast<std::uint16_t>((i - warmup) * count / (iterations - warmup));
  }
  return blocks;
}

void write_point(results::RunWriter& writer, const std::string& id, const json& point, const Course& course) {
  const results::PointHeader header = point_header(id, point, course);
  const bool targets = std::get<std::string>(header.attributes.at("start")) == "round-time";
  results::PointWriter part =
      writer.begin(header, {course.ranks, course.iterations, 0, targets, course.counter_names.size()});
  part.write({.first_rank = 0,
              .ranks = course.ranks,
              .first_iteration = 0,
              .iterations = course.iterations,
              .enter = course.enter,
              .leave = course.leave,
              .target = targets ? std::span<const std::int64_t>(course.target) : std::span<const std::int64_t>(),
              .marks = {},
              .status = course.status,
              .evidence = course.evidence});
  const auto warmup = static_cast<std::size_t>(std::get<std::int64_t>(header.attributes.at("warmup_iterations")));
  part.write_blocks(blocks_of(point, course.iterations, warmup));
  results::IndexRow row;
  row.suite = "smallpkt";
  row.operation = std::get<std::string>(header.attributes.at("operation"));
  row.backend = "mpi";
  row.policy = "serial";
  row.bytes = std::get<std::int64_t>(header.attributes.at("bytes_send"));
  row.n = static_cast<std::int64_t>(course.iterations - warmup);
  row.p50_ns = row.p99_ns = kAbsent;
  part.commit(row);
}

// What the start modes are like by themselves, and what a point says of that (`start_spreads`).
void set_spreads(results::RunWriter& writer, const json& points, std::size_t ranks, std::uint32_t seed) {
  for (const json& point : points) {
    const double share = point.value("spread_share", 1.0);
    writer.set_start_spread(point.value("start", "round-time"),
                            std::llround(share * static_cast<double>(start_spread_of(point, ranks, seed))));
    const json own = point.value("start_spreads", json::object());
    for (const auto& [mode, spread] : own.items()) writer.set_start_spread(mode, spread.get<std::int64_t>());
  }
}

double seconds_at(const Course& course, std::size_t iteration) {
  return static_cast<double>(course.target[course.at(0, iteration)] - course.target[course.at(0, 0)]) / 1e9;
}

json truth_of(const Course& course, const Fault& fault) {
  std::map<std::size_t, std::int64_t> longest;
  for (const Hit& hit : fault.hits) longest[hit.iteration] = std::max(longest[hit.iteration], hit.nanos);
  json truth{{"where", fault.where}, {"iterations", longest.size()}};
  if (longest.empty()) return truth;
  std::vector<std::int64_t> sizes;
  std::int64_t sum = 0;
  for (const auto& [iteration, size] : longest) {
    sizes.push_back(size);
    sum += size;
  }
  truth["sum_ns"] = sum;
  truth["share"] = static_cast<double>(sum) / static_cast<double>(course.time);
  truth["median_ns"] = median_of(std::move(sizes));
  truth["first"] = longest.begin()->first;
  truth["last"] = longest.rbegin()->first;
  truth["first_s"] = seconds_at(course, longest.begin()->first);
  truth["last_s"] = seconds_at(course, longest.rbegin()->first);
  return truth;
}

// Where a stop rule ends the point, few iterations are simulated first, for they mostly will do. Puts into `point` what
// the rules found.
Course course_to_the_stop(json& point, std::size_t ranks, std::int64_t begin, std::uint32_t seed,
                          std::uint32_t stream) {
  constexpr std::size_t kFirst = 20'000;
  const auto all = point.at("iterations").get<std::size_t>();
  if (!point.contains("stop")) return course_of(point, ranks, begin, seed, stream);
  for (const std::size_t count : {std::min(kFirst, all), all}) {
    point["iterations"] = count;
    Course course = course_of(point, ranks, begin, seed, stream);
    const auto stopped = stop_of(point["stop"].get<std::string>(), course);
    if (!stopped) continue;
    point["warmup"] = stopped->warmup;
    point["block_size"] = stopped->block;
    point["attributes"]["stop_reason"] = stopped->reason;
    point["attributes"]["steadiness"] = stopped->steadiness;
    return first_of(course, stopped->iterations);
  }
  throw std::invalid_argument("the stop rule does not end the point within its iterations");
}

}  // namespace

json write_run(const json& description) {
  const auto ranks = description.value("ranks", std::size_t{2});
  const auto seed = description.at("seed").get<std::uint32_t>();
  const json& points = description.at("points");
  results::RunWriter writer(description.at("file").get<std::string>(),
                            header_of(static_cast<std::int64_t>(ranks), seed), results::RunWriter::Existing::replace);
  set_spreads(writer, points, ranks, seed);
  json truths = json::array();
  std::int64_t begin = kBegin;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const auto stream = static_cast<std::uint32_t>(k) * kStreamsPerPoint;
    json point = points[k];
    const Course course = course_to_the_stop(point, ranks, begin, seed, stream);
    begin = course.end + 1'000'000;
    const std::string id = fmt::format("p{:04}", k);
    write_point(writer, id, point, course);
    json faults = json::array();
    for (const Fault& fault : course.faults) faults.push_back(truth_of(course, fault));
    truths.push_back({{"id", id},
                      {"iterations", course.iterations - point.value("warmup", std::size_t{0})},
                      {"seconds", seconds_at(course, course.iterations - 1)},
                      {"time_ns", course.time},
                      {"faults", faults}});
  }
  writer.finish("finished");
  return {{"file", description["file"]}, {"points", truths}};
}

}  // namespace syncbench::truth
