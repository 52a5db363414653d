#include "harness/app/progress_line.hpp"

#include "harness/app/estimate.hpp"

namespace syncbench::app {
namespace {

constexpr Nanos kBetweenDrawings{500'000'000};

}  // namespace

ProgressLine::ProgressLine(LiveTable& table, std::span<const PlannedPoint> plan, const suite::World& world, Clock clock,
                           bool shown)
    : table_(table),
      world_(world),
      clock_(clock),
      shown_(shown),
      time_left_(estimate_of(plan, world).time),
      points_(plan.size()) {}

void ProgressLine::begin_group(std::span<const PlannedPoint> group) {
  planned_ = estimate_of(group, world_).time;
  running_ = group.size();
  begun_ = clock_.now();
  draw();
}

void ProgressLine::draw() {
  const Nanos now = clock_.now();
  if (!shown_ || now - drawn_ < kBetweenDrawings) return;
  drawn_ = now;
  table_.show_progress(progress_text(done_, points_, time_left_.left(planned_, now - begun_)));
}

void ProgressLine::end_group() {
  time_left_.finished(planned_, clock_.now() - begun_);
  done_ += running_;
  running_ = 0;
  table_.hide_progress();
}

}  // namespace syncbench::app
