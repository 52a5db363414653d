#include "harness/core/change_points.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "harness/core/segmentation.hpp"

namespace syncbench {
namespace {

constexpr std::size_t kWindows = 64;
constexpr std::size_t kShortest = 8;  // windows of one level
constexpr std::size_t kMostLevels = 5;
constexpr std::size_t kQuarters = 4;
constexpr double kOften = 0.15;  // of all samples: a level that is no rare one

// Critical values of a segmentation's gain: kAlways + kCorrelated[levels] × correlation of the residuals.
constexpr double kAlways = 22;
constexpr std::array<double, kMostLevels + 1> kCorrelated{0, 0, 130, 210, 270, 330};

using Times = std::span<const std::int64_t>;

double log_of(std::int64_t time) { return std::log(static_cast<double>(std::max<std::int64_t>(1, time))); }

enum class Centre { median, mean };

// A sample, and how much of it is meant.
struct Part {
  std::int64_t time = 0;
  double share = 1;
};

// The logarithm of the parts' median or mean. Precondition: there are parts.
double log_centre(std::vector<Part>& parts, Centre centre) {
  double whole = 0, sum = 0, below = 0;
  for (const Part& part : parts) {
    whole += part.share;
    sum += part.share * static_cast<double>(part.time);
  }
  if (centre == Centre::mean) return std::log(std::max(1.0, sum / whole));
  std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.time < b.time; });
  const auto half = std::find_if(parts.begin(), parts.end(), [&](const Part& part) {
    below += part.share;
    return 2 * below >= whole;
  });
  return log_of(half == parts.end() ? parts.back().time : half->time);
}

// One way of cutting a series into windows: each sample weighs something.
class Scale {
 public:
  Scale(std::vector<std::int64_t> times, std::vector<double> weights, Centre centre)
      : times_(std::move(times)), weights_(std::move(weights)), centre_(centre) {
    ends_.reserve(weights_.size());
    double sum = 0;
    for (const double weight : weights_) ends_.push_back(sum += weight);
  }

  // The logarithms of the windows' centres. A sample that reaches over several windows counts in each by its part.
  std::vector<double> windows() const {
    std::vector<double> values;
    std::size_t sample = 0;
    std::vector<Part> parts;
    for (std::size_t window = 0; window < kWindows; ++window) {
      const double end = border(window + 1);
      double begin = border(window);
      parts.clear();
      while (sample < times_.size()) {
        const double reach = std::min(end, ends_[sample]);
        if (reach > begin) parts.push_back({times_[sample], (reach - begin) / weights_[sample]});
        begin = std::max(begin, reach);
        if (ends_[sample] > end) break;
        ++sample;
      }
      if (parts.empty()) parts.push_back({times_[std::min(sample, times_.size() - 1)], 1});
      values.push_back(log_centre(parts, centre_));
    }
    return values;
  }

  // The sample that fills a window's beginning.
  std::size_t sample_at(std::size_t window) const {
    const auto found = std::upper_bound(ends_.begin(), ends_.end(), border(window));
    return std::min(static_cast<std::size_t>(found - ends_.begin()), times_.size());
  }

  // The logarithm of the centre of samples [begin, end).
  double level(std::size_t begin, std::size_t end) const {
    std::vector<Part> parts;
    for (std::size_t i = begin; i < end; ++i) parts.push_back({times_[i], 1});
    return parts.empty() ? 0 : log_centre(parts, centre_);
  }

  // Whether the centre of each quarter of samples [begin, end), by weight, exceeds a level.
  bool stays_above(double least, std::size_t begin, std::size_t end) const {
    const double before = begin == 0 ? 0 : ends_[begin - 1];
    std::size_t from = begin;
    for (std::size_t quarter = 1; quarter <= kQuarters; ++quarter) {
      const double reach = before + (ends_[end - 1] - before) * static_cast<double>(quarter) / kQuarters;
      const auto last = std::lower_bound(ends_.begin() + static_cast<std::ptrdiff_t>(from),
                                         ends_.begin() + static_cast<std::ptrdiff_t>(end), reach);
      const std::size_t to = std::min(end, static_cast<std::size_t>(last - ends_.begin()) + 1);
      if (from < to && level(from, to) <= least) return false;
      from = to;
    }
    return true;
  }

