#include "analysis/lateness/point_words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/lateness/lateness_words.hpp"
#include "analysis/run/attributes.hpp"
#include "analysis/run/point_label.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
PointWords::PointWords(const Decomposition& point, const Lateness& lateness)
    : point_(point), lateness_(lateness), label_(point_label(point.times.header)) {}

std::string PointWords::name_of(std::size_t place) const {
  return fmt::format("{} ({})", point_.times.ranks[place].value, point_.times.hosts[place]);
}

std::string PointWords::who(const std::vector<std::size_t>& places) const {
  if (places.size() == point_.ranks()) return "all ranks";
  if (places.size() > 2 && places.size() + 1 == point_.ranks()) {
    std::size_t missing = 0;
    while (std::binary_search(places.begin(), places.end(), missing)) ++missing;
    return "all but rank " + name_of(missing);
  }
  std::vector<std::string> names;
  for (const std::size_t place : places) names.push_back(name_of(place));
  return (places.size() == 1 ? "rank " : "ranks ") + join(names, ", ");
}

std::string PointWords::often(const Recurrence& found) const {
  return often_text(found, lateness_.iterations) + when_text(found, lateness_.iterations);
}

Finding PointWords::begin(Cause cause, const Recurrence& found, std::string phase) const {
  Finding finding;
  finding.cause = cause;
  finding.cost_ns = static_cast<double>(found.cost) / static_cast<double>(lateness_.iterations);
  finding.share = std::min(1.0, static_cast<double>(found.cost) / static_cast<double>(lateness_.time));
  finding.size_ns = MeanInterval{static_cast<double>(found.size.median), static_cast<double>(found.size.lower),
                                 static_cast<double>(found.size.upper)};
  finding.period = found.period;
  finding.frequency = static_cast<double>(found.occurrences) / static_cast<double>(lateness_.iterations);
  for (const std::size_t place : found.places) {
    finding.ranks.push_back(point_.times.ranks[place].value);
    finding.hosts.push_back(point_.times.hosts[place]);
  }
  finding.phase = std::move(phase);
  finding.events = found.accusation.events;
  finding.of = found.accusation.of;
  if (found.accusation.p < 1 && !found.places.empty()) finding.p = found.accusation.p;
  finding.when = found.when;
  finding.iterations = found.iterations;
  const std::string path = "/points/" + point_.times.header.id;
  finding.evidence = {path + "/enter", path + "/leave"};
  return finding;
}

std::string PointWords::on_purpose() const {
  return has_injected_lateness(point_.times.header) ? "; this point makes ranks late on purpose" : "";
}

std::string PointWords::ask_for_evidence(std::string_view advice) const {
  const bool has_it = !point_.times.processor_enter.empty();
  return fmt::format("{}{}", advice, has_it ? "" : "; --evidence full tells whether it was off its processor");
}

}  // namespace syncbench::analysis
