#include "analysis/init/init_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/render/amounts.hpp"
#include "analysis/render/paragraph.hpp"
#include "harness/core/shown_text.hpp"
#include "harness/core/text_table.hpp"

namespace syncbench::analysis {
namespace {

const std::string kNone(kAbsentText);

std::string micros_cell(std::int64_t nanos) { return micros_text(static_cast<double>(nanos)); }

std::string millis_cell(std::int64_t nanos) { return fmt::format("{:.3f}", static_cast<double>(nanos) / 1e6); }

std::string startup_table(const InitReport& report) {
  const StartupPhases& startup = report.startup;
  const std::size_t rank = startup.slowest();
  std::vector<Cells> rows;
  std::int64_t until = 0;
  for (const StartupPhase& each : startup.phases) {
    const auto longest = std::max_element(each.ns.begin(), each.ns.end());
    const auto who = static_cast<std::size_t>(longest - each.ns.begin());
    until += each.ns[rank];
    rows.push_back({each.own ? "(" + each.name + ")" : each.name, millis_cell(each.ns[rank]), millis_cell(until),
                    millis_cell(*longest), std::to_string(who), report.host_of(who),
                    each.own ? "syncbench's own" : phase_text(startup, each)});
  }
  return table_text({{"phase", Align::left},
                     {fmt::format("rank {}\nms", rank)},
                     {"until\nms"},
                     {"longest\nms"},
                     {"of\nrank"},
                     {"host", Align::left},
                     {"what", Align::left}},
                    rows);
}

std::string first_table(const InitReport& report) {
  std::vector<Cells> rows;
  for (const FirstCalls& each : report.first) {
    const auto& warm = each.warm_up;
    rows.push_back({each.id, each.operation, std::to_string(each.n), warm ? micros_cell(warm->first_ns) : kNone,
                    warm ? micros_cell(warm->second_ns) : kNone, warm ? micros_cell(warm->warm_ns) : kNone,
                    warm && warm->warm_after ? std::to_string(*warm->warm_after) : kNone,
                    warm && warm->one_call_removes ? fmt::format("{:.1f}", 100 * *warm->one_call_removes) : kNone});
  }
  return table_text({{"point", Align::left},
                     {"first calls of", Align::left},
                     {"n"},
                     {"first\nµs"},
                     {"second\nµs"},
                     {"warm\nµs"},
                     {"warm\nafter"},
                     {"a call\nremoves %"}},
                    rows);
}

std::string curves(const InitReport& report) {
  std::string text;
  for (const FirstCalls& each : report.first) {
    std::string course = fmt::format("course of {} ({}), µs:", each.id, each.operation);
    for (const CurvePoint& point : each.curve) {
      const std::string range =
          point.end - point.begin == 1 ? std::to_string(point.begin) : fmt::format("{}–{}", point.begin, point.end - 1);
      course += fmt::format(" {}: {};", range, micros_cell(point.median_ns));
    }
    course.pop_back();
    text += paragraph(course);
  }
  return text;
}

std::string cycle_table(const InitReport& report) {
  std::vector<Cells> rows;
  for (const CycleRow& each : report.cycles) {
    Cells cells{each.id, each.backend, each.making, each.before, std::to_string(each.n)};
    for (const CyclePhase phase : {CyclePhase::communicator, CyclePhase::library, CyclePhase::prepare,
                                   CyclePhase::precede, CyclePhase::first, CyclePhase::second, CyclePhase::free})
      cells.push_back(phase == CyclePhase::precede && each.before == "nothing" ? kNone : micros_cell(each.of(phase)));
    rows.push_back(std::move(cells));
  }
  return table_text({{"cycle", Align::left},
                     {"on", Align::left},
                     {"made by", Align::left},
                     {"before", Align::left},
                     {"n"},
                     {"commun.\nµs"},
                     {"library\nµs"},
                     {"buffers\nµs"},
                     {"before\nµs"},
                     {"first\nµs"},
                     {"second\nµs"},
                     {"free\nµs"}},
                    rows);
}

}  // namespace

std::string init_text(const InitReport& report) {
  std::string text = one_line(report.file.string()) + "\n";
  for (const std::string& sentence : report.sentences) text += "\n" + paragraph(sentence);
  text += "\n" + startup_table(report) + "\n" +
          paragraph(report.startup.wrapper
                        ? "time begins where SYNCBENCH_T0 says; phases of a rank follow each other without a gap"
                        : "time begins with the process, known to 10 ms (set SYNCBENCH_T0 to know better); phases of a "
                          "rank follow each other without a gap");
  if (!report.first.empty())
    text += "\n" + first_table(report) +
            "\nof the slowest rank; warm: the median of the second half; one call removes so much of what\n"
            "all until then take beyond warm ones\n\n" +
            curves(report);
  if (!report.cycles.empty())
    text += "\n" + cycle_table(report) + "\nmedians over cycles of the slowest rank, phase by phase\n";
  return text;
}

}  // namespace syncbench::analysis
