#include "analysis/strided/strided_text.hpp"

#include <fmt/format.h>

#include "analysis/points/notes.hpp"
#include "analysis/render/amounts.hpp"
#include "analysis/render/paragraph.hpp"
#include "harness/core/shown_text.hpp"
#include "harness/core/text_table.hpp"

namespace syncbench::analysis {
namespace {

const std::string kNone(kAbsentText);

std::string share_cell(const std::optional<TransferPhases>& phases, double TransferPhases::*share) {
  return phases ? fmt::format("{:.1f}", 100 * (*phases).*share) : kNone;
}

Cells cells_of(const StridedComparison& comparison, const StridedRow& row) {
  const auto& times = row.times_contiguous;
  return {row.id,
          comparison.layout,
          std::to_string(comparison.bytes),
          row.method,
          std::to_string(row.n),
          micros_text(row.median_ns),
          times ? factor_text(times->mean) : kNone,
          times ? factor_text(times->lower) + " " + factor_text(times->upper) : kNone,
          share_cell(row.phases, &TransferPhases::pack),
          share_cell(row.phases, &TransferPhases::transfer),
          share_cell(row.phases, &TransferPhases::unpack)};
}

std::string table_of(const StridedReport& report) {
  std::vector<Cells> rows;
  for (const StridedComparison& comparison : report.comparisons) {
    for (const StridedRow& row : comparison.rows) rows.push_back(cells_of(comparison, row));
  }
  return table_text({{"point", Align::left},
                     {"layout", Align::left},
                     {"bytes"},
                     {"method", Align::left},
                     {"n"},
                     {"p50\nµs"},
                     {"×\ncontig."},
                     {"95 %\nfrom to"},
                     {"pack\n%"},
                     {"transfer\n%"},
                     {"unpack\n%"}},
                    rows);
}

}  // namespace

std::string strided_text(const StridedReport& report) {
  std::string text = one_line(report.file.string()) + "\n";
  for (const std::string& sentence : report.sentences) text += "\n" + paragraph(sentence);
  text += "\n" + table_of(report);
  text +=
      "\nas-it-lies: the same bytes, contiguous; × contig.: against those, block by block of the same run\n"
      "list-datatype: described as a list of its stretches; nested-datatype: as one, again and again\n"
      "new-datatype: packing is creating and committing the datatype, unpacking is freeing it\n";
  return text + kScopeLine;
}

}  // namespace syncbench::analysis
