#include "harness/app/truth/simulated/course.hpp"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "harness/app/truth/simulated/process.hpp"
#include "harness/core/evidence.hpp"
#include "harness/core/median_interval.hpp"
#include "harness/core/sample_status.hpp"

namespace syncbench::truth {
namespace {

using nlohmann::json;

constexpr std::int64_t kLateEntry = 1'000;  // past the deadline, ns: the system took the processor away

// How ranks go through a gate, and leave.
struct Jitter {
  double order, jitter, leave;

  explicit Jitter(const json& point)
      : order(point.value("order_ns", 4.0)),
        jitter(point.value("jitter_ns", 15.0)),
        leave(point.value("leave_jitter_ns", 10.0)) {}

  std::int64_t arrival(std::size_t rank, Random& random) const {
    return std::llround(order * static_cast<double>(rank) + jitter * random.exponential());
  }
  std::int64_t departure(Random& random) const { return std::llround(leave * random.exponential()); }
};

// Delays by place, [rank] of the iteration that is under way.
struct Delays {
  std::vector<std::int64_t> arrives, gate, leaves, off_before, off_inside;
  std::int64_t between = 0, inside = 0;

  explicit Delays(std::size_t ranks)
      : arrives(ranks), gate(ranks), leaves(ranks), off_before(ranks), off_inside(ranks) {}

  void add(const Fault& fault, const Hit& hit) {
    if (fault.where == "arrives") arrives[hit.rank] += hit.nanos;
    if (fault.where == "gate") gate[hit.rank] += hit.nanos;
    if (fault.where == "leaves") leaves[hit.rank] += hit.nanos;
    if (fault.where == "between") between = std::max(between, hit.nanos);
    if (fault.where == "inside") inside += hit.nanos;
    if (!fault.off_cpu) return;
    auto& off = fault.where == "inside" || fault.where == "leaves" ? off_inside : off_before;
    off[hit.rank] += hit.nanos;
  }
};

class Simulation {
 public:
  Simulation(const json& point, std::size_t ranks, std::uint32_t seed, std::uint32_t stream)
      : point_(point), jitter_(point), random_(seed, stream), lost_(seed, stream + 3) {
    course_.ranks = ranks;
    course_.iterations = point.at("iterations").get<std::size_t>();
    Random noise(seed, stream + 1), faults(seed, stream + 2);
    factors_ = factors_of(point.value("noise", json::object()), course_.iterations, noise);
    const json descriptions = point.value("faults", json::array());
    for (const json& each : descriptions) course_.faults.push_back(fault_of(each, ranks, course_.iterations, faults));
    const auto evidence = point.value("evidence", std::string("off"));
    if (evidence != "off") course_.counter_names = evidence_names(evidence == "cpu" ? Evidence::cpu : Evidence::full);
    const std::size_t cells = ranks * course_.iterations;
    for (auto* table : {&course_.enter, &course_.leave, &course_.target}) table->resize(cells);
    course_.status.resize(cells);
    course_.evidence.resize(cells * course_.counter_names.size());
    processor_.resize(ranks);
    switches_.resize(ranks);
  }

  Course run(std::int64_t begin) {
    std::vector<std::size_t> next(course_.faults.size(), 0);
    last_leave_.assign(course_.ranks, begin);
    std::int64_t now = begin;
    for (std::size_t i = 0; i < course_.iterations; ++i) {
      Delays delays(course_.ranks);
      for (std::size_t f = 0; f < next.size(); ++f) {
        const Fault& fault = course_.faults[f];
        for (; next[f] < fault.hits.size() && fault.hits[next[f]].iteration == i; ++next[f])
          delays.add(fault, fault.hits[next[f]]);
      }
      now = iterate(i, now, delays);
    }
    course_.end = now;
    return std::move(course_);
  }

