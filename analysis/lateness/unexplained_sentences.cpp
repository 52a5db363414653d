#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "analysis/lateness/lateness_words.hpp"
#include "analysis/lateness/unexplained.hpp"
#include "analysis/render/amounts.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::size_t kMostNames = 4;
constexpr double kTogether = 0.1;  // of the point's time: iterations within so much of it are said to lie together
constexpr double kSpread = 0.9;    // and over so much of it are said to be spread over all of it
constexpr double kLeast = 0.0005;  // of the time: what rounds to nothing

using Points = std::vector<const Unexplained*>;

std::string time_of(std::int64_t ns) { return time_text(static_cast<double>(ns)); }

// Which kind of place holds most of the long iterations: points of one kind are told together.
std::string kind_of(const Unexplained& point) {
  const auto most = [](const std::vector<std::size_t>& counts) {
    const auto found = std::max_element(counts.begin(), counts.end());
    return found == counts.end()
               ? std::pair<std::size_t, std::size_t>{0, 0}
               : std::pair<std::size_t, std::size_t>{*found, static_cast<std::size_t>(found - counts.begin())};
  };
  const auto [arrived, first] = most(point.longest.arrived);
  const auto [left, second] = most(point.longest.left);
  if (2 * arrived > point.longest.n) return fmt::format("arrives {}", first);
  if (2 * left > point.longest.n) return fmt::format("leaves {}", second);
  return 2 * point.longest.inside > point.longest.n ? "inside" : "mixed";
}

std::string when(const Unexplained& point) {
  if (point.longest.n == 1)
    return fmt::format("at t = {} (iteration {})", time_of(point.longest_at), count_text(point.longest_iteration));
  const double share =
      static_cast<double>(point.until - point.from) / static_cast<double>(std::max<std::int64_t>(1, point.end));
  const std::string longest = fmt::format("the longest at t = {} (iteration {})", time_of(point.longest_at),
                                          count_text(point.longest_iteration));
  if (share >= kSpread) return fmt::format("spread over the whole {}, {}", time_of(point.end), longest);
  return fmt::format("{} t = {} {} {}, {}", share < kTogether ? "all between" : "from", time_of(point.from),
                     share < kTogether ? "and" : "to", time_of(point.until), longest);
}

std::string sizes(const Unexplained& point) {
  if (point.longest.n == 1) return "takes " + time_of(point.longest_ns);
  return fmt::format("take {} to {} each", time_of(point.shortest_ns), time_of(point.longest_ns));
}

std::string range(const Points& points) {
  const auto [least, most] = std::minmax_element(
      points.begin(), points.end(), [](const Unexplained* a, const Unexplained* b) { return a->share < b->share; });
  const std::string low = percent_text((*least)->share), high = percent_text((*most)->share);
  return low == high ? high : low + " to " + high;
}

std::string names(const Points& points) {
  std::vector<std::string> ids;
  for (const Unexplained* point : points) {
    if (ids.size() == kMostNames) {
      ids.emplace_back("…");
      break;
    }
    ids.push_back(point->id);
  }
  return join(ids, ", ");
}

double lost(const Unexplained& point) { return point.share * static_cast<double>(point.time); }

std::string told(Points points) {
  std::stable_sort(points.begin(), points.end(), [](const auto* a, const auto* b) { return lost(*a) > lost(*b); });
  const Unexplained& worst = *points.front();
  std::string text = fmt::format("{} ({}): {} of the time lies beyond the median of {} and no finding explains it.",
                                 worst.label, worst.id, percent_text(worst.share), time_of(worst.median));
  if (worst.longest.n > 0)
    text += fmt::format(" {} of {} iterations hold{} most of it and {}, {}: {}. To tell more: {}.",
                        count_text(worst.longest.n), count_text(worst.n), worst.longest.n == 1 ? "s" : "", sizes(worst),
                        when(worst), worst.where, worst.advice);
  points.erase(points.begin());
  if (!points.empty())
    text += fmt::format(" The same in {} more point{} ({}): {} of the time.", points.size(),
                        points.size() == 1 ? "" : "s", names(points), range(points));
  return text;
}

std::string quiet(const Points& points, bool others) {
  const std::string where =
      fmt::format("in {}{} point{}", others ? "the other " : "", points.size(), points.size() == 1 ? "" : "s");
  const bool all =
      std::all_of(points.begin(), points.end(), [](const Unexplained* point) { return point->share < kLeast; });
  if (all) return "the findings explain all the time beyond the median " + where;
  return fmt::format("{} {} of the time lies beyond the median and no finding explains it, which is usual", where,
                     range(points));
}

}  // namespace

std::vector<std::string> unexplained_sentences(const std::vector<Unexplained>& points) {
  std::map<std::string, Points> alike;
  Points rest;
  for (const Unexplained& point : points) {
    if (point.n == 0) continue;
    (point.told ? alike[kind_of(point)] : rest).push_back(&point);
  }
  std::vector<Points> groups;
  for (auto& [kind, group] : alike) groups.push_back(std::move(group));
  const auto sum = [](const Points& group) {
    double all = 0;
    for (const Unexplained* point : group) all += lost(*point);
    return all;
  };
  std::stable_sort(groups.begin(), groups.end(), [&](const Points& a, const Points& b) { return sum(a) > sum(b); });
  std::vector<std::string> sentences;
  for (Points& group : groups) sentences.push_back(told(std::move(group)));
  if (!rest.empty()) sentences.push_back(quiet(rest, !sentences.empty()));
  return sentences;
}

std::string sensitivity_sentence(const std::vector<Unexplained>& points) {
  Points known;
  for (const Unexplained& point : points) {
    if (point.n > 0) known.push_back(&point);
  }
  if (known.empty()) return {};
  const auto [best, worst] = std::minmax_element(
      known.begin(), known.end(),
      [](const Unexplained* a, const Unexplained* b) { return a->smallest.always_ns < b->smallest.always_ns; });
  const auto limits = [](const Unexplained& point) {
    std::string text = fmt::format("by {} each time", time_text(point.smallest.always_ns));
    if (point.smallest.rare > 0)
      text += fmt::format(", or by {} in {} of {} iterations", time_text(point.smallest.rare_ns), point.smallest.rare,
                          count_text(point.n));
    return fmt::format("{} ({}, {})", text, point.label, point.id);
  };
  std::string text = fmt::format("A rank that comes late {} would have been found", limits(**best));
  if (*best != *worst) text += fmt::format("; at the least sensitive point one that comes late {}", limits(**worst));
  return text +
         ". Less than that costs below 5 % of the time, or is as small as the spread of the starts. What slows all "
         "ranks "
         "alike each time is part of the median, and nobody can tell it from the operation: --suite pairs compares "
         "ranks "
         "two by two.";
}

}  // namespace syncbench::analysis
