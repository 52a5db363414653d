#include "analysis/tests/hand_made_run.hpp"

#include <cstdlib>
#include <system_error>

#include <fmt/format.h>

#include "harness/core/nanos.hpp"
#include "harness/core/shuffle.hpp"

namespace syncbench::analysis::testing {

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "syncbench-analysis-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::system_error(errno, std::generic_category(), pattern);
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

results::RunHeader header_of(std::int64_t ranks, std::int64_t nodes) {
  results::RunHeader header;
  header.version = "0.1.0";
  header.git = "b60ac20";
  header.created = "2024-05-06T07:08:09Z";
  header.run_id = "123e4567-e89b-12d3-a456-426614174000";
  header.backends = "mpi";
  header.launcher = "srun";
  header.ranks = ranks;
  header.nodes = nodes;
  header.argv = "syncbench";
  header.config_json = "{}";
  header.labels_json = "{}";
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    const std::int64_t node = rank * nodes / ranks;
    header.rank_rows.push_back({rank, node, rank - node * ranks / nodes, 4000 + rank, "0-3", "0", ""});
  }
  for (std::int64_t node = 0; node < nodes; ++node) header.node_rows.push_back({node, fmt::format("n{}", node + 1)});
  return header;
}

constexpr std::size_t kWarmup = 10;

results::PointHeader point_of(const std::string& id, std::int64_t bytes, std::int64_t pieces,
                              const std::string& policy) {
  return {id,
          {{"suite", "smallpkt"},
           {"operation", "allreduce"},
           {"backend", "mpi"},
           {"type", "f32"},
           {"policy", policy},
           {"start", "barrier"},
           {"participants", "all"},
           {"stop_reason", "count"},
           {"bytes_send", bytes},
           {"bytes_receive", bytes},
           {"pieces", pieces},
           {"warmup_iterations", std::int64_t{10}},
           {"verified", std::int64_t{1}},
           {"timer_overhead_ns", std::int64_t{22}}},
          {}};
}

results::IndexRow row_of_suite(const std::string& suite) {
  results::IndexRow row;
  row.suite = suite;
  return row;
}

void write_point(results::RunWriter& writer, const results::PointHeader& point, std::size_t ranks,
                 std::size_t iterations, const SampleOf& sample, std::size_t blocks) {
  std::vector<std::int64_t> enter, leave, marks;
  std::vector<std::uint8_t> status;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    for (std::size_t i = 0; i < iterations; ++i) {
      const Sample one = sample(rank, i);
      const auto start = static_cast<std::int64_t>(1'000'000 * i + 10 * rank);
      enter.push_back(one.elapsed_ns == kAbsent ? kAbsent : start);
      leave.push_back(one.elapsed_ns == kAbsent ? kAbsent : start + one.elapsed_ns);
      for (const std::int64_t mark : one.marks) marks.push_back(start + mark);
      status.push_back(static_cast<std::uint8_t>(one.status));
    }
  }
  results::PointWriter part = writer.begin(point, {ranks, iterations, point.mark_names.size(), false});
  part.write({0, ranks, 0, iterations, enter, leave, {}, marks, status});
  // As many iterations a block, after a warm-up that belongs to the first.
  std::vector<std::uint16_t> block_of(iterations, 0);
  for (std::size_t i = kWarmup; i < iterations; ++i)
    block_of[i] = static_cast<std::uint16_t>((i - kWarmup) * blocks / (iterations - kWarmup));
  part.write_blocks(block_of);
  results::IndexRow row;
  row.id = point.id;
  row.suite = std::get<std::string>(point.attributes.at("suite"));
  row.operation = "allreduce";
  row.backend = "mpi";
  row.policy = std::get<std::string>(point.attributes.at("policy"));
  row.bytes = std::get<std::int64_t>(point.attributes.at("bytes_send"));
  row.pieces = std::get<std::int64_t>(point.attributes.at("pieces"));
  row.n = static_cast<std::int64_t>(iterations) - 10;
  row.p50_ns = row.p99_ns = kAbsent;
  part.commit(row);
}

std::string write_hand_made_run(const std::string& file) {
  results::RunWriter writer(file, header_of(4, 2), results::RunWriter::Existing::refuse);
  writer.log(
      {"2024-05-06T07:08:10Z", -1, "warning", "4 ranks share 2 cores: times are those of an oversubscribed node"});
  write_point(writer, point_of("p0000", 8, 1, "serial"), 4, 110, [](std::size_t rank, std::size_t i) {
    const bool late = rank == 0 && (i == 20 || i == 21);
    const std::size_t shuffled_i = i < kWarmup ? i : kWarmup + (i - kWarmup) * 37 % 100;
    return Sample{static_cast<std::int64_t>(1000 * (rank + 1) + shuffled_i),
                  late ? SampleStatus::late_start : SampleStatus::ok};
  });
  const std::vector<std::size_t> order = shuffled(400, 3, 0);
  write_point(writer, point_of("p0001", 65536, 137, "fused"), 4, 410, [&order](std::size_t, std::size_t i) {
    return Sample{static_cast<std::int64_t>(i < 10 ? 9000 : 5000 + order[i - 10]), SampleStatus::ok};
  });
  writer.not_measured(point_of("p0002", 1048576, 1, "serial"), "needs 96 GiB a node, and there are 64");
  return writer.finish("finished").string();
}

}  // namespace syncbench::analysis::testing
