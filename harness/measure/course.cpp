#include "harness/measure/course.hpp"

#include <algorithm>

#include "harness/core/median_interval.hpp"
#include "harness/measure/batch_size.hpp"
#include "harness/measure/evidence_reader.hpp"
#include "harness/measure/interrupts.hpp"
#include "harness/measure/operations_per_sample.hpp"
#include "harness/measure/undisturbed_time.hpp"
#include "harness/mpi/check.hpp"
#include "harness/mpi/exchange.hpp"

namespace syncbench::measure {
namespace {

// Iterations and time that T0 is measured with.
constexpr std::size_t kUnitIterations = 256;
constexpr std::size_t kUnitBatch = 16;
constexpr Nanos kUnitTime{250'000'000};

// Blocks that take the stop rule's least time together: hardly more than the second check comes after.
constexpr std::int64_t kBlocksOfLeastTime = 12;
// Batches of the first block before its pace is believed, and iterations before the gate is told how it does.
constexpr std::size_t kBatchesToPace = 3;
constexpr std::size_t kIterationsToAdapt = 50;

// A rank that had its deadline in time and still enters so much after it was not on its processor.
constexpr Nanos kDescheduled{1'000};

// Iterations of a batch from which on its payload is verified by one that is not kept, and those that follow it.
constexpr std::size_t kFewestApart = 50;
constexpr std::size_t kAfterVerifying = 3;

// Programs of ranks that are measured in groups have none.
std::size_t marks_of(const Subject& subject) {
  return subject.program == nullptr ? 0 : subject.program->mark_names().size();
}

// Ranks that take no part have nothing to start with.
std::unique_ptr<StartGate> gate_of(const Subject& subject, const Surroundings& surroundings) {
  if (subject.program == nullptr) return nullptr;
  const mpi::Communicator& ranks = subject.in_groups ? *subject.group : surroundings.communicator;
  return make_gate(subject.treatment.start, ranks, surroundings.clocks, surroundings.yields);
}

Measurement empty_measurement(const Subject& subject, Clock clock) {
  Measurement measurement{.timeline = Timeline(clock, {.iterations = subject.treatment.stop.most_iterations,
                                                       .marks = marks_of(subject),
                                                       .counters = evidence_names(subject.treatment.evidence).size()}),
                          .blocks = {},
                          .warmup = 0,
                          .steadiness = Steadiness::too_few,
                          .stop_cause = StopCause::count,
                          .corrupt = false,
                          .first_wrong = {},
                          .operations = 1,
                          .lateness = {},
                          .lateness_unit = {},
                          .signal = 0};
  measurement.blocks.reserve(subject.treatment.stop.most_iterations);
  return measurement;
}

}  // namespace

Course::Course(const Subject& subject, Surroundings& surroundings)
    : subject_(subject),
      program_(subject.program),
      surroundings_(surroundings),
      gate_(gate_of(subject, surroundings)),
      statistic_(surroundings.communicator),
      measurement_(empty_measurement(subject, surroundings.clock())) {}

void Course::settle() {
  surroundings_.progress.begin(Phase::preparing, subject_.name);
  if (!takes_part() || !subject_.treatment.settles) return;
  Marks unkept(surroundings_.clock(), nullptr, 0);
  const Clock clock = surroundings_.clock();
  std::vector<std::int64_t> times;
  gate_->settle([&] {
    subject_.program->arm(Iteration{times.size()}, times.empty() ? Payload::fresh : Payload::reuse);
    const Nanos begun = clock.now();
    subject_.program->run(unkept);
    times.push_back((clock.now() - begun).count());
    surroundings_.progress.step(times.size());
  });
  if (subject_.may_batch) choose_operations(agreed_median(std::move(times)));
}

void Course::run_block(std::size_t block) {
  const StopOptions& stop = subject_.treatment.stop;
  const std::size_t begin = measurement_.timeline.size();
  const Nanos begun = time_;
  surroundings_.progress.begin(Phase::measuring, subject_.name);
  for (std::size_t batches = 0; !ended() && !is_block_over(begin, begun, batches); ++batches) {
    const std::size_t first = measurement_.timeline.size();
    const std::size_t left = std::min(begin + block_goal(), stop.most_iterations) - first;
    const Nanos now = surroundings_.clock().now();
    curable_ = 0;
    run_batch(measurement_.timeline, std::min(next_batch_size(last_batch_, last_time_, stop.most_time - time_), left));
    measurement_.blocks.resize(measurement_.timeline.size(), static_cast<std::uint16_t>(block));
    control(first, surroundings_.clock().now() - now);
  }
  if (block_size_ == 0) block_size_ = std::max<std::size_t>(1, measurement_.timeline.size() - begin);
}

// What the last batch foretells; a fixed count of iterations is cut into as many blocks.
std::size_t Course::block_goal() const noexcept {
  if (block_size_ != 0) return block_size_;
  const StopOptions& stop = subject_.treatment.stop;
  const auto share = [](std::size_t whole) { return (whole + kBlocksToFirstCheck - 1) / kBlocksToFirstCheck; };
  std::size_t most = std::max<std::size_t>(1, share(stop.most_iterations));
  if (stop.precision == 0) return most;
  // The second check has to come before the cap.
  most = std::max<std::size_t>(1, stop.most_iterations / (kBlocksToFirstCheck * 3 / 2 + 1));
  const std::size_t least = std::min(most, share(stop.first_check));
  if (last_batch_ == 0) return least;
  const std::int64_t each = std::max<std::int64_t>(1, last_time_.count() / static_cast<std::int64_t>(last_batch_));
  return std::clamp(static_cast<std::size_t>(least_time_of(stop).count() / kBlocksOfLeastTime / each), least, most);
}

// At least one batch, so that a point that its time cuts short has samples from every block. A block that takes so much
// longer than the others that the point's time would be exceeded by its share is cut short.
bool Course::is_block_over(std::size_t begin, Nanos begun, std::size_t batches) const noexcept {
  const StopOptions& stop = subject_.treatment.stop;
  const std::size_t iterations = measurement_.timeline.size();
  if (iterations >= stop.most_iterations) return true;
  if (batches == 0) return false;
  const Nanos share = stop.most_time / static_cast<std::int64_t>(kBlocksToFirstCheck);
  if (time_ >= stop.most_time + share) return true;
  if (block_size_ != 0) return iterations - begin >= block_size_;
  if (time_ - begun >= share) return true;
  return batches >= std::min(kBatchesToPace, block_goal()) && iterations - begin >= block_goal();
}

Waiting Course::waiting() const noexcept {
  if (!subject_.in_groups) return Waiting::busy;
  return takes_part() ? Waiting::polling : Waiting::asleep;
}

void Course::run_batch(Timeline& timeline, std::size_t iterations) {
  if (!takes_part()) {
    for (std::size_t left = iterations; left > 0; --left) timeline.skip();
    return;
  }
  const bool gathers = timeline.counter_count() > 0;
  switch (gathers ? subject_.treatment.evidence : Evidence::off) {
    case Evidence::off:
      return run_batch<Evidence::off>(timeline, iterations);
    case Evidence::cpu:
      return run_batch<Evidence::cpu>(timeline, iterations);
    case Evidence::full:
      return run_batch<Evidence::full>(timeline, iterations);
  }
}

// The one measurement loop of the project. Between enter and leave stands nothing but the program.
template <Evidence evidence>
void Course::run_batch(Timeline& timeline, std::size_t iterations) {
  Program& program = *program_;
  const bool apart = verifies_apart(iterations);
  for (std::size_t left = iterations; left > 0; --left) {
    const Iteration iteration{timeline.size()};
    const Payload payload = payload_for(iteration, left == 1 && !apart);
    program.arm(iteration, payload);
    Start start = gate_->wait();
    if (latecomer_) start = latecomer_->hold(start, iteration);
    [[maybe_unused]] const auto row = timeline.evidence();
    if constexpr (evidence != Evidence::off) read_evidence(evidence, EvidenceMoment::enter, row);
    timeline.enter(start.target);
    program.run(timeline.marks());
    timeline.leave();
    if constexpr (evidence != Evidence::off) read_evidence(evidence, EvidenceMoment::leave, row);
    if (start.late) timeline.set_status(iteration, SampleStatus::late_start);
    curable_ += start.curable ? 1 : 0;
    surroundings_.progress.step(iteration.value + 1, Nanos{timeline.leaves().back()});
    if (payload == Payload::fresh) verify(iteration);
  }
  if (apart) verify_apart(timeline);
}

Nanos Course::undisturbed_time() {
  Timeline scratch(surroundings_.clock(),
                   {.iterations = kUnitIterations, .marks = subject_.program->mark_names().size()});
  for (Nanos used{0}; !scratch.full() && used < kUnitTime;) {
    const Nanos begun = surroundings_.clock().now();
    run_batch(scratch, kUnitBatch);
    used +=
        Nanos{mpi::range_over_ranks(surroundings_.communicator, (surroundings_.clock().now() - begun).count()).highest};
  }
  const ClockModel& model = surroundings_.clocks.model();
  const std::size_t count = scratch.size();
  std::vector<std::int64_t> highest;  // of all that each iteration has: enter, −enter, leave; at the end the bound
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t enter = model.global(Nanos{scratch.enters()[i]}).count();
    highest.insert(highest.end(), {enter, -enter, model.global(Nanos{scratch.leaves()[i]}).count()});
  }
  highest.push_back(model.epsilon(Nanos{scratch.leaves().back()}).count());
  highest = mpi::highest_over_ranks(surroundings_.communicator, std::move(highest));
  std::vector<Passage> passages;
  for (std::size_t i = 0; i < count; ++i)
    passages.push_back(
        {.first_enter = -highest[3 * i + 1], .last_enter = highest[3 * i], .last_leave = highest[3 * i + 2]});
  return measure::undisturbed_time(passages, Nanos{highest.back()});
}

void Course::be_late(Nanos unit) {
  const auto& lateness = subject_.treatment.lateness;
  if (!lateness) return;
  measurement_.lateness = lateness->amount.resolve(unit);
  if (lateness->amount.multiple > 0) measurement_.lateness_unit = unit;
  latecomer_.emplace(*lateness, measurement_.lateness, surroundings_);
  if (lateness->place == LatenessPlace::between) program_->hold_with(&*latecomer_);
}

void Course::choose_operations(Nanos settled) {
  const auto median = [this](std::size_t samples, std::size_t operations) { return median_of(samples, operations); };
  measurement_.operations = operations_per_sample(surroundings_.floor, settled, median);
  program_ = subject_.program;
  if (measurement_.operations > 1) program_ = &repeated_.emplace(*subject_.program, measurement_.operations);
}

// Of samples that are thrown away; late ones are as good as any here.
Nanos Course::median_of(std::size_t samples, std::size_t operations) {
  Timeline scratch(surroundings_.clock(), {.iterations = samples, .marks = subject_.program->mark_names().size()});
  program_ = &repeated_.emplace(*subject_.program, operations);
  run_batch(scratch, samples);
  std::vector<std::int64_t> longest;
  for (std::size_t i = 0; i < samples; ++i) longest.push_back(scratch.leaves()[i] - scratch.enters()[i]);
  return agreed_median(std::move(longest));
}

// The median of the longest times of any rank.
Nanos Course::agreed_median(std::vector<std::int64_t> times) const {
  return Nanos{syncbench::median_of(mpi::highest_over_ranks(surroundings_.communicator, std::move(times)))};
}

// Filling and checking buffers takes them, the library's and the loop's data out of the caches: the next one to three
// iterations of 64 KiB and more then take 1.2 to 1.5 times as long, which is what a p99 of 2,000 iterations is made of.
// So a batch that is long enough is verified by an iteration that is not kept, and some more follow it.
bool Course::verifies_apart(std::size_t iterations) const noexcept {
  return subject_.treatment.verify == VerifyMode::batch && subject_.treatment.settles && iterations >= kFewestApart;
}

void Course::verify_apart(const Timeline& timeline) {
  Marks unkept(surroundings_.clock(), nullptr, 0);
  const Iteration next{timeline.size()};
  for (std::size_t i = 0; i <= kAfterVerifying; ++i) {
    program_->arm(next, i == 0 ? Payload::fresh : Payload::reuse);
    gate_->wait();
    program_->run(unkept);
    surroundings_.progress.step(timeline.size());
    if (i == 0) verify(Iteration{timeline.size() - 1});
  }
}

Payload Course::payload_for(Iteration iteration, bool last_of_batch) const noexcept {
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

void Course::verify(Iteration iteration) {
  const Verification verification = subject_.program->verify();
  if (verification.right) return;
  measurement_.timeline.set_status(iteration, SampleStatus::corrupt);
  if (measurement_.first_wrong.empty()) measurement_.first_wrong = verification.first_wrong;
  ++corrupt_;
}

// Says of a batch's samples what only their deadlines show.
void Course::classify(std::size_t first) {
  Timeline& timeline = measurement_.timeline;
  if (timeline.targets()[first] == kAbsent) return;
  const std::int64_t tolerated =
      (surroundings_.clocks.model().epsilon(Nanos{timeline.enters()[first]}) + kDescheduled).count();
  for (std::size_t i = first; i < timeline.size(); ++i) {
    if (timeline.enters()[i] - timeline.targets()[i] > tolerated)
      timeline.set_status(Iteration{i}, SampleStatus::descheduled);
  }
}

void Course::control(std::size_t first, Nanos batch_time) {
  classify(first);
  const Control agreed = agree(
      surroundings_.communicator,
      {.batch_time = batch_time, .signal = Interrupts::pending(), .corrupt = corrupt_, .curable = curable_}, waiting());
  last_batch_ = measurement_.timeline.size() - first;
  last_time_ = agreed.batch_time;
  time_ += agreed.batch_time;
  to_cure_ += static_cast<std::size_t>(agreed.curable);
  if (agreed.signal != 0) interrupt(agreed.signal);
  measurement_.corrupt = agreed.corrupt > 0;
  if (measurement_.corrupt) end(StopCause::corrupt);
  surroundings_.used(agreed.batch_time);
  if (surroundings_.after_batch) surroundings_.after_batch();
}

void Course::interrupt(int signal) noexcept {
  measurement_.signal = signal;
  if (!ended_) end(StopCause::interrupted);
}

void Course::end(StopCause cause) noexcept {
  cause_ = cause;
  ended_ = true;
}

void Course::check() {
  if (ended()) return;
  const StopOptions& stop = subject_.treatment.stop;
  const std::size_t iterations = measurement_.timeline.size();
  if (iterations - adapted_at_ >= kIterationsToAdapt) {
    if (takes_part()) gate_->adapt(iterations - adapted_at_, to_cure_);
    adapted_at_ = iterations;
    to_cure_ = 0;
  }
  if (!rule_) {
    StopOptions options = stop;
    options.first_check = std::max<std::size_t>(1, kBlocksToFirstCheck * block_size_);
    rule_.emplace(options);
  }
  const bool due = rule_->due(iterations) && !done();
  if (due) statistic_.catch_up(measurement_.timeline);
  const BlockedSeries series = due ? statistic_.in_blocks(measurement_.blocks) : BlockedSeries{};
  auto decided = rule_->decide(series, iterations, time_);
  if (due) {
    constexpr std::int64_t kGoOn = -1;
    const auto agreed = mpi::broadcast_number(surroundings_.communicator,
                                              decided ? static_cast<std::int64_t>(*decided) : kGoOn, Rank{0});
    decided = agreed == kGoOn ? std::nullopt : std::optional(static_cast<StopCause>(agreed));
  }
  if (iterations >= stop.most_iterations || time_ >= stop.most_time) ended_ = true;
  if (decided && !cause_) cause_ = decided;
}

Warmup Course::own_warmup() {
  statistic_.catch_up(measurement_.timeline);
  return syncbench::find_warmup(statistic_.in_blocks(measurement_.blocks));
}

Measurement Course::take(std::size_t warmup_blocks) {
  measurement_.stop_cause = cause_.value_or(StopCause::count);
  const auto& blocks = measurement_.blocks;
  if (subject_.treatment.warmup) {
    measurement_.warmup = std::min(*subject_.treatment.warmup, measurement_.timeline.size());
    return std::move(measurement_);
  }
  const Steadiness found = steadiness_after(statistic_.in_blocks(blocks), warmup_blocks);
  measurement_.steadiness = static_cast<Steadiness>(
      mpi::broadcast_number(surroundings_.communicator, static_cast<std::int64_t>(found), Rank{0}));
  // One that was over before the others may have no more blocks than the warm-up.
  if (!blocks.empty() && blocks.back() >= warmup_blocks)
    measurement_.warmup = static_cast<std::size_t>(
        std::lower_bound(blocks.begin(), blocks.end(), static_cast<std::uint16_t>(warmup_blocks)) - blocks.begin());
  return std::move(measurement_);
}

}  // namespace syncbench::measure
