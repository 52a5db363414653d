#include "results/tests/sample_run.hpp"

#include <fmt/format.h>

#include "harness/core/nanos.hpp"
#include "results/parts.hpp"

namespace syncbench::results::testing {

RunHeader sample_header(std::int64_t ranks, std::int64_t nodes) {
  RunHeader header;
  header.version = "0.1.0";
  header.git = "b60ac20";
  header.created = "2024-05-06T07:08:09Z";
  header.run_id = "123e4567-e89b-12d3-a456-426614174000";
  header.backends = "null,mpi";
  header.launcher = "srun";
  header.ranks = ranks;
  header.nodes = nodes;
  header.launch_index = 3;
  header.argv = "syncbench --suite smallpkt";
  header.config_json = R"({"suite":"smallpkt","größe":8})";
  header.labels_json = "{}";
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    header.rank_rows.push_back({rank, rank * nodes / ranks, rank, 4000 + rank, fmt::format("{}", rank), "0", ""});
  }
  for (std::int64_t node = 0; node < nodes; ++node) header.node_rows.push_back({node, fmt::format("n{:02}", node)});
  return header;
}

PointHeader sample_point(const std::string& id) {
  PointHeader point{id, {}, {}, {}};
  point.attributes = {{"suite", "smallpkt"},
                      {"operation", "allreduce"},
                      {"backend", "mpi"},
                      {"type", "float32"},
                      {"policy", "serial"},
                      {"start", "barrier"},
                      {"participants", "all"},
                      {"stop_reason", "iterations"},
                      {"bytes_send", std::int64_t{8}},
                      {"bytes_receive", std::int64_t{8}},
                      {"pieces", std::int64_t{1}},
                      {"warmup_iterations", std::int64_t{1}},
                      {"verified", std::int64_t{1}},
                      {"timer_overhead_ns", 21.5}};
  return point;
}

SampleData::SampleData(const SampleShape& extent) : shape(extent) {
  for (std::size_t rank = 0; rank < shape.ranks; ++rank) {
    for (std::size_t iteration = 0; iteration < shape.iterations; ++iteration) {
      const auto start = static_cast<std::int64_t>(1'000'000 * rank + 1000 * iteration);
      enter.push_back(start);
      leave.push_back(start + 100 * (static_cast<std::int64_t>(rank) + 1));
      if (shape.targets) target.push_back(start - 5);
      for (std::size_t mark = 0; mark < shape.marks; ++mark) {
        marks.push_back(start + static_cast<std::int64_t>(mark) + 1);
      }
      for (std::size_t counter = 0; counter < shape.counters; ++counter)
        evidence.push_back(start / 10 + static_cast<std::int64_t>(counter));
      status.push_back(0);
    }
  }
  for (std::size_t i = 0; i < shape.iterations; ++i) blocks.push_back(i < (shape.iterations + 1) / 2 ? 0 : 1);
}

SampleBlock SampleData::whole() const {
  return {0, shape.ranks, 0, shape.iterations, enter, leave, target, marks, status, evidence};
}

void write_point(RunWriter& writer, const std::string& id, const SampleData& data) {
  PointHeader point = sample_point(id);
  for (std::size_t mark = 0; mark < data.shape.marks; ++mark) point.mark_names.push_back(fmt::format("mark{}", mark));
  for (std::size_t counter = 0; counter < data.shape.counters; ++counter)
    point.counter_names.push_back(fmt::format("counter{}", counter));
  PointWriter part = writer.begin(point, data.shape);
  part.write(data.whole());
  part.write_blocks(data.blocks);
  part.commit({id, "smallpkt", "allreduce", "mpi", "serial", "", 8, 1,
               static_cast<std::int64_t>(data.shape.iterations) - 1, 200, kAbsent});
}

std::filesystem::path write_small_run(const std::filesystem::path& file) {
  RunWriter writer(file, sample_header(2, 1), RunWriter::Existing::refuse);
  writer.log({"2024-05-06T07:08:10Z", -1, "warning", "ranks are not bound"});
  write_point(writer, "p0000", SampleData({2, 3, 2, true}));
  writer.not_measured(sample_point("p0001"), "needs 2 nodes");
  write_point(writer, "p0002", SampleData({2, 1, 0, false}));
  return writer.finish("finished");
}

void copy_parts(const std::filesystem::path& run_file, const std::filesystem::path& copy) {
  std::filesystem::copy(parts_folder(run_file), parts_folder(copy));
  std::filesystem::remove(lock_file(parts_folder(copy)));
}

}  // namespace syncbench::results::testing
