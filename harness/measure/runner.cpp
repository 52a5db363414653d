#include "runner.hpp"

#include <algorithm>
#include <memory>

#include "batch_size.hpp"
#include "control.hpp"
#include "gate.hpp"
#include <syncbench/core/shuffle.hpp>

namespace syncbench::measure {
namespace {

// One subject while it is measured: its gate, its samples, and how far it has come.
class Course {
 public:
  Course(const Subject& subject, const mpi::Communicator& communicator, Clock clock)
      : subject_(subject),
        communicator_(communicator),
        clock_(clock),
        gate_(make_gate(subject.treatment.start, communicator)),
        measurement_{
            .timeline = Timeline(clock, {total_iterations(subject.treatment), subject.program->mark_names().size()}),
            .blocks = {},
            .warmup = subject.treatment.warmup,
            .stop_reason = StopReason::count,
            .corrupt = false,
            .first_wrong = {}} {
    measurement_.blocks.reserve(total_iterations(subject.treatment));
  }

  // Measures up to the share of iterations and of time that ends with this block, in batches that end in a control
  // collective: a point that is cut short by its time still has samples from every block.
  void run_block(std::size_t block, std::size_t blocks) {
    const Treatment& treatment = subject_.treatment;
    const std::size_t end = treatment.warmup + treatment.iterations * (block + 1) / blocks;
    const Nanos time_end =
        treatment.time_cap * static_cast<std::int64_t>(block + 1) / static_cast<std::int64_t>(blocks);
    for (bool begin = true; !measurement_.corrupt && (begin || time_ < time_end); begin = false) {
      const std::size_t first = measurement_.timeline.size();
      if (first >= end) return;
      const Nanos begun = clock_.now();
      run_batch(std::min(next_batch_size(last_batch_, last_time_, time_end - time_), end - first));
      const std::size_t done = measurement_.timeline.size() - first;
      measurement_.blocks.insert(measurement_.blocks.end(), done, static_cast<std::uint16_t>(block));
      control(done, clock_.now() - begun);
    }
  }

  Measurement take() {
    if (!measurement_.timeline.full()) measurement_.stop_reason = StopReason::time;
    if (measurement_.corrupt) measurement_.stop_reason = StopReason::corrupt;
    measurement_.warmup = std::min(measurement_.warmup, measurement_.timeline.size());
    return std::move(measurement_);
  }

 private:
  // The one measurement loop of the project. Between enter and leave stands nothing but the program.
  void run_batch(std::size_t iterations) {
    Program& program = *subject_.program;
    Timeline& timeline = measurement_.timeline;
    for (std::size_t left = iterations; left > 0; --left) {
      const Iteration iteration{timeline.size()};
      const Payload payload = payload_for(iteration, left == 1);
      program.arm(iteration, payload);
      const Nanos target = gate_->wait();
      timeline.enter(target);
      program.run(timeline.marks());
      timeline.leave();
      if (payload == Payload::fresh) verify(iteration);
    }
  }

  Payload payload_for(Iteration iteration, bool last_of_batch) const noexcept {
    switch (subject_.treatment.verify) {
      case VerifyMode::every:
        return Payload::fresh;
      case VerifyMode::off:
        return Payload::reuse;
      case VerifyMode::batch:
        break;
    }
    return iteration.value == 0 || last_of_batch ? Payload::fresh : Payload::reuse;
  }

  void verify(Iteration iteration) {
    const Verification verification = subject_.program->verify();
    if (verification.right) return;
    measurement_.timeline.set_status(iteration, SampleStatus::corrupt);
    if (measurement_.first_wrong.empty()) measurement_.first_wrong = verification.first_wrong;
    ++corrupt_;
  }

  void control(std::size_t iterations, Nanos batch_time) {
    const Control agreed = agree(communicator_, {.batch_time = batch_time, .corrupt = corrupt_});
    last_batch_ = iterations;
    last_time_ = agreed.batch_time;
    time_ += agreed.batch_time;
    measurement_.corrupt = agreed.corrupt > 0;
  }

  Subject subject_;
  const mpi::Communicator& communicator_;
  Clock clock_;
  std::unique_ptr<StartGate> gate_;
  Measurement measurement_;
  std::size_t last_batch_ = 0;  // 0: none yet
  Nanos last_time_{0};
  Nanos time_{0};
  std::int64_t corrupt_ = 0;
};

}  // namespace

std::vector<Measurement> Runner::measure(std::span<const Subject> group, std::uint64_t seed) const {
  std::vector<Course> courses;
  courses.reserve(group.size());
  for (const Subject& subject : group) courses.emplace_back(subject, communicator_, clock_);

  const std::size_t blocks = group.size() > 1 ? kAlternatingBlocks : 1;
  for (std::size_t block = 0; block < blocks; ++block) {
    for (const std::size_t next : shuffled(courses.size(), seed, static_cast<std::uint32_t>(block))) {
      courses[next].run_block(block, blocks);
    }
  }

  std::vector<Measurement> measurements;
  for (Course& course : courses) measurements.push_back(course.take());
  return measurements;
}

}  // namespace syncbench::measure
