#include "harness/app/start_spread.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "harness/core/median_interval.hpp"
#include "harness/measure/runner.hpp"
#include "harness/mpi/exchange.hpp"

namespace syncbench::app {
namespace {

constexpr std::size_t kIterations = 1'000;

// As the null backend's, which the registry may not have.
class Nothing final : public Program {
 public:
  void arm(Iteration, Payload) override {}
  void run(Marks&) override {}
  Verification verify() override { return {}; }
  std::span<const std::string> mark_names() const noexcept override { return {}; }
};

}  // namespace

StartSpread measure_start_spread(StartMode mode, Evidence evidence, measure::Surroundings& surroundings) {
  Nothing nothing;
  Treatment treatment = fixed_count(0, kIterations);
  treatment.start = mode;
  treatment.evidence = evidence;
  treatment.verify = VerifyMode::off;
  const std::array<measure::Subject, 1> subjects{{{&nothing, treatment, "start spread"}}};
  const auto measurements = measure::measure(subjects, 0, surroundings);
  const Timeline& timeline = measurements.front().timeline;

  std::vector<std::int64_t> last, first, late;
  for (std::size_t i = 0; i < timeline.size(); ++i) {
    const std::int64_t enter = surroundings.clocks.model().global(Nanos{timeline.enters()[i]}).count();
    last.push_back(enter);
    first.push_back(-enter);
    late.push_back(timeline.statuses()[i] == static_cast<std::uint8_t>(SampleStatus::late_start) ? 1 : 0);
  }
  last = mpi::highest_over_ranks(surroundings.communicator, std::move(last));
  first = mpi::highest_over_ranks(surroundings.communicator, std::move(first));
  late = mpi::highest_over_ranks(surroundings.communicator, std::move(late));
  std::vector<std::int64_t> spreads;
  for (std::size_t i = 0; i < last.size(); ++i) {
    if (late[i] == 0) spreads.push_back(last[i] + first[i]);
  }
  if (spreads.empty()) return {Nanos{kAbsent}, Nanos{kAbsent}};
  std::sort(spreads.begin(), spreads.end());
  const std::int64_t rare = spreads[(99 * spreads.size() + 99) / 100 - 1];
  return {Nanos{median_of(std::move(spreads))}, Nanos{rare}};
}

}  // namespace syncbench::app