  // The sample between two windows' beginnings that parts a lower from a higher level best.
  std::size_t parting(std::size_t first, std::size_t last, double before, double after) const {
    double cost = 0, least = 0;  // of calling all samples from `first` on "before", against calling them "after"
    std::size_t best = first;
    for (std::size_t i = first; i < last; ++i) {
      const double value = log_of(times_[i]);
      cost += weights_[i] * (std::abs(value - before) - std::abs(value - after));
      if (cost < least) {
        least = cost;
        best = i + 1;
      }
    }
    return best;
  }

 private:
  double border(std::size_t window) const {
    return ends_.back() * static_cast<double>(window) / static_cast<double>(kWindows);
  }

  std::vector<std::int64_t> times_;
  std::vector<double> weights_, ends_;
  Centre centre_;
};

// The segmentation that exceeds its critical value most.
std::optional<Segmentation> chosen(std::vector<Segmentation> all) {
  std::optional<Segmentation> best;
  double most = 1;
  for (std::size_t i = 1; i < all.size(); ++i) {
    const double ratio = all[i].gain / (kAlways + kCorrelated[i + 1] * all[i].correlation);
    if (ratio <= most) continue;
    most = ratio;
    best = std::move(all[i]);
  }
  return best;
}

// The place of each value in order; equal ones share theirs.
std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<double> sorted = values, ranks;
  std::sort(sorted.begin(), sorted.end());
  for (const double value : values) {
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), value);
    ranks.push_back(static_cast<double>((first - sorted.begin()) + (last - sorted.begin())) / 2);
  }
  return ranks;
}

// Where the windows' values change, or else their ranks: a level that varies more than the other hides a change of
// values, one that varies little hides a change of ranks.
std::vector<std::size_t> borders_between(const std::vector<double>& windows) {
  if (auto found = chosen(segmentations(windows, kMostLevels, kShortest))) return std::move(found->begins);
  if (auto found = chosen(segmentations(ranks_of(windows), kMostLevels, kShortest))) return std::move(found->begins);
  // A drift is no step, so its steps' residuals stay together: four quarters show it.
  const Segmentation line = straight_line(windows);
  if (line.gain > kAlways + kCorrelated[3] * line.correlation)
    return {0, kWindows / 4, kWindows / 2, kWindows - kWindows / 4};
  return {0};
}

std::vector<std::size_t> changes_on(const Scale& scale) {
  const std::vector<double> windows = scale.windows();
  std::vector<std::size_t> changes;
  std::vector<std::size_t> borders = borders_between(windows);
  borders.push_back(kWindows);
  for (std::size_t k = 1; k + 1 < borders.size(); ++k) {
    const auto median = [&](std::size_t from, std::size_t to) {
      std::vector<double> part(windows.begin() + static_cast<std::ptrdiff_t>(from),
                               windows.begin() + static_cast<std::ptrdiff_t>(to));
      std::nth_element(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(part.size() / 2), part.end());
      return part[part.size() / 2];
    };
    changes.push_back(scale.parting(scale.sample_at(borders[k] - 1), scale.sample_at(borders[k] + 1),
                                    median(borders[k - 1], borders[k]), median(borders[k], borders[k + 1])));
  }
  return changes;
}

// The changes of both scales together, merged until every level differs from its neighbours and lasts.
class Levels {
 public:
  Levels(const Scale& by_time, const Scale& by_count, Times lasting, const ChangeRule& rule)
      : by_time_(by_time), by_count_(by_count), lasting_(lasting), rule_(rule) {}

  std::vector<std::size_t> kept(std::vector<std::size_t> changes) const {
    std::sort(changes.begin(), changes.end());
    changes.erase(std::unique(changes.begin(), changes.end()), changes.end());
    std::erase_if(changes, [&](std::size_t change) { return change == 0 || change >= lasting_.size(); });
    while (drop_weakest(changes)) {
    }
    return changes;
  }

