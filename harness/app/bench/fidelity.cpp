#include <array>
#include <cmath>

#include <fmt/format.h>

#include "benches.hpp"
#include <syncbench/kernels/host_buffers.hpp>
#include <syncbench/measure/runner.hpp>
#include <syncbench/mpi/check.hpp>

namespace syncbench::bench {
namespace {

constexpr std::size_t kBlock = 200;
constexpr int kRounds = 60;  // of A B B A: 120 blocks a side
constexpr std::size_t kLargest = 64 * 1024;

// Ordinary memory, and the addresses it was given at: the plain loop is to use the same buffers.
class SeenBuffers final : public kernels::BufferProvider {
 public:
  kernels::Placement placement() const noexcept override { return memory_.placement(); }
  kernels::Buffer allocate(Bytes size) override {
    kernels::Buffer buffer = memory_.allocate(size);
    seen.push_back(buffer.data());
    return buffer;
  }
  void write(kernels::Buffer& to, std::size_t offset, std::span<const std::byte> from) override {
    memory_.write(to, offset, from);
  }
  void read(const kernels::Buffer& from, std::size_t offset, std::span<std::byte> to) override {
    memory_.read(from, offset, to);
  }

  std::vector<std::byte*> seen;

 private:
  void free(void*) noexcept override {}  // they go back to memory_, which gave them

  kernels::HostBuffers memory_;
};

using Times = std::vector<std::int64_t>;

void append(Times& to, const Times& more) { to.insert(to.end(), more.begin(), more.end()); }

// What people write themselves.
Times plain_block(MPI_Comm traffic, const std::byte* send, std::byte* receive, int count) {
  Times times;
  times.reserve(kBlock);
  for (std::size_t i = 0; i < kBlock; ++i) {
    MPI_Barrier(traffic);
    const std::int64_t begin = raw_clock().now().count();
    MPI_Allreduce(send, receive, count, MPI_FLOAT, MPI_SUM, traffic);
    times.push_back(raw_clock().now().count() - begin);
  }
  return times;
}

// Ours over theirs, pooled medians.
double ratio_at(Setting& setting, std::size_t bytes) {
  SeenBuffers buffers;
  const auto backend = setting.backend("mpi", buffers);
  const std::size_t count = bytes / sizeof(float);
  const auto program = backend->prepare(allreduce_of(count));
  const std::array<measure::Subject, 1> subject{{{program.get(), plain(StartMode::mpi_barrier, kBlock), "fidelity"}}};
  Times ours, theirs;
  const auto our_block = [&] {
    const auto measured = measure::measure(subject, 1, setting.surroundings);
    append(ours, iteration_times(setting.world, measured.front().timeline));
  };
  const auto their_block = [&] {
    append(theirs, highest_over_ranks(setting.world, plain_block(setting.traffic.handle(), buffers.seen.at(0),
                                                                 buffers.seen.at(1), static_cast<int>(count))));
  };
  for (int round = 0; round <= kRounds; ++round) {
    if (round == 1) {  // the first touched peers and buffers
      ours.clear();
      theirs.clear();
    }
    our_block();
    their_block();
    their_block();
    our_block();
  }
  return static_cast<double>(median_of(ours)) / static_cast<double>(median_of(theirs));
}

}  // namespace

Figures fidelity(Setting& setting) {
  Figures figures;
  double worst = 0;
  for (std::size_t bytes = 8; bytes <= kLargest; bytes *= 2) {
    const double ratio = ratio_at(setting, bytes);
    worst = std::max(worst, std::abs(ratio - 1));
    figures.push_back({.bench = "fidelity",
                       .what = fmt::format("allreduce {} B, ours / plain loop", bytes),
                       .value = ratio,
                       .unit = ""});
  }
  figures.push_back({.bench = "fidelity", .what = "furthest from 1", .value = worst, .unit = "", .limit = 0.05});
  return figures;
}

}  // namespace syncbench::bench
