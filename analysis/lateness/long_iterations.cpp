#include "analysis/lateness/long_iterations.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/lateness/lateness_words.hpp"
#include "analysis/render/amounts.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::size_t kMostPlaces = 3;
constexpr double kMostOfIt = 0.8;
constexpr std::size_t kWorthNaming = 20;    // one in so many iterations
constexpr std::int64_t kLeastOff = 10'000;  // ns; a kernel thread's visit is shorter

class Sorter {
 public:
  Sorter(const Decomposition& point, std::int64_t usual, const std::optional<OffCpuTimes>& off)
      : point_(point), usual_(usual), off_(off) {
    found_.arrived.assign(point.ranks(), 0);
    found_.left.assign(point.ranks(), 0);
    found_.off.assign(point.ranks(), 0);
  }

  void add(std::size_t row) {
    const SplitIteration& split = point_.rows[row];
    const std::int64_t half = std::max<std::int64_t>(1, (split.whole - usual_) / 2);
    ++found_.n;
    if (split.material && split.spread >= half) {
      ++found_.arrived[split.latest];
    } else if (const auto last = last_to_leave(row, half)) {
      ++found_.left[*last];
    } else {
      ++found_.inside;
    }
    if (!off_ || half < kLeastOff) return;
    found_.has_evidence = true;
    for (std::size_t place = 0; place < point_.ranks(); ++place) {
      const std::size_t at = point_.at(row, place);
      if (off_->all_before[at] + off_->all_inside[at] >= half) ++found_.off[place];
    }
  }

  LongIterations take() { return std::move(found_); }

 private:
  // The rank that leaves later than the one before it by so much.
  std::optional<std::size_t> last_to_leave(std::size_t row, std::int64_t gap) const {
    std::size_t last = 0;
    for (std::size_t place = 1; place < point_.ranks(); ++place) {
      if (point_.departures[point_.at(row, place)] > point_.departures[point_.at(row, last)]) last = place;
    }
    std::int64_t second = point_.departures[point_.at(row, last == 0 ? 1 : 0)];
    for (std::size_t place = 0; place < point_.ranks(); ++place) {
      if (place != last) second = std::max(second, point_.departures[point_.at(row, place)]);
    }
    const bool alone = point_.departures[point_.at(row, last)] - second >= gap;
    return alone ? std::optional(last) : std::nullopt;
  }

  const Decomposition& point_;
  std::int64_t usual_;
  const std::optional<OffCpuTimes>& off_;
  LongIterations found_;
};

std::string name_of(const Decomposition& point, std::size_t place) {
  return fmt::format("rank {} ({})", point.times.ranks[place].value, point.times.hosts[place]);
}

// Places that were counted in one of so many iterations at least, the most frequent ones first.
std::vector<std::size_t> most_frequent(const std::vector<std::size_t>& counts, std::size_t of) {
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < counts.size(); ++place) {
    if (counts[place] > 0 && kWorthNaming * counts[place] >= of) places.push_back(place);
  }
  std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  places.resize(std::min(places.size(), kMostPlaces));
  return places;
}

}  // namespace

std::vector<std::size_t> longest_of(const Decomposition& point, std::vector<std::size_t> rows, std::int64_t usual) {
  const auto beyond = [&](std::size_t row) { return std::max<std::int64_t>(0, point.rows[row].whole - usual); };
  std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) { return beyond(a) > beyond(b); });
  double whole = 0, sum = 0;
  for (const std::size_t row : rows) whole += static_cast<double>(beyond(row));
  std::size_t kept = 0;
  while (kept < rows.size() && sum < kMostOfIt * whole) sum += static_cast<double>(beyond(rows[kept++]));
  rows.resize(kept);
  std::sort(rows.begin(), rows.end());
  return rows;
}

LongIterations long_iterations(const Decomposition& point, const std::vector<std::size_t>& rows, std::int64_t usual,
                               const std::optional<OffCpuTimes>& off) {
  Sorter sorter(point, usual, off);
  for (const std::size_t row : rows) sorter.add(row);
  return sorter.take();
}

std::optional<std::size_t> usual_latecomer(const LongIterations& found) {
  const auto most = std::max_element(found.arrived.begin(), found.arrived.end());
  if (most == found.arrived.end() || *most == 0 || 3 * *most < 2 * found.n) return std::nullopt;
  return static_cast<std::size_t>(most - found.arrived.begin());
}

std::string long_iterations_text(const Decomposition& point, const LongIterations& found) {
  std::vector<std::string> parts;
  const auto in = [&](std::size_t count) {
    return fmt::format("in {}{}", count_text(count), parts.empty() ? " of the " + count_text(found.n) : "");
  };
  for (const std::size_t place : most_frequent(found.arrived, found.n))
    parts.push_back(fmt::format("{} arrives last {}", name_of(point, place), in(found.arrived[place])));
  for (const std::size_t place : most_frequent(found.left, found.n))
    parts.push_back(fmt::format("{} leaves last {}", name_of(point, place), in(found.left[place])));
  if (kWorthNaming * found.inside >= found.n)
    parts.push_back(fmt::format("all ranks are held up inside the call {}", in(found.inside)));
  std::string text = join(parts, ", ");
  if (!found.has_evidence) return text;
  std::vector<std::string> off;
  for (const std::size_t place : most_frequent(found.off, found.n))
    off.push_back(fmt::format("{} was off its processor in {}", name_of(point, place), count_text(found.off[place])));
  return text + "; " + (off.empty() ? "no rank was off its processor for half of it" : join(off, ", "));
}

}  // namespace syncbench::analysis
