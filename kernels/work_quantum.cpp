#include "kernels/work_quantum.hpp"

#include <algorithm>

#include "harness/mpi/exchange.hpp"

namespace syncbench::kernels {
namespace {

constexpr int kTries = 20;
constexpr std::uint64_t kFirstSteps = 1'000;
constexpr Nanos kShortest{1'000};

// The fastest of several tries is the one that was disturbed least.
Nanos undisturbed(std::uint64_t steps, Clock clock, std::uint64_t& result) {
  Nanos fastest = Nanos::max();
  for (int i = 0; i < kTries; ++i) {
    const Nanos begun = clock.now();
    result = work(steps, result);
    fastest = std::min(fastest, clock.now() - begun);
  }
  return fastest;
}

class WorkQuantumProgram final : public Program {
 public:
  explicit WorkQuantumProgram(std::uint64_t steps) : steps_(steps) {}

  void arm(Iteration, Payload) override {}
  void run(Marks&) override { result_ = work(steps_, result_); }
  // The chain never comes to 0, unless it was not worked.
  Verification verify() override {
    if (result_ != 0) return {};
    return {.right = false, .first_wrong = "the work quantum came to 0"};
  }
  std::span<const std::string> mark_names() const noexcept override { return {}; }

 private:
  std::uint64_t steps_;
  std::uint64_t result_ = 1;
};

}  // namespace

std::uint64_t work(std::uint64_t steps, std::uint64_t seed) noexcept {
  std::uint64_t x = seed;
  for (std::uint64_t i = 0; i < steps; ++i) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
  }
  return x;
}

std::uint64_t steps_for(Nanos length, Clock clock) {
  const Nanos wanted = std::max(length, kShortest);
  std::uint64_t steps = kFirstSteps, result = 1;
  Nanos took = undisturbed(steps, clock, result);
  // Short tries are mostly the reading of the clock: go on from longer ones.
  while (result != 0 && took < wanted / 4) {
    steps *= 2;
    took = undisturbed(steps, clock, result);
  }
  const double share =
      static_cast<double>(wanted.count()) / static_cast<double>(std::max<std::int64_t>(1, took.count()));
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(static_cast<double>(steps) * share));
}

std::unique_ptr<Program> prepare(const WorkQuantum& quantum, const mpi::Communicator& communicator, Clock clock) {
  const auto own = static_cast<std::int64_t>(steps_for(quantum.length, clock));
  return std::make_unique<WorkQuantumProgram>(
      static_cast<std::uint64_t>(mpi::broadcast_number(communicator, own, Rank{0})));
}

}  // namespace syncbench::kernels
