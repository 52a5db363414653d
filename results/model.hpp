#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace syncbench::results {

inline constexpr std::string_view kSchema = "syncbench/1";

/// The value of an attribute. Booleans are stored as int64 0 or 1.
using Value = std::variant<std::int64_t, double, std::string>;
using Attributes = std::map<std::string, Value, std::less<>>;

/// The value as a person writes it, for tables and for matching `--where`.
std::string text_of(const Value& value);

struct RankRow {
  std::int64_t rank = 0, node = 0, local_rank = 0, pid = 0;
  std::string cpus;        ///< processors the rank may run on, "0-3,8"
  std::string numa_nodes;  ///< of those processors
  std::string device;      ///< accelerator, empty without one
};

struct NodeRow {
  std::int64_t node = 0;
  std::string hostname;
};

/// Something that went wrong, was skipped or warned about, and why.
struct LogRow {
  std::string time;        ///< UTC, ISO 8601
  std::int64_t rank = -1;  ///< -1: the run as a whole
  std::string code;        ///< short and stable: "not-measured", "unbound"
  std::string text;
};

/// What one synchronisation of a rank's clock with rank 0's found (ClockFix of the core), ns. global = local − offset −
/// slope · (local − when).
struct ClockRow {
  std::int64_t rank = 0;
  std::int64_t when_ns = 0;    ///< on the rank's local clock
  std::int64_t offset_ns = 0;  ///< local − global at that moment
  double slope = 0;            ///< ns by which the offset grows per local ns
  std::int64_t bound_ns = 0;   ///< half width + |residual|, summed along the hops to rank 0
  std::int64_t half_width_ns = 0;
  std::int64_t residual_ns = 0;
  bool operator==(const ClockRow&) const = default;
};

/// A moment of a rank's way from its launch to the first point. Between two moments of a rank lies a phase, which bears
/// the name of the one that ends it.
struct StartupRow {
  std::int64_t rank = 0;
  std::string phase;         ///< "mpi-init"; the first row of a rank is where its time begins: "wrapper" or "process"
  std::int64_t peer = -1;    ///< whom it was about; -1: nobody
  std::int64_t when_ns = 0;  ///< CLOCK_MONOTONIC_RAW of the rank's node
  std::int64_t realtime_ns = 0;  ///< CLOCK_REALTIME, since 1970; INT64_MIN where it was not read
  bool operator==(const StartupRow&) const = default;
};

/// When facts of the nodes were read.
enum class FactsMoment { begin, end };

/// What a run says about itself before its first point.
struct RunHeader {
  std::string software = "syncbench", version, git;
  std::string created;  ///< UTC, ISO 8601
  std::string run_id;   ///< UUID
  bool emulated = false;
  std::string backends;  ///< names, comma-separated
  std::string launcher;
  std::int64_t ranks = 0, nodes = 0, launch_index = 0;
  std::string mpi_threads;  ///< thread level of MPI: "single", "funneled", "serialized", "multiple"; empty: not known
  std::string argv, config_json, labels_json;
  std::vector<RankRow> rank_rows;
  std::vector<NodeRow> node_rows;
  /// Sorted by rank and time; empty where the file does not say.
  std::vector<StartupRow> startup_rows{};
  /// Median spread of the ranks' starts when nothing is measured, ns, by start mode ("round-time").
  std::map<std::string, std::int64_t> start_spread_ns;
  /// How long getting a library ready took, of the slowest rank, by backend and phase ("gloo_connect").
  std::map<std::string, std::int64_t> setup_ns;
};

/// One point: its attributes by name (units in the schema README), its marks' names and its evidence's.
struct PointHeader {
  std::string id;  ///< "p0000", unique in the run, in the order of the plan
  Attributes attributes;
  std::vector<std::string> mark_names;
  std::vector<std::string> counter_names{};
};

/// What a listing needs without opening points.
struct IndexRow {
  std::string id, suite, operation, backend, policy, status;
  std::int64_t bytes = 0;  ///< of one rank's send buffer
  std::int64_t pieces = 1;
  std::int64_t n = 0;       ///< iterations after the warm-up
  std::int64_t p50_ns = 0;  ///< INT64_MIN where there is none
  std::int64_t p99_ns = 0;  ///< INT64_MIN where n does not carry it
};

/// An interruption of one rank, as its local clock saw it: only of points that listen for them.
struct DetourRow {
  std::int64_t rank = 0;
  std::int64_t when_ns = 0;    ///< on the rank's local clock, when it began
  std::int64_t length_ns = 0;  ///< between the two readings that it lies between
  bool operator==(const DetourRow&) const = default;
};

/// What is kept of a point that is recorded as a summary: the statistic of every iteration, and of every rank the
/// quantiles of its own times, all of them times that were measured.
struct PointSummary {
  std::vector<std::int64_t> slowest;  ///< [iteration] the longest leave - enter of any rank, ns; INT64_MIN: nobody's
  std::vector<std::uint8_t> status;   ///< [iteration] the strongest of any rank
  std::vector<double> levels;         ///< [level] ascending, from 0 (the shortest) to 1 (the longest)
  std::vector<std::int64_t> sketch;   ///< [rank][level] ns, over the iterations after the warm-up that count
};

/// A part that was not merged. It stays where it is.
struct LeftOut {
  std::filesystem::path part;
  std::string reason;
};

/// Extent of a point's datasets.
struct SampleShape {
  std::size_t ranks = 0, iterations = 0, marks = 0;
  bool targets = false;
  std::size_t counters = 0;  ///< of evidence
};

}  // namespace syncbench::results
