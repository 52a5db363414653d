#include "harness/measure/runner.hpp"

#include <algorithm>
#include <csignal>
#include <set>
#include <stdexcept>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/measure/gate.hpp"
#include "harness/measure/interrupts.hpp"
#include "harness/measure/tests/recorder.hpp"
#include "harness/mpi/exchange.hpp"

using namespace syncbench;
using measure::Recorder;
using measure::Setting;
using measure::Subject;
using measure::treatment_of;

TEST_CASE("a point has its warm-up and its iterations, in order, each with its mark inside its interval") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  Recorder program;
  const std::vector<Subject> group{{&program, treatment_of(5, 40), "p0007"}};
  const auto measurements = setting.measure(group, 1);
  const Timeline& timeline = measurements.at(0).timeline;
  REQUIRE(timeline.size() == 45);
  CHECK(measurements[0].warmup == 5);
  CHECK(measurements[0].stop_cause == StopCause::count);
  for (std::size_t i = 0; i < 45; ++i) CHECK(measurements[0].blocks[i] == i / 5);  // ten blocks of ⌈45/10⌉, so nine
  const auto state = setting.progress.look();
  CHECK(state.phase == measure::Phase::measuring);
  CHECK(state.point == "p0007");
  CHECK(state.when >= Nanos{timeline.leaves()[44]});
  for (std::size_t i = 0; i < 45; ++i) {
    CHECK(program.armed[i] == i);
    CHECK(timeline.enters()[i] <= timeline.mark_rows()[i]);
    CHECK(timeline.mark_rows()[i] <= timeline.leaves()[i]);
  }
}

TEST_CASE("where the timer's floor asks for it each sample holds the same number of operations on all ranks") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  // A floor that no clock has, so that a few readings of a real one are certain to lie below it.
  setting.surroundings.floor = {.overhead = Nanos{200'000}, .resolution = Nanos{1}};
  Recorder program;
  program.spins = 1;
  Treatment treatment = treatment_of(0, 10);
  treatment.stop.most_time = std::chrono::seconds(60);
  const std::vector<Subject> group{{&program, treatment, {}, true}};
  const auto measurements = setting.measure(group, 1);
  const std::size_t operations = measurements.at(0).operations;
  const auto range = mpi::range_over_ranks(world, static_cast<std::int64_t>(operations));
  CHECK(range.lowest == range.highest);
  CHECK(operations > 1);
  CHECK(measurements[0].timeline.size() == 10);
  CHECK(program.runs > 10 * operations);  // and those that were thrown away
  CHECK(std::vector<std::size_t>(program.armed.end() - 10, program.armed.end()) ==
        std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  CHECK_FALSE(measurements[0].corrupt);
}

TEST_CASE("a subject that may not be batched is timed alone whatever the floor, and nothing is thrown away") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  setting.surroundings.floor = {.overhead = Nanos{200'000}, .resolution = Nanos{1}};
  Recorder program;
  const std::vector<Subject> group{{&program, treatment_of(0, 10), {}}};
  CHECK(setting.measure(group, 1).at(0).operations == 1);
  CHECK(program.runs == measure::kSettlingIterations + 10);
}

TEST_CASE("before the first recorded iteration every program has run a few times, whatever the gate") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  for (const StartMode mode : {StartMode::round_time, StartMode::none}) {
    Recorder program;
    Treatment treatment = treatment_of(0, 10);
    treatment.start = mode;
    const std::vector<Subject> group{{&program, treatment, {}}};
    CHECK(setting.measure(group, 1).front().timeline.size() == 10);
    CHECK(program.arms == measure::kSettlingIterations + 10);
  }
}

TEST_CASE("evidence is read around every iteration, and never where none is asked for") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  for (const auto& [evidence, name] : Names<Evidence>::table) {
    Recorder program;
    program.spins = 200;
    Treatment treatment = treatment_of(0, 20);
    treatment.evidence = evidence;
    const std::vector<Subject> group{{&program, treatment, {}}};
    const auto measurements = setting.measure(group, 1);
    const Timeline& timeline = measurements.at(0).timeline;
    const std::size_t counters = evidence_names(evidence).size();
    REQUIRE(timeline.counter_count() == counters);
    REQUIRE(timeline.evidence_rows().size() == 20 * counters);
    for (std::size_t i = 0; i < 20 && counters > 0; ++i) {
      const auto row = timeline.evidence_rows().subspan(i * counters, counters);
      for (std::size_t each = 0; each < counters; each += 2) CHECK(row[each] <= row[each + 1]);  // enter, leave
      // Processor time passes while the program spins, and hardly more of it than time.
      CHECK(row[1] > row[0]);
      if (i > 0) CHECK(row[0] >= timeline.evidence_rows()[(i - 1) * counters + 1]);
    }
  }
}

TEST_CASE("ranks in groups start among themselves, and a rank in none has no samples") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  // Rank 0 alone, or ranks 0 and 1 of three: the last one is idle.
  const bool idle = world.rank().value == world.size() - 1;
  const auto own = world.split(idle ? std::nullopt : std::optional(0));
  Recorder program;
  program.names.clear();
  Treatment treatment = treatment_of(0, 20);
  treatment.start = StartMode::round_time;
  const std::vector<Subject> group{{.program = idle ? nullptr : &program,
                                    .treatment = treatment,
                                    .name = {},
                                    .may_batch = false,
                                    .group = own ? &*own : nullptr,
                                    .in_groups = true}};
  const auto measurements = setting.measure(group, 1);
  const Timeline& timeline = measurements.at(0).timeline;
  REQUIRE(timeline.size() == 20);
  for (std::size_t i = 0; i < 20; ++i) {
    CHECK((timeline.enters()[i] == kAbsent) == idle);
    CHECK((timeline.targets()[i] == kAbsent) == idle);
    CHECK(timeline.statuses()[i] <= static_cast<std::uint8_t>(SampleStatus::late_start));
  }
  CHECK(program.armed.size() == (idle ? 0 : 20));
}

