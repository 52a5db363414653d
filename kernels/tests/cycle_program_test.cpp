#include "kernels/cycle_program.hpp"

#include "harness/core/timeline.hpp"
#include "kernels/tests/tested_backend.hpp"

using namespace syncbench;
using namespace syncbench::kernels;

TEST_CASE("a cycle makes communicator and library anew each time, with the right payload, and marks each part of it") {
  Tested tested;
  Operation operation;
  operation.count = 300;
  for (const Making making : {Making::duplicate, Making::split}) {
    for (const Before before : {Before::nothing, Before::call, Before::barrier}) {
      const Workload workload{.operations = {operation}, .cycle = Cycle{.making = making, .before = before}};
      if (!tested.backend->supports(workload).yes) return;  // Gloo cannot be alone
      std::vector<int> sizes;
      const auto program = prepare_cycle(workload, tested.world, [&](const mpi::Communicator& ranks) {
        CHECK(ranks.handle() != tested.world.handle());
        sizes.push_back(ranks.size());
        return tested.make(ranks);
      });
      REQUIRE(program->mark_names().size() == kCycleMarks.size());
      constexpr std::size_t kMarks = kCycleMarks.size();
      Timeline timeline(raw_clock(), {.iterations = 2, .marks = kMarks});
      for (std::size_t i = 0; i < 2; ++i) {
        program->arm(Iteration{i}, Payload::fresh);
        timeline.enter(Nanos{kAbsent});
        program->run(timeline.marks());
        timeline.leave();
        CHECK(program->verify().right);
        std::int64_t moment = timeline.enters()[i];
        for (const std::int64_t mark : timeline.mark_rows().subspan(kMarks * i, kMarks)) {
          CHECK(mark >= moment);
          moment = mark;
        }
        CHECK(moment <= timeline.leaves()[i]);
      }
      CHECK(sizes == std::vector<int>(2, tested.world.size()));
    }
  }
}
