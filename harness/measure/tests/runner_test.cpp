#include <algorithm>
#include <set>
#include <stdexcept>

#include <syncbench/core/error.hpp>
#include <syncbench/measure/runner.hpp>
#include <syncbench/mpi/exchange.hpp>
#include <syncbench/testing/catch.hpp>

using namespace syncbench;
using measure::Subject;

namespace {

// Notes what the runner asks of it; gives wrong payload in the iteration it is told to.
class Recorder final : public Program {
 public:
  void arm(Iteration iteration, Payload payload) override {
    armed.push_back(iteration.value);
    if (payload == Payload::fresh) fresh.insert(iteration.value);
    now = iteration.value;
  }
  void run(Marks& marks) override {
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
  std::size_t now = 0;
  std::size_t wrong_at = ~std::size_t{0};
  int spins = 0;
  bool throws = false;
  std::vector<std::string> names{"begun"};
};

Treatment treatment_of(std::size_t warmup, std::size_t iterations) {
  Treatment treatment;
  treatment.warmup = warmup;
  treatment.iterations = iterations;
  return treatment;
}

}  // namespace

TEST_CASE("a point has its warm-up and its iterations, in order, each with its mark inside its interval") {
  const auto world = mpi::Communicator::world();
  const measure::Runner runner(world, raw_clock());
  Recorder program;
  const std::vector<Subject> group{{&program, treatment_of(5, 40)}};
  const auto measurements = runner.measure(group, 1);
  const Timeline& timeline = measurements.at(0).timeline;
  REQUIRE(timeline.size() == 45);
  CHECK(measurements[0].warmup == 5);
  CHECK(measurements[0].stop_reason == measure::StopReason::count);
  CHECK(measurements[0].blocks == std::vector<std::uint16_t>(45, 0));
  for (std::size_t i = 0; i < 45; ++i) {
    CHECK(program.armed[i] == i);
    CHECK(timeline.enters()[i] <= timeline.mark_rows()[i]);
    CHECK(timeline.mark_rows()[i] <= timeline.leaves()[i]);
  }
}

TEST_CASE("payload is looked at in the first iteration and at the end of every batch, or always, or never") {
  const auto world = mpi::Communicator::world();
  const measure::Runner runner(world, raw_clock());
  const auto verified_in = [&](VerifyMode mode) {
    Recorder program;
    Treatment treatment = treatment_of(0, 30);
    treatment.verify = mode;
    const std::vector<Subject> group{{&program, treatment}};
    runner.measure(group, 1);
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
  const measure::Runner runner(world, raw_clock());
  Recorder program;
  if (world.rank().value == 1) program.wrong_at = 0;
  const std::vector<Subject> group{{&program, treatment_of(0, 1000)}};
  const auto measurements = runner.measure(group, 1);
  const auto& measurement = measurements.at(0);
  CHECK(measurement.corrupt);
  CHECK(measurement.stop_reason == measure::StopReason::corrupt);
  CHECK(measurement.timeline.size() < 1000);
  CHECK(measurement.first_wrong == (world.rank().value == 1 ? "element 3" : ""));
  const auto status = static_cast<SampleStatus>(measurement.timeline.statuses()[0]);
  CHECK(status == (world.rank().value == 1 ? SampleStatus::corrupt : SampleStatus::ok));
}

TEST_CASE("compared programs take turns in five blocks, and all ranks agree on the turns") {
  const auto world = mpi::Communicator::world();
  const measure::Runner runner(world, raw_clock());
  Recorder first, second;
  const std::vector<Subject> group{{&first, treatment_of(3, 50)}, {&second, treatment_of(0, 50)}};
  const auto measurements = runner.measure(group, 99);
  REQUIRE(measurements.size() == 2);
  for (std::uint16_t block = 0; block < 5; ++block) {
    const auto in_block = [&](const measure::Measurement& of) {
      return std::count(of.blocks.begin(), of.blocks.end(), block);
    };
    CHECK(in_block(measurements[0]) == (block == 0 ? 13 : 10));
    CHECK(in_block(measurements[1]) == 10);
  }
  // Never one after the other: the second is measured between the first one's blocks.
  CHECK(measurements[1].timeline.enters().front() < measurements[0].timeline.enters().back());
  CHECK(measurements[0].timeline.enters().front() < measurements[1].timeline.enters().back());
}

TEST_CASE("a point that reaches its time ends early, with samples from every block") {
  const auto world = mpi::Communicator::world();
  const measure::Runner runner(world, raw_clock());
  Recorder slow, other;
  slow.spins = 1000;  // some tens of microseconds each
  Treatment treatment = treatment_of(0, 1'000'000);
  treatment.time_cap = Nanos{1'000'000};
  const std::vector<Subject> group{{&slow, treatment}, {&other, treatment_of(0, 10)}};
  const auto measurements = runner.measure(group, 5);
  CHECK(measurements[0].stop_reason == measure::StopReason::time);
  CHECK(measurements[0].timeline.size() < 1'000'000);
  CHECK(std::set<std::uint16_t>(measurements[0].blocks.begin(), measurements[0].blocks.end()).size() == 5);
  const auto sizes = mpi::range_over_ranks(world, static_cast<std::int64_t>(measurements[0].timeline.size()));
  CHECK(sizes.lowest == sizes.highest);
}

TEST_CASE("what a program throws comes out of the runner") {
  const auto world = mpi::Communicator::world();
  const measure::Runner runner(world, raw_clock());
  Recorder program;
  program.throws = true;
  const std::vector<Subject> group{{&program, treatment_of(0, 3)}};
  CHECK_THROWS_WITH(runner.measure(group, 1), "the program broke");
}

TEST_CASE("every start mode measures every iteration, and none of these knows a deadline") {
  const auto world = mpi::Communicator::world();
  const measure::Runner runner(world, raw_clock());
  for (const auto& [mode, name] : Names<StartMode>::table) {
    Recorder program;
    Treatment treatment = treatment_of(0, 20);
    treatment.start = mode;
    const std::vector<Subject> group{{&program, treatment}};
    const auto measurements = runner.measure(group, 1);
    INFO(name);
    CHECK(measurements[0].timeline.size() == 20);
    CHECK(measurements[0].timeline.targets()[19] == kAbsent);
  }
}

TEST_CASE("with a barrier start no rank enters before the last one has come to the gate") {
  const auto world = mpi::Communicator::world();
  const measure::Runner runner(world, raw_clock());
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
  const std::vector<Subject> group{{&program, treatment_of(0, 5)}};
  const auto measurements = runner.measure(group, 1);
  for (std::size_t i = 0; i < 5; ++i) {
    const auto last_armed = mpi::range_over_ranks(world, program.armed[i]).highest;
    CHECK(measurements[0].timeline.enters()[i] >= last_armed);
  }
}