TEST_CASE("payload is looked at in the first iteration and at the end of every batch, or always, or never") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  const auto verified_in = [&](VerifyMode mode) {
    Recorder program;
    Treatment treatment = treatment_of(0, 30);
    treatment.verify = mode;
    const std::vector<Subject> group{{&program, treatment, {}}};
    setting.measure(group, 1);
    CHECK(program.fresh == program.verified);
    return program.verified;
  };
  CHECK(verified_in(VerifyMode::every).size() == 30);
  CHECK(verified_in(VerifyMode::off).empty());
  const auto batch = verified_in(VerifyMode::batch);
  CHECK(batch.count(0) == 1);
  CHECK(batch.count(29) == 1);
  CHECK(batch.size() < 30);
}

TEST_CASE("a wrong payload on one rank ends the point on all of them and flags its sample there") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  Recorder program;
  if (world.rank().value == 1) program.wrong_at = 0;
  const std::vector<Subject> group{{&program, treatment_of(0, 1000), {}}};
  const auto measurements = setting.measure(group, 1);
  const auto& measurement = measurements.at(0);
  CHECK(measurement.corrupt);
  CHECK(measurement.stop_cause == StopCause::corrupt);
  CHECK(measurement.timeline.size() < 1000);
  CHECK(measurement.first_wrong == (world.rank().value == 1 ? "element 3" : ""));
  const auto status = static_cast<SampleStatus>(measurement.timeline.statuses()[0]);
  CHECK(status == (world.rank().value == 1 ? SampleStatus::corrupt : SampleStatus::ok));
}

