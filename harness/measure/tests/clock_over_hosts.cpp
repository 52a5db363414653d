// Global time over hosts, compared with the truth: keeps the clocks synchronised as a measurement does, reads them
// every millisecond, and at the end says of each rank how far off its global time was and what bound it gave.
//
//   clock_over_hosts SECONDS [strict]
//
// One rank a host, with drifting_clock preloaded, which knows the truth. Exit code 0, or 1 if a bound did not hold;
// with "strict" also if it was ever more than twice what the network allows, which a busy machine can make of it.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <dlfcn.h>
#include <fmt/format.h>

#include "harness/measure/surroundings.hpp"
#include "harness/mpi/check.hpp"
#include "harness/mpi/exchange.hpp"
#include "harness/mpi/runtime.hpp"

using namespace syncbench;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kPoint = 5 * kSecond;  // a measurement synchronises before and after each point
constexpr int kTag = 5;

using ReadMoment = void (*)(std::int64_t* local, std::int64_t* truth);

// Global time at one moment: what was known when it came, and the truth.
struct Sample {
  Nanos local;
  std::int64_t truth, error, epsilon;
};

std::int64_t error_at(const ClockModel& model, Nanos local, std::int64_t truth) {
  return std::abs(model.global(local).count() - truth);
}

Sample sample(const ClockModel& model, ReadMoment read_moment) {
  std::int64_t local = 0, truth = 0;
  read_moment(&local, &truth);
  return {.local = Nanos{local},
          .truth = truth,
          .error = error_at(model, Nanos{local}, truth),
          .epsilon = model.epsilon(Nanos{local}).count()};
}

int parent_of(int rank) {
  int highest = 1;
  while (2 * highest <= rank) highest *= 2;
  return rank - highest;
}

std::int64_t least_round_trip(const mpi::Communicator& world, int child) {
  const int parent = parent_of(child), own = world.rank().value;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < 100; ++i) {
    if (own == parent) {
      const Nanos sent = raw_clock().now();
      SYNCBENCH_MPI(MPI_Send(nullptr, 0, MPI_BYTE, child, kTag, world.handle()));
      SYNCBENCH_MPI(MPI_Recv(nullptr, 0, MPI_BYTE, child, kTag, world.handle(), MPI_STATUS_IGNORE));
      least = std::min(least, (raw_clock().now() - sent).count());
    } else if (own == child) {
      SYNCBENCH_MPI(MPI_Recv(nullptr, 0, MPI_BYTE, parent, kTag, world.handle(), MPI_STATUS_IGNORE));
      SYNCBENCH_MPI(MPI_Send(nullptr, 0, MPI_BYTE, parent, kTag, world.handle()));
    }
  }
  return mpi::broadcast_number(world, least, Rank{parent});
}

// The way to rank 0: half of the shortest round trip of each hop, summed. Measured here, after each synchronisation,
// and not taken from what is tested.
class Way {
 public:
  explicit Way(const mpi::Communicator& world) : world_(world) {}

  // Collective; for the synchronisations up to so many.
  void measure(std::size_t synchronisations) {
    std::vector<std::int64_t> hops(static_cast<std::size_t>(world_.size()), 0);
    for (int child = 1; child < world_.size(); ++child)
      hops[static_cast<std::size_t>(child)] = least_round_trip(world_, child) / 2;
    std::int64_t sum = 0;
    for (int rank = world_.rank().value; rank != 0; rank = parent_of(rank)) sum += hops[static_cast<std::size_t>(rank)];
    sums_.resize(synchronisations, sum);
  }

  std::int64_t shortest() const { return *std::min_element(sums_.begin(), sums_.end()); }

  // As it was around a local moment.
  std::int64_t at(const ClockModel& model, Nanos local) const {
    const auto fixes = model.fixes();
    std::size_t next = 0;
    while (next < fixes.size() && fixes[next].when <= local) ++next;
    return std::max(sums_[next == 0 ? 0 : next - 1], sums_[std::min(next, sums_.size() - 1)]);
  }

 private:
  const mpi::Communicator& world_;
  std::vector<std::int64_t> sums_;  // one a synchronisation
};

// Samples for some seconds while the clocks are synchronised as the runner would.
std::vector<Sample> watch(measure::Surroundings& surroundings, Way& way, ReadMoment read_moment, double seconds) {
  const auto& world = surroundings.communicator;
  std::vector<Sample> samples;
  std::int64_t in_point = kPoint, all = 0;
  while (static_cast<double>(all) < seconds * 1e9) {
    const std::size_t known = surroundings.clocks.history().size();
    if (in_point >= kPoint) {
      surroundings.synchronise();
      surroundings.synchronise();
      in_point = 0;
    }
    const Nanos begin = raw_clock().now();
    for (int i = 0; i < 50; ++i) {
      samples.push_back(sample(surroundings.clocks.model(), read_moment));
      const timespec apart{.tv_sec = 0, .tv_nsec = 1'000'000};
      nanosleep(&apart, nullptr);
    }
    const std::int64_t took = mpi::range_over_ranks(world, (raw_clock().now() - begin).count()).highest;
    surroundings.used(Nanos{took});
    in_point += took;
    all += took;
    if (surroundings.clocks.history().size() != known) way.measure(surroundings.clocks.history().size());
  }
  surroundings.synchronise();
  way.measure(surroundings.clocks.history().size());
  return samples;
}

