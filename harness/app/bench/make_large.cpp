// make_large FILE RANKS ITERATIONS: a result file of one point with that many samples, made up, for benches of reading.
#include <cstdio>
#include <cstdlib>
#include <random>

#include <fmt/format.h>

#include "harness/app/bench/made_up.hpp"
#include "harness/core/nanos.hpp"
#include "results/writer.hpp"

namespace {

using namespace syncbench;

constexpr std::int64_t kRanksANode = 64;

results::PointHeader point_of() {
  return {.id = "p0000",
          .attributes = {{"suite", "smallpkt"},
                         {"operation", "allreduce"},
                         {"backend", "mpi"},
                         {"type", "f32"},
                         {"policy", "serial"},
                         {"start", "barrier"},
                         {"participants", "all"},
                         {"stop_reason", "count"},
                         {"bytes_send", std::int64_t{8}},
                         {"bytes_receive", std::int64_t{8}},
                         {"pieces", std::int64_t{1}},
                         {"warmup_iterations", std::int64_t{0}},
                         {"verified", std::int64_t{1}},
                         {"timer_overhead_ns", std::int64_t{30}}},
          .mark_names = {}};
}

// Iterations of some microseconds, as noisy as real ones, so that they compress like real ones.
void fill(std::size_t first_rank, std::size_t ranks, std::size_t iterations, std::vector<std::int64_t>& enter,
          std::vector<std::int64_t>& leave) {
  enter.clear();
  leave.clear();
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    std::minstd_rand random(static_cast<unsigned>(first_rank + rank + 1));
    std::int64_t now = 1'000'000'000 + static_cast<std::int64_t>(random() % 1000);
    for (std::size_t i = 0; i < iterations; ++i) {
      now += 2'000 + static_cast<std::int64_t>(random() % 32) * 10;
      enter.push_back(now);
      now += 4'000 + static_cast<std::int64_t>(random() % 64) * 10;
      leave.push_back(now);
    }
  }
}

void make(const char* file, std::size_t ranks, std::size_t iterations) {
  results::RunWriter writer(file, bench::made_up_header(static_cast<std::int64_t>(ranks), kRanksANode),
                            results::RunWriter::Existing::replace);
  auto point = writer.begin(point_of(), {.ranks = ranks, .iterations = iterations, .marks = 0, .targets = false});
  const std::size_t step = std::min(ranks, point.block_ranks());
  std::vector<std::int64_t> enter, leave;
  for (std::size_t first = 0; first < ranks; first += step) {
    const std::size_t count = std::min(step, ranks - first);
    fill(first, count, iterations, enter, leave);
    const std::vector<std::uint8_t> status(enter.size(), 0);
    // Block by block in the other dimension too, where there are several.
    for (std::size_t begin = 0; begin < iterations; begin += point.block_iterations()) {
      const std::size_t width = std::min(point.block_iterations(), iterations - begin);
      std::vector<std::int64_t> e, l;
      for (std::size_t rank = 0; rank < count; ++rank) {
        const auto at = static_cast<std::ptrdiff_t>(rank * iterations + begin);
        e.insert(e.end(), enter.begin() + at, enter.begin() + at + static_cast<std::ptrdiff_t>(width));
        l.insert(l.end(), leave.begin() + at, leave.begin() + at + static_cast<std::ptrdiff_t>(width));
      }
      point.write({.first_rank = first,
                   .ranks = count,
                   .first_iteration = begin,
                   .iterations = width,
                   .enter = e,
                   .leave = l,
                   .target = {},
                   .marks = {},
                   .status = std::span(status).first(e.size())});
    }
  }
  results::IndexRow row;
  row.suite = "smallpkt";
  row.operation = "allreduce";
  row.backend = "mpi";
  row.policy = "serial";
  row.bytes = 8;
  row.n = static_cast<std::int64_t>(iterations);
  row.p50_ns = row.p99_ns = kAbsent;
  point.commit(row);
  writer.finish("finished");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: make_large FILE RANKS ITERATIONS\n", stderr);
    return 64;
  }
  try {
    make(argv[1], std::strtoull(argv[2], nullptr, 10), std::strtoull(argv[3], nullptr, 10));
    return 0;
  } catch (const std::exception& problem) {
    fmt::print(stderr, "make_large: {}\n", problem.what());
    return 74;
  }
}