TEST_CASE("compared programs take turns in blocks of equal size, and all ranks agree on the turns") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  Recorder first, second;
  const std::vector<Subject> group{{&first, treatment_of(3, 50), {}}, {&second, treatment_of(0, 50), {}}};
  const auto measurements = setting.measure(group, 99);
  REQUIRE(measurements.size() == 2);
  const auto block_sizes = [](const measure::Measurement& of) {
    std::vector<std::ptrdiff_t> sizes;
    for (std::uint16_t block = 0; block < 10; ++block)
      sizes.push_back(std::count(of.blocks.begin(), of.blocks.end(), block));
    return sizes;
  };
  CHECK(block_sizes(measurements[0]) == std::vector<std::ptrdiff_t>{6, 6, 6, 6, 6, 6, 6, 6, 5, 0});
  CHECK(block_sizes(measurements[1]) == std::vector<std::ptrdiff_t>(10, 5));
  // Never one after the other: the second is measured between the first one's blocks.
  CHECK(measurements[1].timeline.enters().front() < measurements[0].timeline.enters().back());
  CHECK(measurements[0].timeline.enters().front() < measurements[1].timeline.enters().back());
}

TEST_CASE("a point that reaches its time ends early, with samples from every block") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  Recorder slow, other;
  slow.spins = 1000;  // some tens of microseconds each
  Treatment treatment = treatment_of(0, 1'000'000);
  // Long beside what three ranks on two processors wait for each other, and short beside a million iterations.
  treatment.stop.most_time = std::chrono::milliseconds(500);
  const std::vector<Subject> group{{&slow, treatment, {}}, {&other, treatment_of(0, 10), {}}};
  const auto measurements = setting.measure(group, 5);
  CHECK(measurements[0].stop_cause == StopCause::time);
  CHECK(measurements[0].timeline.size() < 1'000'000);
  CHECK(std::set<std::uint16_t>(measurements[0].blocks.begin(), measurements[0].blocks.end()).size() >= 2);
  const auto sizes = mpi::range_over_ranks(world, static_cast<std::int64_t>(measurements[0].timeline.size()));
  CHECK(sizes.lowest == sizes.highest);
}

TEST_CASE(
    "a signal on one rank ends the group on all ranks with the batch that is running, and keeps what was measured") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  const measure::Interrupts interrupts;
  if (world.rank().value == 1) std::raise(SIGUSR1);
  Recorder first, second;
  const std::vector<Subject> group{{&first, treatment_of(0, 1000), {}}, {&second, treatment_of(0, 1000), {}}};
  const auto measurements = setting.measure(group, 1);
  std::size_t samples = 0;
  for (const auto& measurement : measurements) {
    CHECK(measurement.stop_cause == StopCause::interrupted);
    CHECK(measurement.signal == SIGUSR1);
    CHECK(measurement.blocks.size() == measurement.timeline.size());
    samples += measurement.timeline.size();
  }
  CHECK(samples == 4);  // one first batch, of one of the two
}

TEST_CASE("who is precise enough goes on in blocks of equal size until those that it is compared with are done") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  Recorder soon, late;
  Treatment treatment = treatment_of(0, 4000);
  treatment.warmup.reset();
  treatment.stop.most_time = std::chrono::seconds(60);
  Treatment precise = treatment;
  precise.stop.precision = 0.5;
  precise.stop.first_check = 40;
  const std::vector<Subject> group{{&soon, precise, {}}, {&late, treatment, {}}};
  const auto measurements = setting.measure(group, 3);
  const auto blocks_of = [](const measure::Measurement& of) { return of.blocks.back() + 1; };
  CHECK(blocks_of(measurements[1]) == 10);  // 4000 iterations in ten blocks
  CHECK(blocks_of(measurements[0]) >= 10);
  for (const measure::Measurement& each : measurements) {
    const auto size = std::count(each.blocks.begin(), each.blocks.end(), 0);
    for (std::uint16_t block = 1; block + 1 < blocks_of(each); ++block)
      CHECK(std::count(each.blocks.begin(), each.blocks.end(), block) == size);
    // The warm-up is a number of whole blocks, the same for both.
    CHECK(each.warmup % static_cast<std::size_t>(size) == 0);
  }
}

TEST_CASE("what a program throws comes out of the runner") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  Recorder program;
  program.throws = true;
  const std::vector<Subject> group{{&program, treatment_of(0, 3), {}}};
  CHECK_THROWS_WITH(setting.measure(group, 1), "the program broke");
}