 private:
  // From the end of the iteration before to this one's.
  std::int64_t iterate(std::size_t i, std::int64_t before, const Delays& delays) {
    const std::size_t ranks = course_.ranks;
    const double gap = point_.value("gap_ns", 4'000.0) * std::exp(0.1 * random_.normal());
    const std::int64_t gate = before + std::llround(gap) + delays.between;
    std::int64_t first = 0, last = 0, end = 0;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      const std::size_t at = course_.at(rank, i);
      course_.target[at] = gate;
      course_.enter[at] = tick(gate + jitter_.arrival(rank, random_) + delays.arrives[rank] + delays.gate[rank]);
      course_.status[at] = static_cast<std::uint8_t>(status_of(course_.enter[at] - gate, delays.gate[rank]));
      if (rank == 1 && is_lost(factors_[i])) course_.status[at] = static_cast<std::uint8_t>(SampleStatus::late_start);
      first = rank == 0 ? course_.enter[at] : std::min(first, course_.enter[at]);
      last = rank == 0 ? course_.enter[at] : std::max(last, course_.enter[at]);
    }
    const std::int64_t done = last + std::llround(point_.value("t0_ns", 20'000.0) * factors_[i]) + delays.inside;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      const std::size_t at = course_.at(rank, i);
      course_.leave[at] = std::max(course_.enter[at], tick(done + jitter_.departure(random_) + delays.leaves[rank]));
      end = std::max(end, course_.leave[at]);
      note_evidence(rank, at, delays);
      last_leave_[rank] = course_.leave[at];
    }
    course_.time += end - first;
    return end;
  }

  std::int64_t tick(std::int64_t time) const {
    const auto step = point_.value("tick_ns", std::int64_t{1});
    return time - time % step;
  }

  static SampleStatus status_of(std::int64_t late, std::int64_t gate_failed_by) {
    if (gate_failed_by > 0) return SampleStatus::late_start;
    return late > kLateEntry ? SampleStatus::descheduled : SampleStatus::ok;
  }

  // Starts that fail in long iterations above all: what takes the processor away does so in either place.
  bool is_lost(double factor) {
    if (!point_.contains("lost")) return false;
    return factor > point_["lost"].at("above").get<double>() && lost_.chance(point_["lost"].at("p").get<double>());
  }

  void note_evidence(std::size_t rank, std::size_t at, const Delays& delays) {
    const std::size_t counters = course_.counter_names.size();
    if (counters == 0) return;
    const bool before = delays.off_before[rank] > 0, inside = delays.off_inside[rank] > 0;
    processor_[rank] += course_.enter[at] - last_leave_[rank] - delays.off_before[rank];
    switches_[rank] += before ? 1 : 0;
    put(at, 0, processor_[rank], switches_[rank]);
    processor_[rank] += course_.leave[at] - course_.enter[at] - delays.off_inside[rank];
    switches_[rank] += inside ? 1 : 0;
    put(at, 1, processor_[rank], switches_[rank]);
  }

  // Counters come in pairs, before and after: processor time, and with full evidence voluntary and involuntary
  // switches, minor and major faults.
  void put(std::size_t at, std::size_t side, std::int64_t processor, std::int64_t switches) {
    const std::size_t counters = course_.counter_names.size();
    course_.evidence[at * counters + side] = processor;
    if (counters > 4) course_.evidence[at * counters + 4 + side] = switches;
  }

  const json& point_;
  Jitter jitter_;
  Random random_, lost_;
  Course course_;
  std::vector<double> factors_;
  std::vector<std::int64_t> last_leave_, processor_, switches_;
};

}  // namespace

Course course_of(const json& point, std::size_t ranks, std::int64_t begin, std::uint32_t seed, std::uint32_t stream) {
  return Simulation(point, ranks, seed, stream).run(begin);
}

std::int64_t start_spread_of(const json& point, std::size_t ranks, std::uint32_t seed) {
  constexpr std::uint32_t kStream = 0xffff0000;
  constexpr std::size_t kStarts = 1001;
  const Jitter jitter(point);
  Random random(seed, kStream);
  std::vector<std::int64_t> spreads;
  for (std::size_t i = 0; i < kStarts; ++i) {
    std::int64_t first = jitter.arrival(0, random), last = first;
    for (std::size_t rank = 1; rank < ranks; ++rank) {
      const std::int64_t arrival = jitter.arrival(rank, random);
      first = std::min(first, arrival);
      last = std::max(last, arrival);
    }
    spreads.push_back(last - first);
  }
  return median_of(std::move(spreads));
}

}  // namespace syncbench::truth
