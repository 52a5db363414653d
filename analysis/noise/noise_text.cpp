#include "analysis/noise/noise_text.hpp"

#include <fmt/format.h>

#include "analysis/render/amounts.hpp"
#include "analysis/render/json_values.hpp"
#include "analysis/render/paragraph.hpp"
#include "harness/core/shown_text.hpp"
#include "harness/core/text_table.hpp"

namespace syncbench::analysis {
namespace {

std::string micros_or_none(const std::optional<double>& nanos) {
  return nanos ? micros_text(*nanos) : std::string(kAbsentText);
}

Cells cells_of(const RankNoise& noise) {
  std::string periods, lengths;
  for (const Period& each : noise.periods) {
    periods += (periods.empty() ? "" : " ") + micros_text(each.nanos / 1e3);
    lengths += (lengths.empty() ? "" : " ") + micros_text(each.length_ns);
  }
  const std::string none(kAbsentText);
  return {noise.id,
          noise.way,
          noise.host,
          std::to_string(noise.rank),
          noise.cpus,
          micros_text(noise.time_ns / 1e6),
          fmt::format("{}{:.3f}", noise.truncated ? "≥" : "", 100 * noise.share()),
          std::to_string(noise.count),
          micros_or_none(noise.median_ns),
          micros_or_none(noise.longest_ns),
          periods.empty() ? none : periods,
          lengths.empty() ? none : lengths};
}

Json json_of(const Period& period) {
  return {{"period_ns", period.nanos},
          {"length_ns", period.length_ns},
          {"events", period.events},
          {"lost_ns", period.lost_ns},
          {"p", period.p}};
}

Json json_of(const RankNoise& noise) {
  Json periods = Json::array();
  for (const Period& each : noise.periods) periods.push_back(json_of(each));
  return {{"id", noise.id},
          {"way", noise.way},
          {"rank", noise.rank},
          {"hostname", noise.host},
          {"cpus", noise.cpus},
          {"time_ns", noise.time_ns},
          {"lost_ns", noise.lost_ns},
          {"share", noise.share()},
          {"count", noise.count},
          {"median_ns", json_or_null(noise.median_ns)},
          {"longest_ns", json_or_null(noise.longest_ns)},
          {"truncated", noise.truncated},
          {"periods", periods}};
}

}  // namespace

std::string noise_text(const NoiseReport& report) {
  std::string text = one_line(report.file.string()) + "\n";
  for (const std::string& sentence : report.sentences) text += "\n" + paragraph(sentence);
  std::vector<Cells> rows;
  for (const RankNoise& each : report.ranks) rows.push_back(cells_of(each));
  return text + "\n" +
         table_text({{"point", Align::left},
                     {"way", Align::left},
                     {"host", Align::left},
                     {"rank"},
                     {"cores", Align::left},
                     {"time\ns"},
                     {"lost\n%"},
                     {"number"},
                     {"median\nµs"},
                     {"longest\nµs"},
                     {"every\nms"},
                     {"of\nµs"}},
                    rows) +
         "\nselfish: gaps between readings of the clock; quantum: what the same work took beyond its\n"
         "fastest hundredth\n";
}

std::string noise_json(const std::vector<NoiseReport>& reports) {
  Json json{{"format", "syncbench-analyze/1"}, {"command", "noise"}, {"files", Json::array()}};
  for (const NoiseReport& report : reports) {
    Json ranks = Json::array();
    for (const RankNoise& each : report.ranks) ranks.push_back(json_of(each));
    json["files"].push_back(
        {{"file", report.file.string()}, {"sentences", report.sentences}, {"ranks", std::move(ranks)}});
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace syncbench::analysis
