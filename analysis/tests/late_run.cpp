#include "analysis/tests/late_run.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/tests/hand_made_run.hpp"
#include "harness/core/names.hpp"
#include "harness/core/philox.hpp"

namespace syncbench::analysis::testing {
namespace {

constexpr std::int64_t kStep = 10'000'000;

std::uint32_t draw(std::uint32_t seed, std::size_t rank, std::size_t iteration) {
  return philox4x32({static_cast<std::uint32_t>(iteration), static_cast<std::uint32_t>(rank), 0, 0}, {seed, 1})[0];
}

}  // namespace

std::int64_t noise(std::uint32_t seed, std::size_t rank, std::size_t iteration, std::int64_t range) {
  return draw(seed, rank, iteration) % range;
}

std::int64_t heavy_noise(std::uint32_t seed, std::size_t rank, std::size_t iteration, double scale, double power) {
  const double even = (draw(seed, rank, iteration) + 1.0) / 4294967296.0;
  return std::llround(scale * std::pow(even, -power));
}

Decomposition point_with(Collective collective, std::size_t ranks, std::size_t iterations, const VisitOf& visit,
                         const results::Attributes& more) {
  PointTimes times;
  times.header = point_of("p0000", 1024, 1, "serial");
  times.header.attributes["operation"] = std::string(name_of(collective));
  times.header.attributes["root"] = std::int64_t{0};
  for (const auto& [name, value] : more) times.header.attributes[name] = value;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    times.ranks.push_back(Rank{static_cast<int>(rank)});
    times.nodes.push_back(NodeIndex{0});
    times.hosts.emplace_back("n1");
  }
  times.iterations = iterations;
  times.use.assign(iterations, IterationUse::counts);
  times.blocks.assign(iterations, 0);
  for (std::size_t i = 0; i < iterations; ++i) {
    const auto begin = static_cast<std::int64_t>(i) * kStep;
    std::int64_t last = 0;
    for (std::size_t rank = 0; rank < ranks; ++rank) last = std::max(last, visit(rank, i).enter);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      const Visit one = visit(rank, i);
      times.enter.push_back(begin + one.enter);
      times.leave.push_back(begin + last + one.leave_after_last);
    }
  }
  const std::vector<ClockModel> clocks(ranks);
  return decompose(std::move(times), {collective, Rank{0}}, clocks, Nanos{20}, {});
}

}  // namespace syncbench::analysis::testing
