// Lateness as the runner injects it. On every rank all samples are looked at, as all have a share in each of them.
#include "harness/core/lateness.hpp"

#include <algorithm>

#include "harness/cmake/testing/catch.hpp"
#include "harness/measure/tests/recorder.hpp"
#include "harness/mpi/exchange.hpp"

using namespace syncbench;
using measure::Recorder;
using measure::Setting;
using measure::Subject;

namespace {

Treatment late_treatment(Nanos time, StartMode start, std::size_t iterations = 60) {
  Treatment treatment = fixed_count(0, iterations);
  treatment.start = start;
  Lateness lateness;
  lateness.amount.time = time;
  lateness.victims.ranks = {Rank{1}};
  treatment.lateness = lateness;
  return treatment;
}

}  // namespace

TEST_CASE("the target is the common deadline plus the rank's own delay, and nobody enters before it") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  Recorder program;
  Treatment treatment = late_treatment(Nanos{300'000}, StartMode::round_time);
  treatment.lateness->shape = LatenessShape::uniform;
  treatment.lateness->victims.kind = Victims::Kind::all;
  const std::vector<Subject> group{{&program, treatment, {}}};
  const auto measurements = setting.measure(group, 1);
  const Timeline& timeline = measurements.at(0).timeline;
  CHECK(measurements[0].lateness == Nanos{300'000});
  CHECK(measurements[0].lateness_unit == Nanos{0});
  const ResolvedLateness resolved(*treatment.lateness, Nanos{300'000}, world.size(), {});
  for (std::size_t i = 0; i < timeline.size(); ++i) {
    CHECK(timeline.enters()[i] >= timeline.targets()[i]);
    // One node and one clock: without their delays all targets are the same deadline.
    const std::int64_t delay = resolved.delay(world.rank(), Iteration{i}, Nanos{0}).count();
    const auto deadlines = mpi::range_over_ranks(world, timeline.targets()[i] - delay);
    CHECK(deadlines.lowest == deadlines.highest);
  }
}

TEST_CASE("with every start mode a late rank has a target of its own, later by its delay") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  for (const auto& [mode, name] : Names<StartMode>::table) {
    Recorder program;
    const std::vector<Subject> group{{&program, late_treatment(Nanos{2'000'000}, mode, 5), {}}};
    const auto measurements = setting.measure(group, 1);
    const Timeline& timeline = measurements.at(0).timeline;
    INFO(name);
    for (std::size_t i = 0; i < timeline.size(); ++i) {
      CHECK(timeline.targets()[i] != kAbsent);
      CHECK(timeline.enters()[i] >= timeline.targets()[i]);
      const std::int64_t of_victim = mpi::broadcast_number(world, timeline.targets()[i], Rank{1});
      if (mode == StartMode::round_time && world.rank().value != 1)
        CHECK(of_victim - timeline.targets()[i] == 2'000'000);
    }
  }
}

TEST_CASE("a rank that sleeps or makes progress meanwhile is as late at least") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  for (const bool sleeps : {true, false}) {
    Recorder program;
    Treatment treatment = late_treatment(Nanos{100'000}, StartMode::barrier, 20);
    treatment.lateness->injection = sleeps ? Injection::sleep : Injection::spin;
    treatment.lateness->progress = !sleeps;
    const std::vector<Subject> group{{&program, treatment, {}}};
    const auto measurements = setting.measure(group, 1);
    const Timeline& timeline = measurements.at(0).timeline;
    for (std::size_t i = 0; i < timeline.size(); ++i) CHECK(timeline.enters()[i] >= timeline.targets()[i]);
  }
}

TEST_CASE("multiples are resolved by one undisturbed time for the group, the same on all ranks") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  Recorder in_time, half, twice;
  for (Recorder* each : {&in_time, &half, &twice}) each->spins = 2000;  // some tens of microseconds
  std::vector<Treatment> treatments(3, late_treatment(Nanos{0}, StartMode::barrier, 20));
  treatments[1].lateness->amount.multiple = 0.5;
  treatments[2].lateness->amount.multiple = 2;
  const std::vector<Subject> group{
      {&in_time, treatments[0], {}}, {&half, treatments[1], {}}, {&twice, treatments[2], {}}};
  const auto measurements = setting.measure(group, 1);
  const Nanos unit = measurements[2].lateness_unit;
  CHECK(unit > Nanos{2'000});  // 2000 readings of a clock
  CHECK(measurements[1].lateness_unit == unit);
  CHECK(measurements[0].lateness_unit == Nanos{0});
  CHECK(measurements[0].lateness == Nanos{0});
  CHECK(measurements[2].lateness == 2 * unit);
  CHECK(measurements[1].lateness == Nanos{(unit.count() + 1) / 2});  // rounded half away from zero
  const auto range = mpi::range_over_ranks(world, unit.count());
  CHECK(range.lowest == range.highest);
}

TEST_CASE("lateness between operations is given to the program, and the rank enters in time") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  class Held final : public Program {
   public:
    void arm(Iteration iteration, Payload) override { now = iteration; }
    void run(Marks& marks) override {
      marks.mark(0);
      if (pause != nullptr) pause->wait(now);
      marks.mark(1);
    }
    Verification verify() override { return {}; }
    void hold_with(const Pause* with) noexcept override { pause = with; }
    std::span<const std::string> mark_names() const noexcept override { return names; }

    Iteration now{};
    const Pause* pause = nullptr;
    std::vector<std::string> names{"done 1", "resumed"};
  };
  Held program;
  Treatment treatment = late_treatment(Nanos{200'000}, StartMode::round_time, 10);
  treatment.lateness->place = LatenessPlace::between;
  const std::vector<Subject> group{{&program, treatment, {}}};
  const auto measurements = setting.measure(group, 1);
  const Timeline& timeline = measurements.at(0).timeline;
  for (std::size_t i = 0; i < timeline.size(); ++i) {
    const auto targets = mpi::range_over_ranks(world, timeline.targets()[i]);
    CHECK(targets.lowest == targets.highest);
    const std::int64_t held = timeline.mark_rows()[2 * i + 1] - timeline.mark_rows()[2 * i];
    if (world.rank().value == 1) CHECK(held >= 200'000);
  }
}
