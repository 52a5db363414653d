#include "analysis/noise/noise_report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analysis/render/amounts.hpp"
#include "analysis/run/attributes.hpp"
#include "analysis/run/rank_samples.hpp"
#include "analysis/run/require_match.hpp"
#include "harness/core/error.hpp"
#include "harness/core/median_interval.hpp"
#include "harness/core/nanos.hpp"

namespace syncbench::analysis {
namespace {

constexpr double kSameFrequency = 0.02;
constexpr double kSamePeriod = 0.01;

// A quantum is undisturbed when it takes what the fastest hundredth of all takes, and disturbed from so much more on:
// processors do not run at one frequency.
constexpr double kFastest = 0.01;
constexpr double kDisturbed = 1.02;

struct Heard {
  double time = 0;
  std::vector<Detour> detours;
};

void fill(RankNoise& noise, const Heard& heard, Nanos jitter) {
  noise.time_ns = heard.time;
  noise.count = heard.detours.size();
  std::vector<std::int64_t> lengths;
  for (const Detour& each : heard.detours) {
    lengths.push_back(each.length.count());
    noise.lost_ns += static_cast<double>(each.length.count());
  }
  noise.periods = find_periods(heard.detours, jitter);
  if (lengths.empty()) return;
  noise.longest_ns = static_cast<double>(*std::max_element(lengths.begin(), lengths.end()));
  noise.median_ns = static_cast<double>(median_of(std::move(lengths)));
}

// All time of pieces is time that the rank listened.
double time_inside(const RankSamples& samples) {
  double time = 0;
  for (std::size_t i = 0; i < samples.enter.size(); ++i) {
    if (samples.enter[i] != kAbsent && samples.leave[i] != kAbsent)
      time += static_cast<double>(samples.leave[i] - samples.enter[i]);
  }
  return time;
}

double undisturbed(const RankSamples& samples, std::size_t warmup) {
  std::vector<std::int64_t> times;
  for (std::size_t i = warmup; i < samples.enter.size(); ++i) {
    if (samples.enter[i] != kAbsent && samples.leave[i] != kAbsent)
      times.push_back(samples.leave[i] - samples.enter[i]);
  }
  if (times.empty()) return 0;
  const auto place = static_cast<std::ptrdiff_t>(kFastest * static_cast<double>(times.size()));
  std::nth_element(times.begin(), times.begin() + place, times.end());
  return static_cast<double>(times[static_cast<std::size_t>(place)]);
}

// What quanta took beyond the fastest; where inside a quantum the interruption lay is not known.
Heard disturbed_quanta(const RankSamples& samples, std::size_t warmup, double fastest) {
  Heard heard;
  for (std::size_t i = warmup; i < samples.enter.size(); ++i) {
    if (samples.enter[i] == kAbsent || samples.leave[i] == kAbsent) continue;
    const auto took = static_cast<double>(samples.leave[i] - samples.enter[i]);
    heard.time += took;
    if (took > kDisturbed * fastest)
      heard.detours.push_back({Nanos{samples.enter[i]}, Nanos{std::llround(took - fastest)}});
  }
  return heard;
}

class Judge {
 public:
  Judge(const results::RunReader& reader, const results::PointHeader& point) : reader_(reader), point_(point) {}

  std::vector<RankNoise> ranks() {
    std::vector<RankNoise> all;
    const auto detours = reader_.detours(point_.id);
    const auto warmup = static_cast<std::size_t>(
        std::max<std::int64_t>(0, whole_attribute(point_.attributes, "warmup_iterations").value_or(0)));
    auto next = detours ? detours->begin() : std::vector<results::DetourRow>::const_iterator{};
    for_each_rank(reader_, point_.id, Rank{0}, reader_.shape(point_.id).ranks,
                  [&](Rank rank, const RankSamples& samples) {
                    RankNoise& noise = all.emplace_back(described(rank));
                    if (!detours) {
                      const double fastest = undisturbed(samples, warmup);
                      fill(noise, disturbed_quanta(samples, warmup, fastest), Nanos{std::llround(fastest)});
                      return;
                    }
                    Heard heard{time_inside(samples), {}};
                    for (; next != detours->end() && next->rank == rank.value; ++next)
                      heard.detours.push_back({Nanos{next->when_ns}, Nanos{next->length_ns}});
                    fill(noise, heard, Nanos{0});
                  });
    return all;
  }

