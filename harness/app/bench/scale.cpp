#include <algorithm>
#include <fstream>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <malloc.h>

#include "harness/app/bench/benches.hpp"
#include "harness/app/bench/made_up.hpp"
#include "harness/app/gather.hpp"
#include "harness/core/error.hpp"
#include "harness/mpi/check.hpp"
#include "results/blocks.hpp"
#include "results/writer.hpp"

namespace syncbench::bench {
namespace {

constexpr std::size_t kIterations = 1'000'000;
constexpr int kFewestRanks = 2;
constexpr double kMostMegabytes = 32;

// A line of /proc/self/status, MB.
double status_megabytes(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(name + ":")) return std::stod(line.substr(name.size() + 1)) * 1024 / 1e6;
  }
  throw Error(ExitCode::unavailable, "/proc/self/status has no " + name);
}

// The most memory that this process has had since this object was made, over what it had then.
class Growth {
 public:
  Growth() {
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5";  // sets VmHWM back (proc(5))
    begin_ = status_megabytes("VmRSS");
  }
  double megabytes() const { return status_megabytes("VmHWM") - begin_; }

 private:
  double begin_ = 0;
};

Timeline full_timeline() {
  Timeline timeline(raw_clock(), {.iterations = kIterations, .marks = 0});
  while (!timeline.full()) {
    timeline.enter(Nanos{kAbsent});
    timeline.leave();
  }
  return timeline;
}

struct Gathered {
  double megabytes = 0, seconds = 0;  // of rank 0
};

// From all ranks' memory to a finished file.
Gathered gather(const mpi::Communicator& world, const Timeline& timeline) {
  const auto ranks = static_cast<std::size_t>(world.size());
  const results::SampleShape shape{.ranks = ranks, .iterations = timeline.size(), .marks = 0, .targets = false};
  const results::BlockShape block = results::block_shape(shape);
  const app::GatherExtent extent{block.ranks, block.iterations};
  if (!world.is_root()) {
    app::gather_samples(world, timeline, false, extent, {});
    return {};
  }
  const Folder folder;
  const Growth growth;
  const Nanos begin = raw_clock().now();
  results::RunWriter writer(folder.path() / "run.h5", made_up_header(world.size(), world.size()),
                            results::RunWriter::Existing::refuse);
  auto point = writer.begin({.id = "p0000", .attributes = {{"suite", "bench"}}, .mark_names = {}}, shape);
  app::gather_samples(world, timeline, false, extent, [&](const results::SampleBlock& part) { point.write(part); });
  point.commit({});
  return {growth.megabytes(), static_cast<double>((raw_clock().now() - begin).count()) * 1e-9};
}

}  // namespace

Figures scale(Setting& setting) {
  const Timeline timeline = full_timeline();
  const int most = setting.world.size();
  Figures figures;
  for (int ranks = kFewestRanks; ranks <= most; ranks = std::min(2 * ranks, std::max(most, ranks + 1))) {
    const auto part = setting.world.split(setting.world.rank().value < ranks ? std::optional(0) : std::nullopt);
    const Gathered gathered = part ? gather(*part, timeline) : Gathered{};
    SYNCBENCH_MPI(MPI_Barrier(setting.world.handle()));
    const std::string what = fmt::format("gather and write, {} ranks x {} M", ranks, kIterations / 1'000'000);
    figures.push_back({.bench = "scale",
                       .what = what + ", rank 0 needs",
                       .value = gathered.megabytes,
                       .unit = "MB",
                       .limit = kMostMegabytes});
    figures.push_back({.bench = "scale",
                       .what = what,
                       .value = static_cast<double>(ranks) * static_cast<double>(kIterations) / gathered.seconds * 1e-6,
                       .unit = "M pairs/s"});
  }
  return figures;
}

}  // namespace syncbench::bench
