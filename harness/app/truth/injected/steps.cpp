// The program's own steps, replaced: the linker sends the calls of measure() and make_gate() here (--wrap), and what
// they get is wrapped in turn. The wrapped names are those that the compiler makes of the declarations in
// harness/measure; if one changes, this does not link.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <mpi.h>

#include "harness/app/truth/injected/injector.hpp"
#include "harness/measure/gate.hpp"
#include "harness/measure/progress.hpp"
#include "harness/measure/runner.hpp"

namespace {

using namespace syncbench;
using truth::Injector;
using truth::Place;

class InjectedGate final : public measure::StartGate {
 public:
  explicit InjectedGate(std::unique_ptr<StartGate> gate) : gate_(std::move(gate)) {}

  void settle(const std::function<void()>& iterate) override { gate_->settle(iterate); }
  void adapt(std::size_t iterations, std::size_t late) override { gate_->adapt(iterations, late); }
  measure::Start wait() override {
    Injector::instance().start();
    Injector::instance().delay(Place::between);
    const measure::Start start = gate_->wait();
    Injector::instance().delay(Place::arrives);
    return start;
  }

 private:
  std::unique_ptr<StartGate> gate_;
};

class InjectedProgram final : public Program {
 public:
  explicit InjectedProgram(Program& program) : program_(program) {}

  void arm(Iteration iteration, Payload payload) override {
    Injector::instance().arm(iteration.value);
    program_.arm(iteration, payload);
  }
  void run(Marks& marks) override {
    Injector::instance().delay(Place::inside);
    program_.run(marks);
    Injector::instance().delay(Place::leaves);
  }
  Verification verify() override { return program_.verify(); }
  void hold_with(const Pause* pause) noexcept override { program_.hold_with(pause); }
  std::span<const std::string> mark_names() const noexcept override { return program_.mark_names(); }

 private:
  Program& program_;
};

// What the harness measures of itself stays as it is.
bool is_own(std::span<const measure::Subject> group) { return group.size() == 1 && group[0].name == "start spread"; }

}  // namespace

// The names that the linker knows: what it had, and what it calls instead.
std::unique_ptr<measure::StartGate> real_make_gate(StartMode, const mpi::Communicator&, const mpi::ClockSync&,
                                                   bool) __asm__("__real_" SYNCBENCH_MAKE_GATE);
std::unique_ptr<measure::StartGate> injected_make_gate(StartMode, const mpi::Communicator&, const mpi::ClockSync&,
                                                       bool) __asm__("__wrap_" SYNCBENCH_MAKE_GATE);
std::vector<measure::Measurement> real_measure(std::span<const measure::Subject>, std::uint64_t,
                                               measure::Surroundings&) __asm__("__real_" SYNCBENCH_MEASURE);
std::vector<measure::Measurement> injected_measure(std::span<const measure::Subject>, std::uint64_t,
                                                   measure::Surroundings&) __asm__("__wrap_" SYNCBENCH_MEASURE);
void real_begin(measure::Progress*, measure::Phase, std::string_view) __asm__("__real_" SYNCBENCH_BEGIN);
void injected_begin(measure::Progress*, measure::Phase, std::string_view) __asm__("__wrap_" SYNCBENCH_BEGIN);

std::unique_ptr<measure::StartGate> injected_make_gate(StartMode mode, const mpi::Communicator& communicator,
                                                       const mpi::ClockSync& clocks, bool yields) {
  auto gate = real_make_gate(mode, communicator, clocks, yields);
  if (!Injector::instance().in_point()) return gate;
  return std::make_unique<InjectedGate>(std::move(gate));
}

std::vector<measure::Measurement> injected_measure(std::span<const measure::Subject> group, std::uint64_t seed,
                                                   measure::Surroundings& surroundings) {
  if (is_own(group)) return real_measure(group, seed, surroundings);
  std::vector<measure::Subject> subjects(group.begin(), group.end());
  std::vector<std::unique_ptr<InjectedProgram>> programs;
  std::size_t most = 0;
  for (measure::Subject& subject : subjects) {
    most = std::max(most, subject.treatment.stop.most_iterations);
    if (subject.program == nullptr) continue;
    programs.push_back(std::make_unique<InjectedProgram>(*subject.program));
    subject.program = programs.back().get();
  }
  Injector::instance().begin_point(most);
  auto measurements = real_measure(subjects, seed, surroundings);
  std::size_t kept = 0;
  for (const measure::Measurement& each : measurements) kept = std::max(kept, each.timeline.size());
  Injector::instance().end_point(kept);
  return measurements;
}

// Iterations that only tell how long one takes come before.
void injected_begin(measure::Progress* progress, measure::Phase phase, std::string_view name) {
  Injector::instance().measuring(phase == measure::Phase::measuring);
  real_begin(progress, phase, name);
}

// The broadcast of a deadline, after which a rank looks whether it is in time.
extern "C" int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm communicator) {
  const int result = PMPI_Bcast(buffer, count, type, root, communicator);
  if (type == MPI_INT64_T && count == 1) Injector::instance().delay(Place::gate);
  return result;
}