 private:
  RankNoise described(Rank rank) const {
    const auto& row = reader_.header().rank_rows.at(static_cast<std::size_t>(rank.value));
    const auto& nodes = reader_.header().node_rows;
    const auto node =
        std::find_if(nodes.begin(), nodes.end(), [&](const results::NodeRow& each) { return each.node == row.node; });
    RankNoise noise;
    noise.id = point_.id;
    noise.way = text_attribute(point_.attributes, "way");
    noise.rank = rank.value;
    noise.host = node == nodes.end() ? "" : node->hostname;
    noise.cpus = row.cpus;
    noise.truncated = whole_attribute(point_.attributes, "detours_lost").value_or(0) > 0;
    return noise;
  }

  const results::RunReader& reader_;
  const results::PointHeader& point_;
};

// "core 1 (rank 1 on n1)"; a rank that is not bound to one has no core.
std::string place_of(const RankNoise& noise) {
  const bool one = !noise.cpus.empty() && noise.cpus.find_first_of(",-") == std::string::npos;
  if (one) return fmt::format("core {} (rank {} on {})", noise.cpus, noise.rank, noise.host);
  return fmt::format("rank {} on {}, on any of cores {},", noise.rank, noise.host,
                     noise.cpus.empty() ? "not known" : noise.cpus);
}

// "every 4.00 ms (a timer of 250 Hz)"
std::string every_text(const Period& period) {
  const auto frequency = tick_frequency(period.nanos);
  return fmt::format("every {}{}", time_text(period.nanos),
                     frequency ? fmt::format(" (a timer of {} Hz)", *frequency) : "");
}

// " of 54.0 µs and of 23.4 µs every 1.00 ms (a timer of 1000 Hz) and of 34.4 µs every 4.00 ms": several of one period
// are put together, for a reader has one timer to look for.
std::string periods_text(const std::vector<Period>& periods) {
  std::vector<std::pair<const Period*, std::string>> timers;  // the first of a period, and the lengths of all
  for (const Period& each : periods) {
    const std::string length = "of " + time_text(each.length_ns);
    const auto known = std::find_if(timers.begin(), timers.end(), [&](const auto& timer) {
      return std::abs(timer.first->nanos / each.nanos - 1) <= kSamePeriod;
    });
    if (known == timers.end())
      timers.emplace_back(&each, length);
    else
      known->second += " and " + length;
  }
  std::string text;
  for (const auto& [first, lengths] : timers)
    text += fmt::format("{} {} {}", text.empty() ? "" : " and", lengths, every_text(*first));
  return text;
}

bool is_measured(const results::PointHeader& point) { return text_attribute(point.attributes, "status") == "measured"; }

}  // namespace

std::optional<int> tick_frequency(double period_ns) noexcept {
  for (const int frequency : {100, 250, 300, 1000}) {
    if (std::abs(period_ns * frequency / 1e9 - 1) <= kSameFrequency) return frequency;
  }
  return std::nullopt;
}

std::string noise_sentence(const RankNoise& noise) {
  if (noise.count == 0) return fmt::format("{} was not interrupted in {}", place_of(noise), time_text(noise.time_ns));
  std::string text = fmt::format("{} loses {}{} to interruptions", place_of(noise), noise.truncated ? "at least " : "",
                                 percent_text(noise.share()));
  text += noise.periods.empty() ? " at no regular times" : periods_text(noise.periods);
  return text + fmt::format(", longest {}", time_text(*noise.longest_ns));
}

std::vector<const RankNoise*> NoiseReport::telling() const {
  const bool any_loop =
      std::any_of(ranks.begin(), ranks.end(), [](const RankNoise& each) { return each.way == "selfish"; });
  std::vector<const RankNoise*> some;
  for (const RankNoise& each : ranks) {
    if (!any_loop || each.way == "selfish") some.push_back(&each);
  }
  return some;
}

std::optional<NoiseReport> noise_report_if_any(const std::filesystem::path& file, const Selection& selection) {
  const results::RunReader reader(file);
  NoiseReport report{file, {}, {}};
  for (const results::IndexRow& row : reader.index()) {
    if (row.suite != "noise") continue;
    const results::PointHeader point = reader.point(row.id);
    if (!is_measured(point) || !selection.matches(point)) continue;
    const auto ranks = Judge(reader, point).ranks();
    report.ranks.insert(report.ranks.end(), ranks.begin(), ranks.end());
  }
  if (report.ranks.empty()) return std::nullopt;
  for (const RankNoise* each : report.telling()) report.sentences.push_back(noise_sentence(*each));
  return report;
}

NoiseReport noise_report(const std::filesystem::path& file, const Selection& selection) {
  require_a_match(file, selection);
  auto report = noise_report_if_any(file, selection);
  if (!report)
    throw Error(ExitCode::data,
                fmt::format("{}: has no measured point of suite noise; measure it with --suite noise", file.string()));
  return *std::move(report);
}

}  // namespace syncbench::analysis
