#include "harness/measure/listen.hpp"

#include <algorithm>

#include "harness/measure/control.hpp"
#include "harness/measure/interrupts.hpp"
#include "harness/measure/selfish_loop.hpp"
#include "harness/mpi/exchange.hpp"

namespace syncbench::measure {
namespace {

constexpr std::size_t kStepReadings = 10'000;

// The first piece is short, and so is the last: never more than this many for a time.
std::size_t most_pieces(Nanos time) { return static_cast<std::size_t>(time / (kListeningPiece / 2)) + 2; }

Heard nothing_yet(const Listening& listening, Clock clock) {
  return {.measurement = {.timeline = Timeline(clock, {.iterations = most_pieces(listening.time), .marks = 0}),
                          .blocks = {},
                          .stop_cause = StopCause::time,
                          .first_wrong = {}},
          .log = DetourLog(listening.most_detours),
          .threshold = Nanos{0},
          .step = shortest_step(clock, kStepReadings)};
}

Nanos threshold_of(const Listening& listening, Nanos own_step, const Surroundings& surroundings) {
  if (listening.threshold) return *listening.threshold;
  const auto slowest = mpi::range_over_ranks(surroundings.communicator, own_step.count()).highest;
  return Nanos{kThresholdSteps * slowest};
}

}  // namespace

Heard listen(const Listening& listening, Surroundings& surroundings) {
  surroundings.synchronise();
  const Clock clock = surroundings.clock();
  surroundings.progress.begin(Phase::measuring, listening.name);
  Heard heard = nothing_yet(listening, clock);
  heard.threshold = threshold_of(listening, heard.step, surroundings);
  Measurement& measurement = heard.measurement;
  Timeline& timeline = measurement.timeline;
  for (Nanos used{0}; used < listening.time && !timeline.full();) {
    const Nanos piece = std::min(kListeningPiece, listening.time - used);
    timeline.enter(Nanos{kAbsent});
    const Nanos begin{clock.now()};
    watch(clock, begin, begin + piece, heard.threshold, heard.log);
    timeline.leave();
    surroundings.progress.step(timeline.size(), Nanos{timeline.leaves().back()});
    const Control agreed =
        agree(surroundings.communicator,
              {.batch_time = clock.now() - begin, .signal = Interrupts::pending(), .corrupt = 0, .curable = 0});
    used += agreed.batch_time;
    surroundings.used(agreed.batch_time);
    if (surroundings.after_batch) surroundings.after_batch();
    if (agreed.signal == 0) continue;
    measurement.signal = agreed.signal;
    measurement.stop_cause = StopCause::interrupted;
    break;
  }
  measurement.blocks.assign(timeline.size(), 0);
  measurement.warmup = timeline.size();
  surroundings.synchronise();
  return heard;
}

Bytes memory_of(const Listening& listening) noexcept {
  return Bytes{listening.most_detours * sizeof(Detour) +
               memory_of(Timeline::Shape{.iterations = most_pieces(listening.time), .marks = 0}).count};
}

}  // namespace syncbench::measure
