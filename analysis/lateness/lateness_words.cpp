#include "analysis/lateness/lateness_words.hpp"

#include <fmt/format.h>

#include "analysis/render/amounts.hpp"

namespace syncbench::analysis {

std::string sized_text(const MedianInterval& size) {
  const std::string value = micros_text(static_cast<double>(size.median)),
                    lower = micros_text(static_cast<double>(size.lower)),
                    upper = micros_text(static_cast<double>(size.upper));
  if (lower == value && upper == value) return value + " µs";
  return fmt::format("{} µs ({})", value, limits_text(lower, upper));
}

std::string often_text(const Recurrence& found, std::size_t iterations) {
  if (found.occurrences >= iterations) return "in every iteration";
  if (found.period && *found.period > 1) return fmt::format("in every {} iteration", ordinal_text(*found.period));
  const double share = static_cast<double>(found.occurrences) / static_cast<double>(iterations);
  const std::string text = percent_text(share);
  if (share < 0.01 || text == percent_text(1))
    return fmt::format("in {} of {} iterations", count_text(found.occurrences), count_text(iterations));
  return fmt::format("in {} of the iterations", text);
}

std::string moment_text(double nanos) { return time_text(nanos); }

std::string when_text(const Recurrence& found, std::size_t iterations) {
  std::string text;
  const When& when = found.when;
  if (10 * (when.last - when.first + 1) < 9 * iterations)
    text += fmt::format(", from iteration {} to {} ({} to {})", count_text(when.first), count_text(when.last),
                        moment_text(when.begin_ns), moment_text(when.end_ns));
  if (when.episodes > 1 && when.episodes < found.occurrences) text += fmt::format(", in {} episodes", when.episodes);
  if (found.growth)
    text += fmt::format(", {} from {} to {} µs", found.growth->last > found.growth->first ? "growing" : "shrinking",
                        micros_text(static_cast<double>(found.growth->first)),
                        micros_text(static_cast<double>(found.growth->last)));
  return text;
}

}  // namespace syncbench::analysis
