#include "analysis/strided/strided_guidelines.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/render/amounts.hpp"

namespace syncbench::analysis {
namespace {

using Which = BrokenGuideline::Which;

// The constructor that the datatype of a layout is made by.
std::string_view constructor_of(std::string_view layout) noexcept {
  if (layout == "face") return "a subarray";
  return layout == "struct" ? "an array of structs" : "a vector";
}

std::string_view description_of(std::string_view method, std::string_view layout) noexcept {
  if (method == "list-datatype") return "a list of its stretches";
  if (method == "nested-datatype") return "one stretch, resized and repeated";
  return constructor_of(layout);
}

// With the hundredths that decide where little is above 1.
std::string ratio_text(double ratio) { return ratio < 2 ? fmt::format("{:.2f}", ratio) : factor_text(ratio); }

std::string clause_of(const BrokenGuideline& broken) {
  const std::string ratio = fmt::format("{} × ({})", ratio_text(broken.ratio.mean),
                                        limits_text(ratio_text(broken.ratio.lower), ratio_text(broken.ratio.upper)));
  switch (broken.which) {
    case Which::datatype_above_pack:
      return fmt::format("sending a datatype takes {} as long as MPI_Pack, sending and MPI_Unpack", ratio);
    case Which::one_type_above_many:
      return fmt::format("one element of a contiguous datatype takes {} as long as the same elements one by one",
                         ratio);
    case Which::many_above_one_type:
      return fmt::format("elements one by one take {} as long as one element of a contiguous datatype of them", ratio);
    case Which::description_above_another:
      break;
  }
  return fmt::format("a datatype made as {} takes {} as long as one made as {}",
                     description_of(broken.method, broken.layout), ratio,
                     description_of(broken.other_method, broken.layout));
}

}  // namespace

const BrokenGuideline& GuidelineChecks::costliest() const {
  return *std::max_element(broken.begin(), broken.end(), [](const BrokenGuideline& a, const BrokenGuideline& b) {
    return a.loss_ns.lower < b.loss_ns.lower;
  });
}

std::string guideline_sentence(const GuidelineChecks& checks) {
  const BrokenGuideline& worst = checks.costliest();
  std::string text = fmt::format("{}: this MPI breaks a guideline: {}", worst.label, clause_of(worst));
  if (checks.checked > 1) {
    text += fmt::format("; {} of {} such checks fail{}", checks.broken.size(), checks.checked,
                        checks.broken.size() == 1 ? "s" : ", and here it costs most");
  }
  return text;
}

std::string guideline_advice(const GuidelineChecks& checks) {
  const std::string_view tell = "and tell the MPI library's makers if other launches say the same";
  switch (checks.which) {
    case Which::datatype_above_pack:
      return fmt::format("pack through MPI_Pack or by hand, {}", tell);
    case Which::description_above_another:
      return fmt::format("describe it as {}, or pack it by hand, {}",
                         description_of(checks.other_method, checks.costliest().layout), tell);
    case Which::one_type_above_many:
    case Which::many_above_one_type:
      break;
  }
  return fmt::format("use the faster of the two forms, {}", tell);
}

}  // namespace syncbench::analysis
