#include <array>
#include <filesystem>

#include "harness/app/bench/benches.hpp"
#include "harness/app/bench/made_up.hpp"
#include "harness/app/gather.hpp"
#include "harness/measure/runner.hpp"
#include "kernels/host_buffers.hpp"
#include "results/parts.hpp"
#include "results/writer.hpp"

namespace syncbench::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kIterations = 200'000;
constexpr std::size_t kRepeats = 40;  // of these, for the write rate

measure::Measurement measure_allreduces(Setting& setting) {
  kernels::HostBuffers buffers;
  const auto backend = setting.backend("mpi", buffers);
  const auto program = backend->prepare(allreduce_of(2));
  const std::array<measure::Subject, 1> subject{{{program.get(), plain(StartMode::barrier, kIterations), "storage"}}};
  return std::move(measure::measure(subject, 1, setting.surroundings).front());
}

results::PointHeader point_header() {
  return {.id = "p0000", .attributes = {{"suite", "bench"}, {"warmup_iterations", std::int64_t{0}}}, .mark_names = {}};
}

// Bytes of a part of that real run, by pair; on rank 0.
double bytes_a_pair(Setting& setting, const fs::path& folder, const Timeline& timeline) {
  const auto ranks = static_cast<std::size_t>(setting.world.size());
  const results::SampleShape shape{.ranks = ranks, .iterations = timeline.size(), .marks = 0, .targets = false};
  if (!setting.world.is_root()) {
    app::gather_samples(setting.world, timeline, false, {.ranks = 1, .iterations = timeline.size()}, {});
    return 0;
  }
  const fs::path file = folder / "run.h5";
  results::RunWriter writer(file, made_up_header(setting.world.size(), setting.world.size()),
                            results::RunWriter::Existing::refuse);
  auto point = writer.begin(point_header(), shape);
  app::gather_samples(setting.world, timeline, false, {.ranks = 1, .iterations = timeline.size()},
                      [&](const results::SampleBlock& block) { point.write(block); });
  point.commit({});
  return static_cast<double>(fs::file_size(results::part_file(file, "p0000"))) /
         static_cast<double>(ranks * timeline.size());
}

// The same samples again and again, each time later.
struct Long {
  explicit Long(const Timeline& timeline) {
    const std::int64_t length = timeline.leaves().back() - timeline.enters().front() + 1'000;
    for (std::size_t repeat = 0; repeat < kRepeats; ++repeat) {
      const std::int64_t later = length * static_cast<std::int64_t>(repeat);
      for (const std::int64_t at : timeline.enters()) enter.push_back(at + later);
      for (const std::int64_t at : timeline.leaves()) leave.push_back(at + later);
    }
    status.resize(enter.size());
  }
  std::vector<std::int64_t> enter, leave;
  std::vector<std::uint8_t> status;
};

// Million pairs a second, from memory to a closed file that has its name.
double write_rate(const fs::path& folder, const Timeline& timeline) {
  const Long samples(timeline);
  results::RunWriter writer(folder / "long.h5", made_up_header(1, 1), results::RunWriter::Existing::refuse);
  const Nanos begin = raw_clock().now();
  auto point =
      writer.begin(point_header(), {.ranks = 1, .iterations = samples.enter.size(), .marks = 0, .targets = false});
  const std::size_t step = point.block_iterations();
  for (std::size_t first = 0; first < samples.enter.size(); first += step) {
    const std::size_t count = std::min(step, samples.enter.size() - first);
    point.write({.first_rank = 0,
                 .ranks = 1,
                 .first_iteration = first,
                 .iterations = count,
                 .enter = std::span(samples.enter).subspan(first, count),
                 .leave = std::span(samples.leave).subspan(first, count),
                 .target = {},
                 .marks = {},
                 .status = std::span(samples.status).subspan(first, count)});
  }
  point.commit({});
  const auto took = static_cast<double>((raw_clock().now() - begin).count());
  return static_cast<double>(samples.enter.size()) / took * 1e3;
}

}  // namespace

Figures storage(Setting& setting) {
  const Folder folder;
  const auto measured = measure_allreduces(setting);
  const double bytes = bytes_a_pair(setting, folder.path(), measured.timeline);
  const double rate = setting.world.is_root() ? write_rate(folder.path(), measured.timeline) : 0;
  return {{.bench = "storage",
           .what = "file of 8 B allreduces, an enter and leave",
           .value = bytes,
           .unit = "B",
           .limit = 4.0},
          {.bench = "storage",
           .what = "compress and write, one core",
           .value = rate,
           .unit = "M pairs/s",
           .limit = 8,
           .at_least = true}};
}

}  // namespace syncbench::bench