 private:
  // How much the level differs before and after a change: that of the samples' median, else that of the median by
  // duration, which has to be kept up through the slower of both levels.
  double difference(const std::vector<std::size_t>& changes, std::size_t k) const {
    const std::size_t begin = k == 0 ? 0 : changes[k - 1], middle = changes[k];
    const std::size_t end = k + 1 < changes.size() ? changes[k + 1] : lasting_.size();
    const double by_count = std::abs(by_count_.level(middle, end) - by_count_.level(begin, middle));
    if (by_count >= std::log1p(rule_.least_change)) return by_count;
    const double before = by_time_.level(begin, middle), after = by_time_.level(middle, end);
    const double between = (before + after) / 2;
    const bool kept_up =
        before > after ? by_time_.stays_above(between, begin, middle) : by_time_.stays_above(between, middle, end);
    return kept_up ? std::abs(after - before) : by_count;
  }

  bool lasts(std::size_t begin, std::size_t end) const {
    if (end - begin < rule_.fewest_samples) return false;
    if (static_cast<double>(end - begin) >= kOften * static_cast<double>(lasting_.size())) return true;
    std::int64_t time = 0;
    for (std::size_t i = begin; i < end; ++i) time += lasting_[i];
    return time >= rule_.shortest_rare_ns;
  }

  // Takes out one change: the smallest of those that are too small, else the smaller one beside a level that is too
  // short.
  bool drop_weakest(std::vector<std::size_t>& changes) const {
    std::optional<std::size_t> weakest;
    double least = 0;
    std::vector<double> differences;
    for (std::size_t k = 0; k < changes.size(); ++k) differences.push_back(difference(changes, k));
    const auto consider = [&](std::size_t k) {
      if (weakest && differences[k] >= least) return;
      weakest = k;
      least = differences[k];
    };
    for (std::size_t k = 0; k < changes.size(); ++k) {
      if (differences[k] < std::log1p(rule_.least_change)) consider(k);
    }
    for (std::size_t k = 0; !weakest && k <= changes.size(); ++k) {
      const std::size_t begin = k == 0 ? 0 : changes[k - 1], end = k < changes.size() ? changes[k] : lasting_.size();
      if (changes.empty() || lasts(begin, end)) continue;
      if (k > 0) consider(k - 1);
      if (k < changes.size()) consider(k);
    }
    if (!weakest) return false;
    changes.erase(changes.begin() + static_cast<std::ptrdiff_t>(*weakest));
    return true;
  }

  const Scale& by_time_;
  const Scale& by_count_;
  Times lasting_;
  const ChangeRule& rule_;
};

// Windows of equal duration. One sample is no level, however long it lasts: it counts as one window at most.
Scale scale_by_time(Times times, Times lasting) {
  std::vector<double> weights(lasting.begin(), lasting.end());
  double whole = 0;
  for (double& each : weights) whole += each = std::max(each, 1.0);
  const double most = std::max(1.0, whole / static_cast<double>(kWindows));
  std::vector<std::int64_t> bounded(times.begin(), times.end());
  for (double& each : weights) each = std::min(each, most);
  for (std::int64_t& each : bounded) each = std::min(each, static_cast<std::int64_t>(most));
  return {std::move(bounded), std::move(weights), Centre::mean};
}

Scale scale_by_count(Times times) {
  return {{times.begin(), times.end()}, std::vector<double>(times.size(), 1.0), Centre::median};
}

}  // namespace

std::vector<std::size_t> change_points(Times times, Times lasting, const ChangeRule& rule) {
  if (times.size() < kWindows || lasting.size() != times.size()) return {};
  const Scale by_time = scale_by_time(times, lasting), by_count = scale_by_count(times);
  std::vector<std::size_t> changes = changes_on(by_time);
  const std::vector<std::size_t> more = changes_on(by_count);
  changes.insert(changes.end(), more.begin(), more.end());
  return Levels(by_time, by_count, lasting, rule).kept(std::move(changes));
}

}  // namespace syncbench
