#include "analysis/points/conditions.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "analysis/render/amounts.hpp"
#include "analysis/run/attributes.hpp"
#include "analysis/run/point_label.hpp"
#include "harness/core/stop_rule.hpp"
#include "harness/core/text.hpp"
#include "harness/core/warmup.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::size_t kMostNames = 4;
constexpr double kManyLate = 0.01;
constexpr double kLongWarmup = 0.2;

using Points = std::vector<const PointCondition*>;

// Fixed numbers of iterations, and a precision of 0, are ends that the user chose.
bool asks_for_precision(const results::RunHeader& header) {
  const auto config = nlohmann::json::parse(header.config_json, nullptr, false);
  if (!config.is_object()) return false;
  const auto iterations = config.find("iterations"), precision = config.find("precision");
  return iterations != config.end() && *iterations == "auto" && precision != config.end() && precision->is_number() &&
         precision->get<double>() > 0;
}

Points those(const std::vector<PointCondition>& points, const std::function<bool(const PointCondition&)>& wanted) {
  Points found;
  for (const PointCondition& point : points) {
    if (wanted(point)) found.push_back(&point);
  }
  return found;
}

double late_share(const PointCondition& point) {
  return static_cast<double>(point.late) /
         static_cast<double>(std::max<std::size_t>(1, point.iterations - std::min(point.iterations, point.warmup)));
}

double warmup_share(const PointCondition& point) {
  return static_cast<double>(point.warmup) / static_cast<double>(std::max<std::size_t>(1, point.iterations));
}

// "p0003 (allreduce of 8 B on mpi)", or "12 of 40 points (p0003, p0004, …)".
std::string names(const Points& points, std::size_t of) {
  if (points.size() == 1) return fmt::format("{} ({})", points[0]->id, points[0]->label);
  std::vector<std::string> ids;
  for (const PointCondition* point : points) {
    if (ids.size() == kMostNames) {
      ids.emplace_back("…");
      break;
    }
    ids.push_back(point->id);
  }
  const std::string all = points.size() == of ? "all" : count_text(points.size()) + " of";
  return fmt::format("{} {} points ({})", all, of, join(ids, ", "));
}

std::string_view is_or_are(const Points& points) { return points.size() == 1 ? "is" : "are"; }
std::string_view was_or_were(const Points& points) { return points.size() == 1 ? "was" : "were"; }

// The point with the greatest share, said with its counts.
const PointCondition& worst(const Points& points, double (*share)(const PointCondition&)) {
  return **std::max_element(points.begin(), points.end(), [share](const PointCondition* a, const PointCondition* b) {
    return share(*a) < share(*b);
  });
}

class Sentences {
 public:
  explicit Sentences(const std::vector<PointCondition>& points) : points_(points) {}

  std::vector<std::string> all() {
    add([](const PointCondition& p) { return p.unsteady; },
        [this](const Points& found) {
          return fmt::format("{} {} unsteady: the level still changes, so compare no number of {}",
                             names(found, count()), is_or_are(found), found.size() == 1 ? "it" : "them");
        });
    add([](const PointCondition& p) { return p.regimes > 1; },
        [this](const Points& found) {
          return fmt::format(
              "{} {} several levels, one after the other; one median stands for all of them; timeline shows when they "
              "change",
              names(found, count()), found.size() == 1 ? "has" : "have");
        });
    add([](const PointCondition& p) { return p.imprecise && p.stop == "time"; },
        [this](const Points& found) {
          return fmt::format(
              "{} ended at the limit of time before the median was as precise as asked for: raise --time-ms, "
              "or lower --precision",
              names(found, count()));
        });
    add([](const PointCondition& p) { return p.imprecise && p.stop == "count"; },
        [this](const Points& found) {
          return fmt::format(
              "{} ended at the limit of iterations before the median was as precise as asked for: raise "
              "--iterations, or lower --precision",
              names(found, count()));
        });
    add([](const PointCondition& p) { return p.stop == "interrupted"; },
        [this](const Points& found) {
          return fmt::format("{} {} interrupted by a signal", names(found, count()), was_or_were(found));
        });
    add([](const PointCondition& p) { return late_share(p) >= kManyLate; },
        [this](const Points& found) {
          const PointCondition& most = worst(found, late_share);
          return fmt::format(
              "{} lost iterations to late starts: a rank got the deadline too late, in {} of {} iterations "
              "of {}; they count in no quantile",
              names(found, count()), count_text(most.late), count_text(most.iterations - most.warmup), most.id);
        });
    add([](const PointCondition& p) { return warmup_share(p) > kLongWarmup; },
        [this](const Points& found) {
          const PointCondition& most = worst(found, warmup_share);
          return fmt::format(
              "{} {} a long warm-up: {} of {} iterations of {} ({}) count in no quantile and in no finding",
              names(found, count()), found.size() == 1 ? "has" : "have", count_text(most.warmup),
              count_text(most.iterations), most.id, percent_text(warmup_share(most)));
        });
    return std::move(sentences_);
  }

 private:
  std::size_t count() const { return points_.size(); }

  void add(const std::function<bool(const PointCondition&)>& wanted,
           const std::function<std::string(const Points&)>& say) {
    const Points found = those(points_, wanted);
    if (!found.empty()) sentences_.push_back(say(found));
  }

  const std::vector<PointCondition>& points_;
  std::vector<std::string> sentences_;
};

}  // namespace

PointCondition condition_of(const results::RunHeader& run, const results::PointHeader& point, std::size_t iterations) {
  PointCondition condition;
  condition.id = point.id;
  condition.label = point_label(point);
  condition.unsteady = text_attribute(point.attributes, "steadiness") == name_of(Steadiness::unsteady);
  condition.stop = text_attribute(point.attributes, "stop_reason");
  const bool capped = condition.stop == name_of(StopCause::time) || condition.stop == name_of(StopCause::count);
  condition.imprecise = capped && asks_for_precision(run);
  condition.iterations = iterations;
  condition.warmup = static_cast<std::size_t>(
      std::max<std::int64_t>(0, whole_attribute(point.attributes, "warmup_iterations").value_or(0)));
  return condition;
}

std::vector<std::string> condition_sentences(const std::vector<PointCondition>& points) {
  return Sentences(points).all();
}

}  // namespace syncbench::analysis
