#include "analysis/timeline/timeline_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "analysis/render/amounts.hpp"
#include "analysis/render/paragraph.hpp"
#include "analysis/run/point_label.hpp"
#include "harness/core/shown_text.hpp"
#include "harness/core/text_table.hpp"

namespace syncbench::analysis {
namespace {

using Values = std::vector<std::optional<double>>;

constexpr std::array<std::string_view, 8> kBlocks{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr double kLeastRange = 2;  // from the lowest to the highest block; less would show noise as mountains
constexpr std::size_t kMostRanks = 16;
constexpr std::size_t kLeastTick = 10;  // cells
constexpr std::size_t kOftenLate = 50;  // marked where one in so many iterations started late

// Logarithmic: every block is the same factor above the one before.
class Scale {
 public:
  void add(const Values& values) {
    for (const auto& value : values) {
      if (!value) continue;
      low_ = low_ == 0 ? std::max(1.0, *value) : std::min(low_, std::max(1.0, *value));
      high_ = std::max(high_, *value);
    }
  }

  double low() const { return low_; }
  double high() const { return std::max(high_, kLeastRange * low_); }

  std::string line(const Values& values) const {
    std::string text;
    for (const auto& value : values) text += value ? block(*value) : " ";
    return text;
  }

  std::string text() const { return fmt::format("▁ {} to █ {}", time_text(low()), time_text(high())); }

 private:
  std::string_view block(double value) const {
    const double share = std::log(std::max(value, low()) / low()) / std::log(high() / low());
    const auto step = static_cast<std::size_t>(share * static_cast<double>(kBlocks.size()));
    return kBlocks[std::min(step, kBlocks.size() - 1)];
  }

  double low_ = 0, high_ = 0;
};

std::string without_end(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string labelled(std::string_view label, const std::string& line) {
  return without_end(padded(label, kTimelineLabel, Align::left) + line);
}

// How unlike the median rank a rank is at most, as the logarithm of a factor.
double strangeness(const TimelineRow& row, const std::vector<std::optional<double>>& usual) {
  double most = 0;
  for (std::size_t bin = 0; bin < usual.size(); ++bin) {
    if (row.times[bin] && usual[bin])
      most = std::max(most, std::abs(std::log(std::max(1.0, *row.times[bin]) / *usual[bin])));
  }
  return most;
}

Values usual_of(const std::vector<TimelineRow>& rows) {
  Values usual(rows.front().times.size());
  for (std::size_t bin = 0; bin < usual.size(); ++bin) {
    std::vector<double> times;
    for (const TimelineRow& row : rows) {
      if (row.times[bin]) times.push_back(std::max(1.0, *row.times[bin]));
    }
    if (times.empty()) continue;
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
    usual[bin] = times[times.size() / 2];
  }
  return usual;
}

// All ranks where they are few, else those least like the others, by number.
std::vector<const TimelineRow*> shown(const std::vector<TimelineRow>& rows) {
  std::vector<const TimelineRow*> all;
  for (const TimelineRow& row : rows) all.push_back(&row);
  if (rows.size() <= kMostRanks) return all;
  const Values usual = usual_of(rows);
  std::stable_sort(all.begin(), all.end(), [&](const TimelineRow* a, const TimelineRow* b) {
    return strangeness(*a, usual) > strangeness(*b, usual);
  });
  all.resize(kMostRanks);
  std::sort(all.begin(), all.end(), [](const TimelineRow* a, const TimelineRow* b) { return a->rank < b->rank; });
  return all;
}

std::string rank_label(const TimelineRow& row, bool several_hosts) {
  std::string label = fmt::format("rank {}", row.rank);
  if (!several_hosts) return label;
  const std::string host = row.host.substr(0, row.host.find('.'));
  label += " " + host;
  return display_width(label) < kTimelineLabel ? label : label.substr(0, kTimelineLabel - 1);
}

// One character a bin for what happened in it: the strongest mark wins.
std::string marks_of(const PointTimeline& point) {
  const std::size_t bins = point.begun.size();
  const auto with_blocks = static_cast<std::size_t>(
      std::count_if(point.blocks.begin(), point.blocks.end(), [](std::size_t count) { return count > 0; }));
  std::string marks(bins, ' ');
  for (std::size_t bin = 0; bin < bins; ++bin) {
    if (point.blocks[bin] > 0 && 3 * with_blocks <= bins) marks[bin] = '|';
    if (point.late[bin] > 0 && kOftenLate * point.late[bin] >= point.begun[bin]) marks[bin] = '!';
  }
  for (std::size_t i = 1; i < point.regimes.size(); ++i) {
    const auto bin = static_cast<std::size_t>(static_cast<double>(point.regimes[i].begin) / point.bin_ns);
    marks[std::min(bin, bins - 1)] = '^';
  }
  return marks;
}

double tick_seconds(double bin_ns) {
  const double least = static_cast<double>(kLeastTick) * bin_ns / 1e9;
  double tick = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {2.0, 2.5, 2.0}) {  // 1, 2, 5, 10
    if (tick >= least) break;
    tick *= factor;
  }
  return tick;
}

std::string axis_of(const PointTimeline& point) {
  const std::size_t bins = point.begun.size();
  const double tick = tick_seconds(point.bin_ns);
  std::string axis;
  for (std::size_t k = 0;; ++k) {
    const double second = static_cast<double>(k) * tick;
    const auto bin = static_cast<std::size_t>(std::llround(second * 1e9 / point.bin_ns));
    const std::string text = fmt::format("{:.6g}", second);
    if (bin + text.size() + 2 > bins) break;
    axis.resize(std::max(bin, axis.size()), ' ');
    axis += text;
  }
  return axis + " s";
}

std::string heading_of(const PointTimeline& point) {
  const std::size_t late = [&] {
    std::size_t sum = 0;
    for (const std::size_t each : point.late) sum += each;
    return sum;
  }();
  std::string text = fmt::format("{} {}: {} iterations in {}", point.header.id, point_label(point.header),
                                 point.iterations, time_text(static_cast<double>(point.end)));
  if (point.warmup > 0) text += fmt::format(", the first {} warm-up", point.warmup);
  if (late > 0) text += fmt::format(", {} with a late start", late);
  return text;
}

std::string point_text(const PointTimeline& point) {
  std::string text = paragraph(heading_of(point));
  if (point.begun.empty()) return text + "  no iteration has times\n";
  if (!point.regimes.empty()) text += "  " + paragraph("changes: " + regimes_text(point.regimes), 4);
  Scale means, longest;
  means.add(point.slowest);
  for (const TimelineRow& row : point.ranks) means.add(row.times);
  longest.add(point.longest);
  std::set<std::string> hosts;
  for (const TimelineRow& row : point.ranks) hosts.insert(row.host);
  text += labelled("longest", longest.line(point.longest));
  text += labelled("slowest rank", means.line(point.slowest));
  const auto rows = shown(point.ranks);
  for (const TimelineRow* row : rows) text += labelled(rank_label(*row, hosts.size() > 1), means.line(row->times));
  const std::string marks = marks_of(point);
  if (marks.find_first_not_of(' ') != std::string::npos) text += labelled("", marks);
  text += labelled("", axis_of(point));
  text += "  " + paragraph(fmt::format("longest: {}; other lines: {}; {} a block", longest.text(), means.text(),
                                       time_text(point.bin_ns)),
                           4);
  if (rows.size() < point.ranks.size())
    text += "  " + paragraph(fmt::format("{} of {} ranks: those least like the others; --json has all", rows.size(),
                                         point.ranks.size()),
                             4);
  return text;
}

}  // namespace

std::string timeline_text(const TimelineReport& report) {
  std::string text = one_line(report.file.string()) + "\n";
  if (report.points.empty()) return text + "\nno selected point was measured\n";
  for (const PointTimeline& point : report.points) text += "\n" + point_text(point);
  text += "\n" + paragraph(
                     "Lines show what a rank spends in the call: the mean of each block. A rank that comes late "
                     "waits least, so its line is low while the others' are high. ^ a new level begins, | a new "
                     "block of iterations, ! one in 50 iterations or more started late. The scale is logarithmic.",
                     0);
  return text;
}

}  // namespace syncbench::analysis
