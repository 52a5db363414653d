#include "analysis/numa/numa_text.hpp"

#include <fmt/format.h>

#include "analysis/points/notes.hpp"
#include "analysis/render/amounts.hpp"
#include "analysis/render/paragraph.hpp"
#include "harness/core/shown_text.hpp"
#include "harness/core/text_table.hpp"

namespace syncbench::analysis {
namespace {

const std::string kNone(kAbsentText);

std::string or_none(const std::string& text) { return text.empty() ? kNone : text; }

std::string number_or_none(const std::optional<std::int64_t>& number) {
  return number ? std::to_string(*number) : kNone;
}

std::string memory_table(const NumaReport& report) {
  if (report.memory.empty()) return {};
  std::vector<Cells> rows;
  for (const MemoryPair& each : report.memory)
    rows.push_back({std::to_string(each.cpu_node), std::to_string(each.memory_node), or_none(each.latency_id),
                    each.latency_ns ? fmt::format("{:.1f}", *each.latency_ns) : kNone, or_none(each.copy_id),
                    each.bytes_per_nano ? fmt::format("{:.2f}", *each.bytes_per_nano) : kNone});
  return "\n" + table_text({{"cores of\nnode"},
                            {"memory of\nnode"},
                            {"point", Align::left},
                            {"load\nns"},
                            {"point", Align::left},
                            {"copied\nGB/s"}},
                           rows);
}

std::string seatings_table(const NumaReport& report) {
  if (report.seatings.empty()) return {};
  std::vector<Cells> rows;
  for (const SeatingRow& each : report.seatings)
    rows.push_back({each.id, each.cpu_policy, number_or_none(each.cpu_node), each.memory_policy,
                    number_or_none(each.memory_node), std::to_string(each.bytes), std::to_string(each.n),
                    micros_text(each.median_ns), each.ratio ? factor_text(each.ratio->mean) : kNone,
                    each.ratio ? factor_text(each.ratio->lower) + " " + factor_text(each.ratio->upper) : kNone});
  return "\n" +
         table_text({{"point", Align::left},
                     {"ranks on", Align::left},
                     {"node"},
                     {"memory", Align::left},
                     {"node"},
                     {"bytes"},
                     {"n"},
                     {"p50\nµs"},
                     {"× base"},
                     {"95 %\nfrom to"}},
                    rows) +
         "base: as the launcher left ranks; with ranks on a node: buffers on their own node\n" + kScopeLine;
}

std::string masks_table(const NumaReport& report) {
  std::vector<Cells> rows;
  for (const RankMasks& each : report.ranks)
    rows.push_back({std::to_string(each.rank), each.host, or_none(each.at_entry), or_none(each.after_mpi_init),
                    or_none(each.after_backend)});
  return "\nprocessors that a rank might run on\n" + table_text({{"rank"},
                                                                 {"host", Align::left},
                                                                 {"at entry", Align::left},
                                                                 {"after MPI_Init", Align::left},
                                                                 {"after backend", Align::left}},
                                                                rows);
}

}  // namespace

std::string numa_text(const NumaReport& report) {
  std::string text = one_line(report.file.string()) + "\n";
  for (const std::string& sentence : report.sentences) text += "\n" + paragraph(sentence);
  return text + memory_table(report) + seatings_table(report) + masks_table(report);
}

}  // namespace syncbench::analysis
