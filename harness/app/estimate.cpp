#include "harness/app/estimate.hpp"

#include <algorithm>
#include <cmath>

#include "harness/core/quantile_estimate.hpp"

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

constexpr double kLoadNanos = 100;
constexpr double kCopiedBytesPerNano = 8;
constexpr Nanos kPieceOfListening{100'000'000};

// A tick of 250 Hz and as many other interruptions; a row of the table takes so many bytes.
constexpr double kDetoursPerNano = 500e-9;
constexpr double kFileBytesPerDetour = 10.0;

double probe_nanos(const kernels::Probe& probe) {
  if (const auto* quantum = std::get_if<kernels::WorkQuantum>(&probe))
    return static_cast<double>(quantum->length.count());
  if (std::holds_alternative<kernels::MemoryChase>(probe)) return kLoadNanos * kernels::kChaseSteps;
  if (const auto* copy = std::get_if<kernels::MemoryCopy>(&probe))
    return static_cast<double>(copy->size.count) / kCopiedBytesPerNano;
  return static_cast<double>(kPieceOfListening.count());
}

double detour_bytes(const PlannedPoint& planned, const suite::World& world) {
  const auto& probe = planned.point.probe;
  if (!probe || !std::holds_alternative<kernels::SelfishLoop>(*probe)) return 0;
  const auto nanos = static_cast<double>(planned.point.treatment.stop.most_time.count());
  return kFileBytesPerDetour * kDetoursPerNano * nanos * world.ranks;
}

double undisturbed_nanos(const PlannedPoint& planned, const suite::World& world) {
  if (planned.backend == "null") return kMessageInNode;
  if (planned.point.probe) return probe_nanos(*planned.point.probe);
  const int ranks = ranks_together(planned.point, world);
  const double rounds = std::ceil(std::log2(std::max(2, ranks)));
  const double message = world.nodes > 1 ? kMessageBetweenNodes : kMessageInNode;
  const kernels::Workload& workload = planned.point.workload;
  const auto operations = static_cast<double>(issued_operations(workload, ranks));
  const auto traffic = largest_traffic(workload, ranks);
  const std::size_t moved = traffic.send.count + traffic.receive.count + extra_bytes_of(workload, ranks).count;
  const double gate = message * rounds;
  return gate + operations * message * rounds + static_cast<double>(moved) / kBytesPerNano +
         static_cast<double>(workload.compute.count());
}

// Whoever is late makes all others wait.
double iteration_nanos(const PlannedPoint& planned, const suite::World& world) {
  constexpr double kLongest = 1e18;  // some thirty years, which no plan is meant to reach
  const Nanos unit{static_cast<std::int64_t>(std::min(undisturbed_nanos(planned, world), kLongest))};
  const auto& lateness = planned.point.treatment.lateness;
  const Nanos late = lateness ? lateness->amount.resolve(unit) : Nanos{0};
  return static_cast<double>((unit + late).count());
}

// All of a fixed number, or up to the second check, which comes when the least time has passed and when there are
// enough for the promised quantile, or as many as its time allows.
std::size_t likely_iterations(const StopOptions& stop, Nanos iteration) noexcept {
  if (stop.precision == 0) return stop.most_iterations;
  const auto by_time = static_cast<std::size_t>(least_time_of(stop) * 5 / 4 / std::max(iteration, Nanos{1}));
  const std::size_t promised = stop.promised ? fewest_iterations(*stop.promised) : 0;
  const auto most = static_cast<std::size_t>(std::max<std::int64_t>(1, stop.most_time / std::max(iteration, Nanos{1})));
  return std::min({std::max({stop.first_check * 3 / 2, by_time, promised}), stop.most_iterations, most});
}

}  // namespace

Estimate estimate_of(const PlannedPoint& planned, const suite::World& world) {
  if (!planned.point.against.empty()) return {.iterations = 0, .time = Nanos{0}, .file = Bytes{kFileBytesPerPoint}};
  const double each = iteration_nanos(planned, world);
  const std::size_t count = likely_iterations(planned.point.treatment.stop, Nanos{static_cast<std::int64_t>(each)});
  const auto iterations = static_cast<double>(count);
  const Nanos whole{static_cast<std::int64_t>(iterations * each)};
  const double samples =
      planned.record == RecordMode::summary ? iterations + kFileSketchSamples * world.ranks : iterations * world.ranks;
  return {.iterations = count,
          .time = std::min(whole, planned.point.treatment.stop.most_time),
          .file = Bytes{kFileBytesPerPoint +
                        static_cast<std::size_t>(samples * kFileBytesPerSample + detour_bytes(planned, world))}};
}

Estimate estimate_of(std::span<const PlannedPoint> plan, const suite::World& world) {
  Estimate sum;
  for (const PlannedPoint& each : plan) {
    const Estimate one = estimate_of(each, world);
    sum.iterations += one.iterations;
    sum.time += one.time;
    sum.file.count += one.file.count;
  }
  return sum;
}

}  // namespace syncbench::app
