#include "kernels/step_program.hpp"

#include "harness/core/timeline.hpp"
#include "kernels/tests/tested_backend.hpp"

using namespace syncbench;
using namespace syncbench::kernels;

namespace {

class CountingPause final : public Pause {
 public:
  void wait(Iteration iteration) const override { last = iteration.value; }
  mutable std::size_t last = 99;
};

}  // namespace

TEST_CASE("a step allocates, packs, runs its operations, pauses after the first, and marks all that") {
  Tested tested;
  Operation reduce, barrier;
  reduce.count = 300;
  barrier.collective = Collective::barrier;
  const Workload workload{
      .operations = {reduce, barrier},
      .step = {.allocation = Allocation::malloc, .packs = 1, .slow_packs = 3, .slow = {Rank{0}}, .pause = true}};
  const bool alone = tested.world.size() == 1;  // which Gloo cannot be
  REQUIRE((alone || tested.backend->supports(workload).yes));
  if (tested.backend->supports(workload).yes) {
    const auto program = prepare(*tested.backend, workload, tested.world.rank(), tested.world.size());
    REQUIRE(program->mark_names().size() == 5);
    const CountingPause pause;
    program->hold_with(&pause);
    Timeline timeline(raw_clock(), {.iterations = 3, .marks = 5});
    for (std::size_t i = 0; i < 3; ++i) {
      program->arm(Iteration{i}, Payload::fresh);
      timeline.enter(Nanos{kAbsent});
      program->run(timeline.marks());
      timeline.leave();
      CHECK(program->verify().right);
      CHECK(pause.last == i);
      std::int64_t before = timeline.enters()[i];
      for (const std::int64_t mark : timeline.mark_rows().subspan(5 * i, 5)) {
        CHECK(mark >= before);
        before = mark;
      }
      CHECK(before <= timeline.leaves()[i]);
    }
  }
}

TEST_CASE("a workload without a step is the backend's own program") {
  Tested tested;
  Operation operation;
  operation.count = 1;
  const Workload workload{.operations = {operation}};
  if (!tested.backend->supports(workload).yes) return;
  CHECK(prepare(*tested.backend, workload, tested.world.rank(), tested.world.size())->mark_names().empty());
}
