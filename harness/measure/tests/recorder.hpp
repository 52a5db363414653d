#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "harness/core/clock.hpp"
#include "harness/core/error.hpp"
#include "harness/core/program.hpp"
#include "harness/measure/gate.hpp"
#include "harness/measure/runner.hpp"

namespace syncbench::measure {

// Notes what the runner asks of it, but for the unrecorded iterations before the first; gives wrong payload in the
// iteration it is told to.
class Recorder final : public Program {
 public:
  void arm(Iteration iteration, Payload payload) override {
    if (++arms <= measure::kSettlingIterations) return;
    armed.push_back(iteration.value);
    if (payload == Payload::fresh) fresh.insert(iteration.value);
    now = iteration.value;
  }
  void run(Marks& marks) override {
    ++runs;
    marks.mark(0);
    if (throws) throw Error(ExitCode::internal, "the program broke");
    for (int i = 0; i < spins; ++i) raw_clock().now();
  }
  Verification verify() override {
    verified.insert(now);
    if (now == wrong_at) return {.right = false, .first_wrong = "element 3"};
    return {};
  }
  std::span<const std::string> mark_names() const noexcept override { return names; }

  std::vector<std::size_t> armed;
  std::set<std::size_t> fresh, verified;
  int arms = 0;
  std::size_t now = 0;
  std::size_t wrong_at = ~std::size_t{0};
  std::size_t runs = 0;
  int spins = 0;
  bool throws = false;
  std::vector<std::string> names{"begun"};
};

inline Treatment treatment_of(std::size_t warmup, std::size_t iterations) {
  Treatment treatment = fixed_count(warmup, iterations);
  treatment.start = StartMode::barrier;
  return treatment;
}

// What measurements share, on the ranks of a test: one node, one clock.
struct Setting {
  explicit Setting(const mpi::Communicator& world, bool yields = true)
      : clocks(world, world.split_by_node(), raw_clock()),
        progress(raw_clock()),
        surroundings{
            .communicator = world, .clocks = clocks, .progress = progress, .yields = yields, .synchronised_for = {}} {}

  std::vector<measure::Measurement> measure(std::span<const Subject> group, std::uint64_t seed) {
    return measure::measure(group, seed, surroundings);
  }

  mpi::ClockSync clocks;
  measure::Progress progress;
  measure::Surroundings surroundings;
};

}  // namespace syncbench::measure
