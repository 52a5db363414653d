#include "harness/app/truth/injected/injector.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string_view>

#include <mpi.h>
#include <time.h>

#include "harness/app/truth/simulated/fault.hpp"
#include "harness/app/truth/truth.hpp"

namespace syncbench::truth {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, kPlaces> kNames{"between", "gate", "arrives", "inside", "leaves"};

Place place_named(std::string_view name) {
  return static_cast<Place>(std::find(kNames.begin(), kNames.end(), name) - kNames.begin());
}

std::int64_t nanos_of(double seconds) { return static_cast<std::int64_t>(seconds * 1e9); }

void sleep_for(std::int64_t nanos) {
  const timespec time{nanos / 1'000'000'000, nanos % 1'000'000'000};
  clock_nanosleep(CLOCK_MONOTONIC, 0, &time, nullptr);
}

}  // namespace

Injector& Injector::instance() {
  static Injector all;
  return all;
}

Injector::Injector() : seed_(static_cast<std::uint32_t>(::truth::number("SYNCBENCH_INJECT_SEED", 1))) {
  const char* asked = std::getenv("SYNCBENCH_INJECT");
  faults_ = asked == nullptr ? json::array() : json::parse(asked);
  done_.reserve(std::size_t{1} << 20);
}

Injector::~Injector() {
  const char* log = std::getenv("SYNCBENCH_INJECT_LOG");
  if (log == nullptr) return;
  std::ofstream file(std::string(log) + "." + std::to_string(rank_));
  for (const Done& each : done_) {
    file << each.point << ' ' << each.iteration << ' ' << each.fault << ' '
         << kNames[static_cast<std::size_t>(each.place)] << ' ' << each.nanos << ' ' << each.begin << ' ' << each.end
         << '\n';
  }
}

void Injector::begin_point(std::size_t most_iterations) {
  int rank = 0, ranks = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
  rank_ = static_cast<std::size_t>(rank);
  ranks_ = static_cast<std::size_t>(ranks);
  ++point_;
  begun_ = 0;
  for (std::size_t place = 0; place < kPlaces; ++place) {
    hits_[place].clear();
    next_[place] = 0;
  }
  Random random(seed_, static_cast<std::uint32_t>(point_));
  for (std::size_t number = 0; number < faults_.size(); ++number) {
    const json& description = faults_[number];
    const json seconds = description.value("seconds", json::array({0, 1e9}));
    const Fault fault = fault_of(description, ranks_, most_iterations, random);
    for (const truth::Hit& hit : fault.hits) {
      if (hit.rank != rank_) continue;
      hits_[static_cast<std::size_t>(place_named(fault.where))].push_back(
          {hit.iteration, number, hit.nanos, fault.off_cpu, nanos_of(seconds[0].get<double>()),
           nanos_of(seconds[1].get<double>())});
    }
  }
  for (auto& hits : hits_) {
    std::stable_sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.iteration < b.iteration; });
  }
  in_point_ = true;
  measures_ = false;
}

void Injector::end_point(std::size_t kept) {
  in_point_ = false;
  forget_from(kept);
}

void Injector::arm(std::size_t iteration) {
  if (iteration == iteration_) forget_from(iteration);
  iteration_ = iteration;
  started_ = false;
}

void Injector::forget_from(std::size_t iteration) {
  while (!done_.empty() && done_.back().point + 1 == point_ && done_.back().iteration >= iteration) done_.pop_back();
  for (std::size_t place = 0; place < kPlaces; ++place) {
    while (next_[place] > 0 && hits_[place][next_[place] - 1].iteration >= iteration) --next_[place];
  }
}

void Injector::start() {
  started_ = true;
  if (!measures_) return;
  const std::int64_t now = ::truth::now();
  if (begun_ == 0) begun_ = now;
  elapsed_ = now - begun_;
}

void Injector::delay(Place place) {
  if (!in_point_ || !measures_ || !started_) return;
  const auto at = static_cast<std::size_t>(place);
  const std::vector<Hit>& hits = hits_[at];
  std::size_t& next = next_[at];
  while (next < hits.size() && hits[next].iteration < iteration_) ++next;
  for (; next < hits.size() && hits[next].iteration == iteration_; ++next) hold(hits[next], place);
}

void Injector::hold(const Hit& hit, Place place) {
  if (elapsed_ < hit.from || elapsed_ >= hit.until) return;
  const std::int64_t begin = ::truth::now();
  if (hit.asleep) {
    sleep_for(hit.nanos);
  } else {
    ::truth::busy(hit.nanos);
  }
  done_.push_back({point_ - 1, hit.iteration, hit.fault, place, hit.nanos, begin, ::truth::now()});
}

}  // namespace syncbench::truth