TEST_CASE("every start mode measures every iteration, and only round-time knows a deadline") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  for (const auto& [mode, name] : Names<StartMode>::table) {
    Recorder program;
    Treatment treatment = treatment_of(0, 20);
    treatment.start = mode;
    const std::vector<Subject> group{{&program, treatment, {}}};
    const auto measurements = setting.measure(group, 1);
    INFO(name);
    CHECK(measurements[0].timeline.size() == 20);
    CHECK((measurements[0].timeline.targets()[19] == kAbsent) == (mode != StartMode::round_time));
  }
}

TEST_CASE("with a barrier start no rank enters before the last one has come to the gate") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  class Late final : public Program {
   public:
    explicit Late(bool late) : late_(late) {}
    void arm(Iteration, Payload) override {
      const Nanos until = raw_clock().now() + Nanos{late_ ? 2'000'000 : 0};
      while (raw_clock().now() < until) continue;
      armed.push_back(raw_clock().now().count());
    }
    void run(Marks&) override {}
    Verification verify() override { return {}; }
    std::span<const std::string> mark_names() const noexcept override { return {}; }
    std::vector<std::int64_t> armed;

   private:
    bool late_;
  };
  Late program(world.rank().value == 1);
  const std::vector<Subject> group{{&program, treatment_of(0, 5), {}}};
  const auto measurements = setting.measure(group, 1);
  for (std::size_t i = 0; i < 5; ++i) {
    const auto last_armed = mpi::range_over_ranks(world, program.armed[i + measure::kSettlingIterations]).highest;
    CHECK(measurements[0].timeline.enters()[i] >= last_armed);
  }
}

TEST_CASE("with round-time all ranks have the same deadline and none enters before it") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  Recorder program;
  if (world.rank().value == 1)
    program.spins = 3000;  // some 100 µs: the last rank decides, and the others wait for their deadline
  Treatment treatment = treatment_of(0, 50);
  treatment.start = StartMode::round_time;
  const std::vector<Subject> group{{&program, treatment, {}}};
  const auto measurements = setting.measure(group, 1);
  const Timeline& timeline = measurements.at(0).timeline;
  REQUIRE(timeline.size() == 50);
  for (std::size_t i = 0; i < 50; ++i) {
    CHECK(timeline.enters()[i] >= timeline.targets()[i]);
    const auto deadlines = mpi::range_over_ranks(world, timeline.targets()[i]);
    CHECK(deadlines.lowest == deadlines.highest);  // one node, one clock
  }
  // However long rank 1 is inside, the next deadline is set only when it is out again.
  const auto late = std::count(timeline.statuses().begin(), timeline.statuses().end(),
                               static_cast<std::uint8_t>(SampleStatus::late_start));
  CHECK(late < 50);
}

TEST_CASE(
    "without a fixed count a point is measured until its median is precise and the promised quantile is carried") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  Recorder program;
  program.spins = 20;
  Treatment treatment;
  treatment.start = StartMode::barrier;
  treatment.stop.precision = 0.5;
  treatment.stop.promised = kP95;
  treatment.stop.first_check = 100;
  treatment.stop.most_iterations = 20'000;
  treatment.stop.most_time = std::chrono::seconds(20);
  const std::vector<Subject> group{{&program, treatment, {}}};
  const auto measurements = setting.measure(group, 1);
  CHECK((measurements[0].stop_cause == StopCause::precision || measurements[0].stop_cause == StopCause::count));
  CHECK(measurements[0].timeline.size() >= 100);
  const auto sizes = mpi::range_over_ranks(world, static_cast<std::int64_t>(measurements[0].timeline.size()));
  const auto warmups = mpi::range_over_ranks(world, static_cast<std::int64_t>(measurements[0].warmup));
  CHECK(sizes.lowest == sizes.highest);
  CHECK(warmups.lowest == warmups.highest);
}