// What readers of a result see: global time by the fixes before and after.
struct Verdict {
  std::int64_t error = 0, epsilon = 0, live_error = 0, live_epsilon = 0;  // greatest
  double worst = 0, live_worst = 0;                                       // greatest |error| / ε
  std::size_t beyond = 0, live_beyond = 0, wide = 0, over_shortest = 0;
};

double ratio(std::int64_t part, std::int64_t whole) {
  return static_cast<double>(part) / static_cast<double>(std::max<std::int64_t>(whole, 1));
}

Verdict judge(const std::vector<Sample>& samples, const ClockModel& model, const Way& way) {
  Verdict all;
  for (const Sample& each : samples) {
    const std::int64_t error = error_at(model, each.local, each.truth), epsilon = model.epsilon(each.local).count();
    all.error = std::max(all.error, error);
    all.epsilon = std::max(all.epsilon, epsilon);
    all.worst = std::max(all.worst, ratio(error, epsilon));
    all.beyond += error > epsilon + 1;
    all.wide += epsilon > 2 * way.at(model, each.local);
    all.over_shortest += epsilon > 2 * way.shortest();
    all.live_error = std::max(all.live_error, each.error);
    all.live_epsilon = std::max(all.live_epsilon, each.epsilon);
    all.live_worst = std::max(all.live_worst, ratio(each.error, each.epsilon));
    all.live_beyond += each.error > each.epsilon + 1;
  }
  return all;
}

std::string report(const std::vector<Sample>& samples, const mpi::ClockSync& clocks, const Way& way,
                   const Verdict& all) {
  const auto& fixes = clocks.history();
  const double slope = static_cast<double>((fixes.back().offset - fixes.front().offset).count()) /
                       static_cast<double>((fixes.back().when - fixes.front().when).count());
  const auto us = [](std::int64_t time) { return static_cast<double>(time) / 1e3; };
  return fmt::format(
      "on {}: offset {:.3f} s, drift {:+.2f} ppm, {} synchronisations, {} contradicted; of {} moments\n"
      "  afterwards: |error| at most {:.2f} us, {:.2f} of the bound, {} beyond; bound at most {:.2f} us, {} over twice "
      "the way then, {} over twice the shortest way ({:.2f} us)\n"
      "  meanwhile:  |error| at most {:.2f} us, {:.2f} of the bound, {} beyond; bound at most {:.2f} us",
      mpi::host_name(), static_cast<double>(fixes.back().offset.count()) / 1e9, slope * 1e6, fixes.size(),
      clocks.contradictions().size(), samples.size(), us(all.error), all.worst, all.beyond, us(all.epsilon), all.wide,
      all.over_shortest, us(way.shortest()), us(all.live_error), all.live_worst, all.live_beyond, us(all.live_epsilon));
}

}  // namespace

int main(int argc, char** argv) {
  mpi::MpiRuntime runtime(argc, argv);
  const auto world = mpi::Communicator::world();
  const auto read_moment = reinterpret_cast<ReadMoment>(dlsym(RTLD_DEFAULT, "syncbench_test_moment"));
  if (argc < 2 || read_moment == nullptr) {
    std::fputs("usage: LD_PRELOAD=drifting_clock clock_over_hosts SECONDS [strict]\n", stderr);
    return 64;
  }
  mpi::ClockSync clocks(world, world.split_by_node(), raw_clock());
  measure::Progress progress(raw_clock());
  measure::Surroundings surroundings{
      .communicator = world, .clocks = clocks, .progress = progress, .yields = true, .synchronised_for = {}};
  Way way(world);
  const auto samples = watch(surroundings, way, read_moment, std::atof(argv[1]));
  const Verdict all = judge(samples, clocks.model(), way);
  for (const std::string& each : mpi::gather_texts(world, report(samples, clocks, way, all))) std::puts(each.c_str());
  const bool strict = argc > 2 && std::string_view(argv[2]) == "strict";
  const bool held =
      all.beyond == 0 && all.live_beyond == 0 && clocks.contradictions().empty() && (!strict || all.wide == 0);
  return mpi::range_over_ranks(world, held ? 0 : 1).highest == 0 ? 0 : 1;
}
