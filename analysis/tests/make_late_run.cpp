// Writes a result file for decompose_test.py: make_late_run FILE. Five ranks on two nodes whose clocks drift apart,
// some operations with and without a root, ranks that come late, late starts, a wrong payload, and a rank that is
// absent.
#include <cstdio>
#include <exception>

#include "analysis/tests/hand_made_run.hpp"
#include "harness/core/nanos.hpp"
#include "harness/core/philox.hpp"

namespace {

using namespace syncbench;

constexpr std::size_t kRanks = 5;
constexpr std::int64_t kBegin = 40'000'000'000;

std::uint32_t draw(std::uint32_t stream, std::size_t rank, std::size_t iteration) {
  return philox4x32({static_cast<std::uint32_t>(iteration), static_cast<std::uint32_t>(rank), stream, 0}, {7, 8})[0];
}

// Ranks 3 and 4 are on the second node, whose clock is ahead by 123 µs and gains 20 ppm.
std::int64_t local(std::size_t rank, std::int64_t global) {
  return rank < 3 ? global : global + 123'456 + (global - kBegin) / 50'000;
}

std::vector<results::ClockRow> clock_rows() {
  std::vector<results::ClockRow> rows;
  for (std::int64_t rank = 0; rank < static_cast<std::int64_t>(kRanks); ++rank) {
    for (std::int64_t fix = 0; fix < 4; ++fix) {
      const std::int64_t global = kBegin + fix * 30'000'000;
      const bool second = rank >= 3;
      const std::int64_t offset = local(static_cast<std::size_t>(rank), global) - global;
      rows.push_back({.rank = rank,
                      .when_ns = global + offset,
                      .offset_ns = offset,
                      .slope = second ? 20e-6 : 0,
                      .bound_ns = second ? 150 + fix : 0,
                      .half_width_ns = second ? 150 : 0,
                      .residual_ns = second ? fix : 0});
    }
  }
  return rows;
}

void write(results::RunWriter& writer, const char* id, const char* operation, std::int64_t root, std::size_t iterations,
           std::uint32_t stream) {
  results::PointHeader point = analysis::testing::point_of(id, 1024, 1, "serial");
  point.attributes["operation"] = std::string(operation);
  point.attributes["root"] = root;
  std::vector<std::int64_t> enter(kRanks * iterations), leave(enter.size());
  std::vector<std::uint8_t> status(enter.size(), 0);
  for (std::size_t rank = 0; rank < kRanks; ++rank) {
    for (std::size_t i = 0; i < iterations; ++i) {
      const std::size_t at = rank * iterations + i;
      const bool late = i % 20 == 7 && rank == stream % kRanks;
      const std::int64_t begin =
          kBegin + static_cast<std::int64_t>(i) * 200'000 + draw(stream, rank, i) % 900 + (late ? 40'000 : 0);
      const std::int64_t end =
          kBegin + static_cast<std::int64_t>(i) * 200'000 + 20'000 + draw(stream + 100, rank, i) % 30'000;
      enter[at] = local(rank, begin);
      leave[at] = std::max(enter[at] + 500, local(rank, end));
      if (draw(stream + 200, rank, i) % 400 == 0) status[at] = static_cast<std::uint8_t>(SampleStatus::late_start);
      if (draw(stream + 300, rank, i) % 900 == 0) status[at] = static_cast<std::uint8_t>(SampleStatus::corrupt);
      if (i == 33 && rank == 2) enter[at] = leave[at] = kAbsent;
    }
  }
  results::PointWriter part = writer.begin(point, {kRanks, iterations, 0, false});
  part.write({0, kRanks, 0, iterations, enter, leave, {}, {}, status});
  results::IndexRow row;
  row.suite = "smallpkt";
  row.operation = operation;
  row.backend = "mpi";
  row.n = static_cast<std::int64_t>(iterations) - 10;
  row.p50_ns = row.p99_ns = kAbsent;
  part.commit(row);
}

}  // namespace

int main(int argc, char** argv) {
  namespace testing = analysis::testing;
  if (argc != 2) return 64;
  try {
    results::RunHeader header = testing::header_of(kRanks, 2);
    results::RunWriter writer(argv[1], header, results::RunWriter::Existing::refuse);
    writer.set_clock(clock_rows());
    writer.set_start_spread("barrier", 250);
    write(writer, "p0000", "allreduce", 0, 400, 0);
    write(writer, "p0001", "broadcast", 3, 400, 1);
    write(writer, "p0002", "reduce", 1, 400, 2);
    write(writer, "p0003", "scan", 0, 300, 3);
    write(writer, "p0004", "ring", 0, 300, 4);
    write(writer, "p0005", "centre", 2, 20, 0);
    writer.finish("finished");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 70;
  }
  return 0;
}
