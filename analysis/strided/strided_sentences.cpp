#include "analysis/strided/strided_sentences.hpp"

#include <fmt/format.h>

#include "analysis/render/amounts.hpp"
#include "analysis/strided/strided_report.hpp"

namespace syncbench::analysis {
namespace {

std::string limits_of(const MeanInterval& ratio) {
  return limits_text(factor_text(ratio.lower), factor_text(ratio.upper));
}

constexpr double kWidest = 2;

// "as a datatype costs 3.1 × contiguous (95 %, this launch: 3.0 to 3.2)", or that no difference can be seen.
std::string clause_of(const std::string& how, const StridedRow& row) {
  const MeanInterval& ratio = *row.times_contiguous;
  if (ratio.lower <= 1 && ratio.upper >= 1 && !is_telling(ratio))
    return fmt::format("what {} costs cannot be told ({} × contiguous)", how, limits_of(ratio));
  if (ratio.lower <= 1 && ratio.upper >= 1)
    return fmt::format("{} costs no more than contiguous that could be seen ({})", how, limits_of(ratio));
  return fmt::format("{} costs {} × contiguous ({})", how, factor_text(ratio.mean), limits_of(ratio));
}

std::string copy_clause(const StridedRow& row) {
  if (!row.phases) return {};
  return fmt::format("; the copy is {} of it", percent_text(row.phases->pack + row.phases->unpack));
}

std::string making_clause(const StridedRow& row) {
  return fmt::format("where the datatype is made anew each time, making and freeing it is {}",
                     percent_text(row.phases->pack + row.phases->unpack));
}

const StridedRow* with_ratio(const StridedComparison& comparison, std::string_view method) {
  const StridedRow* row = comparison.find(method);
  return row != nullptr && row->times_contiguous ? row : nullptr;
}

}  // namespace

std::vector<const StridedComparison*> largest_of(const std::vector<StridedComparison>& comparisons) {
  std::vector<const StridedComparison*> largest;
  for (const StridedComparison& each : comparisons) {
    bool known = false;
    for (const StridedComparison*& other : largest) {
      if (other->subject != each.subject) continue;
      known = true;
      if (each.bytes > other->bytes) other = &each;
    }
    if (!known) largest.push_back(&each);
  }
  return largest;
}

bool is_telling(const MeanInterval& ratio) noexcept { return ratio.upper <= kWidest * ratio.lower; }

MeanInterval loss_of(const MeanInterval& ratio, double other_ns) noexcept {
  return {(ratio.mean - 1) * other_ns, (ratio.lower - 1) * other_ns, (ratio.upper - 1) * other_ns};
}

std::string strided_sentence(const StridedComparison& comparison) {
  std::string text;
  const auto add = [&text](const std::string& clause) { text += (text.empty() ? "" : "; ") + clause; };
  if (const StridedRow* row = with_ratio(comparison, "datatype")) add(clause_of("sending it as a datatype", *row));
  const StridedRow* fresh = comparison.find("new-datatype");
  if (fresh != nullptr && fresh->phases) add(making_clause(*fresh));
  if (const StridedRow* row = with_ratio(comparison, "hand"))
    add(clause_of(comparison.layout == "half-to-float" ? "converting it by hand" : "packing it by hand", *row) +
        copy_clause(*row));
  const StridedRow* library = with_ratio(comparison, "mpi-pack");
  if (library != nullptr && with_ratio(comparison, "hand") == nullptr)
    add(clause_of("packing it through MPI_Pack", *library) + copy_clause(*library));
  if (const StridedRow* row = with_ratio(comparison, "messages"))
    add(clause_of("sending each stretch as a message", *row));
  return text.empty() ? text : comparison.label + ": " + text;
}

std::vector<std::string> strided_sentences(const StridedReport& report) {
  std::vector<std::string> sentences;
  for (const StridedComparison* each : largest_of(report.comparisons)) {
    std::string sentence = strided_sentence(*each);
    if (!sentence.empty()) sentences.push_back(std::move(sentence));
  }
  for (const GuidelineChecks& each : report.guidelines) {
    if (!each.broken.empty()) sentences.push_back(guideline_sentence(each));
  }
  if (report.checked() > 0 && report.broken() == 0)
    sentences.push_back(fmt::format("none of {} checks of this MPI's guidelines fails", report.checked()));
  return sentences;
}

}  // namespace syncbench::analysis
