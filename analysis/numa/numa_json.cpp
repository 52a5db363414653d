#include "analysis/numa/numa_text.hpp"
#include "analysis/render/json_values.hpp"

namespace syncbench::analysis {
namespace {

Json json_of(const RankMasks& masks) {
  return {{"rank", masks.rank},
          {"hostname", masks.host},
          {"cpus_at_entry", masks.at_entry},
          {"cpus_after_mpi_init", masks.after_mpi_init},
          {"cpus_after_backend", masks.after_backend},
          {"unbound", masks.unbound()}};
}

Json json_of(const MemoryPair& pair) {
  return {{"cpu_node", pair.cpu_node},     {"memory_node", pair.memory_node},
          {"latency_id", pair.latency_id}, {"latency_ns", json_or_null(pair.latency_ns)},
          {"copy_id", pair.copy_id},       {"copied_bytes_per_ns", json_or_null(pair.bytes_per_nano)}};
}

Json json_of(const SeatingRow& row) {
  return {{"id", row.id},
          {"part", row.part},
          {"cpu_policy", row.cpu_policy},
          {"memory_policy", row.memory_policy},
          {"cpu_node", json_or_null(row.cpu_node)},
          {"memory_node", json_or_null(row.memory_node)},
          {"near", row.near},
          {"operation", row.operation},
          {"bytes", row.bytes},
          {"n", row.n},
          {"p50_ns", row.median_ns},
          {"times_base", json_or_null(row.ratio)}};
}

Json json_of(const NotApplicable& each) { return {{"id", each.id}, {"what", each.what}, {"reason", each.reason}}; }

template <class T>
Json array_of(const std::vector<T>& items) {
  Json all = Json::array();
  for (const T& item : items) all.push_back(json_of(item));
  return all;
}

}  // namespace

std::string numa_json(const std::vector<NumaReport>& reports) {
  Json json{{"format", "syncbench-analyze/1"},
            {"command", "numa"},
            {"confidence", 0.95},
            {"scope", "launch"},
            {"files", Json::array()}};
  for (const NumaReport& report : reports)
    json["files"].push_back({{"file", report.file.string()},
                             {"sentences", report.sentences},
                             {"ranks", array_of(report.ranks)},
                             {"memory", array_of(report.memory)},
                             {"seatings", array_of(report.seatings)},
                             {"not_measured", array_of(report.not_applicable)}});
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace syncbench::analysis
