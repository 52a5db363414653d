#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analysis/run/selection.hpp"
#include "harness/core/mean_interval.hpp"
#include "results/reader.hpp"

namespace syncbench::analysis {

/// Memory of one node as seen from the cores of another.
struct MemoryPair {
  std::int64_t cpu_node = 0, memory_node = 0;
  std::string latency_id, copy_id;       ///< points; empty where there is none
  std::optional<double> latency_ns;      ///< of one load, median of the samples' means
  std::optional<double> bytes_per_nano;  ///< that were copied, at the median
};

/// A collective under one policy, or with ranks and buffers on given nodes.
struct SeatingRow {
  std::string id, part;  ///< "policies" or "placement"
  std::string cpu_policy, memory_policy;
  std::optional<std::int64_t> cpu_node, memory_node;
  std::string operation, near;  ///< devices next to the node that ranks are on
  std::int64_t bytes = 0;
  std::size_t n = 0;
  double median_ns = 0;
  /// Time against that as the launcher left ranks (placement: against the same ranks with buffers on their own node).
  /// Block by block of the same run; nothing where there is no such point or too few blocks.
  std::optional<MeanInterval> ratio;
};

/// Where one rank might run, as lists of processors; empty where the file does not say.
struct RankMasks {
  std::int64_t rank = 0;
  std::string host, at_entry, after_mpi_init, after_backend;
  std::int64_t of_machine = 0;  ///< processors that the host has; 0 if not known

  /// Whether it may run on every one of several processors.
  bool unbound() const;
};

/// Something that this machine does not have.
struct NotApplicable {
  std::string id, what, reason;
};

struct NumaReport {
  std::filesystem::path file;
  std::string launcher;
  std::vector<RankMasks> ranks;
  std::vector<MemoryPair> memory;
  std::vector<SeatingRow> seatings;
  std::vector<NotApplicable> not_applicable;
  std::vector<std::string> sentences;
};

/// The same, or nothing where numa was not measured or is not selected. Throws as the reader does.
std::optional<NumaReport> numa_report_if_any(const std::filesystem::path& file, const Selection& selection);

/// "buffers on node 1 and ranks on node 0 cost 1.7 × …", "policy one-core takes 0.80 × …". Precondition: it has a
/// ratio.
std::string seating_sentence(const SeatingRow& row);

/// What suite numa measured in one file. Throws as the reader does, Error(usage) where the selection fits no point,
/// Error(data) where the file has no point of suite numa.
NumaReport numa_report(const std::filesystem::path& file, const Selection& selection);

/// What the report says, in sentences for people; a pure function of everything else in it.
std::vector<std::string> numa_sentences(const NumaReport& report);

}  // namespace syncbench::analysis
