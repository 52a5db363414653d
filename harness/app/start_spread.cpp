#include "start_spread.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <syncbench/measure/runner.hpp>
#include <syncbench/mpi/check.hpp>

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

// The highest over ranks of each number, on all ranks.
std::vector<std::int64_t> highest(const mpi::Communicator& world, std::vector<std::int64_t> numbers) {
  SYNCBENCH_MPI(MPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_INT64_T, MPI_MAX,
                              world.handle()));
  return numbers;
}

}  // namespace

Nanos measure_start_spread(StartMode mode, measure::Surroundings& surroundings) {
  Nothing nothing;
  Treatment treatment = fixed_count(0, kIterations);
  treatment.start = mode;
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
  last = highest(surroundings.communicator, std::move(last));
  first = highest(surroundings.communicator, std::move(first));
  late = highest(surroundings.communicator, std::move(late));
  std::vector<std::int64_t> spreads;
  for (std::size_t i = 0; i < last.size(); ++i) {
    if (late[i] == 0) spreads.push_back(last[i] + first[i]);
  }
  if (spreads.empty()) return Nanos{kAbsent};
  std::nth_element(spreads.begin(), spreads.begin() + static_cast<std::ptrdiff_t>(spreads.size() / 2), spreads.end());
  return Nanos{spreads[spreads.size() / 2]};
}

}  // namespace syncbench::app
