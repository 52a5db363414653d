#include "estimate.hpp"

#include <algorithm>
#include <cmath>

namespace syncbench::app {
namespace {

// Rules of thumb: a message inside a node and between nodes, and what a rank moves in a nanosecond.
constexpr double kMessageInNode = 600;
constexpr double kMessageBetweenNodes = 8'000;
constexpr double kBytesPerNano = 1.0;

// Seen with 8-byte allreduces: enter and leave take 3.3 bytes a pair, a point's groups and attributes some kilobytes.
constexpr double kFileBytesPerSample = 4.0;
constexpr double kFileSketchSamples = 30;  // a rank's quantiles, counted as samples
constexpr std::size_t kFileBytesPerPoint = 32'768;

double undisturbed_nanos(const PlannedPoint& planned, const suite::World& world) {
  if (planned.backend == "null") return kMessageInNode;
  const double rounds = std::ceil(std::log2(std::max(2, world.ranks)));
  const double message = world.nodes > 1 ? kMessageBetweenNodes : kMessageInNode;
  const kernels::Workload& workload = planned.point.workload;
  const auto operations = static_cast<double>(issued_operations(workload, world.ranks));
  const auto traffic = largest_traffic(workload, world.ranks);
  const std::size_t moved = traffic.send.count + traffic.receive.count + extra_bytes_of(workload, world.ranks).count;
  const double gate = message * rounds;
  return gate + operations * message * rounds + static_cast<double>(moved) / kBytesPerNano +
         static_cast<double>(workload.compute.count());
}

// Whoever is late makes all others wait.
double iteration_nanos(const PlannedPoint& planned, const suite::World& world) {
  const Nanos unit{static_cast<std::int64_t>(undisturbed_nanos(planned, world))};
  const auto& lateness = planned.point.treatment.lateness;
  const Nanos late = lateness ? lateness->amount.resolve(unit) : Nanos{0};
  return static_cast<double>((unit + late).count());
}

}  // namespace

std::size_t likely_iterations(const StopOptions& stop) noexcept {
  return stop.precision > 0 ? std::min(stop.first_check * 3 / 2, stop.most_iterations) : stop.most_iterations;
}

Estimate estimate_of(const PlannedPoint& planned, const suite::World& world) {
  const auto iterations = static_cast<double>(likely_iterations(planned.point.treatment.stop));
  const Nanos whole{static_cast<std::int64_t>(iterations * iteration_nanos(planned, world))};
  const double samples =
      planned.record == RecordMode::summary ? iterations + kFileSketchSamples * world.ranks : iterations * world.ranks;
  return {.time = std::min(whole, planned.point.treatment.stop.most_time),
          .file = Bytes{kFileBytesPerPoint + static_cast<std::size_t>(samples * kFileBytesPerSample)}};
}

Estimate estimate_of(std::span<const PlannedPoint> plan, const suite::World& world) {
  Estimate sum;
  for (const PlannedPoint& each : plan) {
    const Estimate one = estimate_of(each, world);
    sum.time += one.time;
    sum.file.count += one.file.count;
  }
  return sum;
}

}  // namespace syncbench::app
