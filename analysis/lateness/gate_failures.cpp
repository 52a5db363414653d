#include "analysis/lateness/gate_failures.hpp"

#include <algorithm>

#include "analysis/lateness/recurrence.hpp"
#include "analysis/run/late_events.hpp"
#include "harness/core/sample_status.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::int64_t kShortest = 10'000;          // ns; less than an interruption is a deadline that came too soon
constexpr double kOften = 0.01, kVeryOften = 0.05;  // of the iterations

class Study {
 public:
  explicit Study(const Decomposition& point) : point_(point) {}

  std::optional<GateFailures> run() const {
    const std::vector<LateEvent> events = failures();
    const double rows = static_cast<double>(point_.rows.size());
    if (static_cast<double>(events.size()) < std::max(kOften * rows, static_cast<double>(kFewestClusters)))
      return std::nullopt;
    const Judgement judgement = judge_events(events, point_.ranks(), point_.extent(), 1);
    GateFailures found;
    for (const AccusedPlace& each : judgement.accused) {
      // Beside one that is interrupted often, the few deadlines that another one misses are the machine's usual ones.
      const std::size_t times = times_late(events, each.accusation.place);
      if (static_cast<double>(times) < kOften * rows || !has_fair_share(times, events.size())) continue;
      if (found.places.empty()) found.accusation = each.accusation;
      add_place(found.places, each.accusation.place);
    }
    if (found.places.empty()) {
      if (static_cast<double>(events.size()) < kVeryOften * rows) return std::nullopt;
      found.places = frequent(events);
    }
    describe(events, found);
    if (found.iterations.empty() || found.size < kShortest) return std::nullopt;
    return found;
  }

 private:
  bool has_status(std::size_t row, std::size_t place, SampleStatus status) const {
    const std::size_t at = point_.rows[row].iteration * point_.ranks() + place;
    return !point_.times.status.empty() && point_.times.status[at] == static_cast<std::uint8_t>(status);
  }

  // Whose fault a failed gate is.
  std::vector<std::size_t> at_fault(std::size_t row) const {
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < point_.ranks(); ++place) {
      if (has_status(row, place, SampleStatus::late_start)) places.push_back(place);
    }
    if (point_.times.ranks.front() != Rank{0}) return places;
    if (has_status(row, 0, SampleStatus::descheduled)) return {0};
    const std::size_t receivers = point_.ranks() - 1;
    if (receivers > 1 && 2 * places.size() > receivers) return {};
    return places;
  }

  std::vector<LateEvent> failures() const {
    std::vector<LateEvent> events;
    for (std::size_t row = 0; row < point_.rows.size(); ++row) {
      if (point_.rows[row].use != IterationUse::late) continue;
      const std::vector<std::size_t> places = at_fault(row);
      if (places.empty()) continue;
      events.push_back({point_.rows[row].iteration,
                        std::max<std::int64_t>(1, point_.rows[row].spread),
                        places,
                        {},
                        moment_of(point_, row)});
    }
    return events;
  }

  static std::size_t times_late(const std::vector<LateEvent>& events, std::size_t place) {
    return static_cast<std::size_t>(
        std::count_if(events.begin(), events.end(), [&](const LateEvent& event) { return event.has(place); }));
  }

  static void add_place(std::vector<std::size_t>& places, std::size_t place) {
    const auto at = std::lower_bound(places.begin(), places.end(), place);
    if (at == places.end() || *at != place) places.insert(at, place);
  }

  // A fifth at least of what an even share would be.
  bool has_fair_share(std::size_t times, std::size_t events) const { return 5 * point_.ranks() * times >= events; }

  std::vector<std::size_t> frequent(const std::vector<LateEvent>& events) const {
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < point_.ranks(); ++place) {
      if (has_fair_share(times_late(events, place), events.size())) places.push_back(place);
    }
    return places;
  }

  void describe(const std::vector<LateEvent>& events, GateFailures& found) const {
    std::vector<LateEvent> own;
    for (const LateEvent& event : events) {
      if (std::any_of(found.places.begin(), found.places.end(), [&](std::size_t place) { return event.has(place); }))
        own.push_back(event);
    }
    if (own.empty()) return;
    found.failed = own.size();
    found.of = point_.rows.size();
    found.size = median_of(sizes_of(own));
    found.cost = sum_of(sizes_of(own));
    found.when = when_of(point_, own, true);
    for (const LateEvent& event : own) found.iterations.push_back(event.iteration);
  }

  const Decomposition& point_;
};

}  // namespace

std::optional<GateFailures> gate_failures(const Decomposition& point) {
  if (point.ranks() < 2 || point.rows.empty()) return std::nullopt;
  return Study(point).run();
}

}  // namespace syncbench::analysis
