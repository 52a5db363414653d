#include "analysis/points/label_columns.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

#include "analysis/run/attributes.hpp"
#include "harness/core/text.hpp"
#include "harness/core/text_table.hpp"

namespace syncbench::analysis {
namespace {

struct Known {
  std::string_view attribute, header;
  Align align;
  Role role;
};
constexpr std::array<Known, 6> kKnown{{{"suite", "suite", Align::left, Role::label},
                                       {"operation", "operation", Align::left, Role::label},
                                       {"backend", "backend", Align::left, Role::label},
                                       {"bytes_send", "bytes", Align::right, Role::always},
                                       {"pieces", "pieces", Align::right, Role::verdict},
                                       {"policy", "policy", Align::left, Role::label}}};

std::string cell(const PointReport& point, std::string_view attribute) {
  const std::string text = text_attribute(point.header.attributes, attribute);
  return text.empty() ? std::string(kAbsentText) : text;
}

WideColumn column_of(const std::vector<const PointReport*>& points, const Known& known) {
  WideColumn column{{std::string(known.header), known.align, 0}, known.role, {}};
  for (const PointReport* point : points) column.cells.push_back(cell(*point, known.attribute));
  return column;
}

bool may_be_factor(std::string_view attribute) {
  return std::none_of(kKnown.begin(), kKnown.end(), [&](const Known& known) { return known.attribute == attribute; }) &&
         attribute != "bytes_receive" && is_factor(attribute);  // it follows from what is sent
}

void add_differences(const PointReport& a, const PointReport& b, std::set<std::string>& factors) {
  for (const PointReport* point : {&a, &b}) {
    for (const auto& [attribute, value] : point->header.attributes) {
      if (may_be_factor(attribute) && cell(a, attribute) != cell(b, attribute)) factors.insert(attribute);
    }
  }
}

std::set<std::string> distinguishing_factors(const std::vector<const PointReport*>& points) {
  std::map<std::vector<std::string>, const PointReport*> first_alike;
  std::set<std::string> factors;
  for (const PointReport* point : points) {
    std::vector<std::string> key;
    for (const Known& known : kKnown) key.push_back(cell(*point, known.attribute));
    const auto [alike, is_new] = first_alike.try_emplace(std::move(key), point);
    if (!is_new) add_differences(*alike->second, *point, factors);
  }
  return factors;
}

}  // namespace

std::vector<std::pair<std::string, std::vector<const PointReport*>>> points_by_suite(const RunReport& run) {
  std::vector<std::pair<std::string, std::vector<const PointReport*>>> suites;
  for (const PointReport& point : run.points) {
    const std::string suite = text_attribute(point.header.attributes, "suite");
    const auto known =
        std::find_if(suites.begin(), suites.end(), [&](const auto& each) { return each.first == suite; });
    if (known == suites.end())
      suites.push_back({suite, {&point}});
    else
      known->second.push_back(&point);
  }
  return suites;
}

std::vector<WideColumn> label_columns(const std::vector<const PointReport*>& points) {
  std::vector<WideColumn> columns;
  for (const Known& known : kKnown) columns.push_back(column_of(points, known));
  for (const std::string& factor : distinguishing_factors(points)) {
    columns.push_back(column_of(points, {factor, factor, Align::left, Role::label}));
  }
  return columns;
}

std::string label_of(const std::vector<WideColumn>& labels, std::size_t row) {
  return label_of(labels, std::vector<std::size_t>{row});
}

std::string label_of(const std::vector<WideColumn>& labels, const std::vector<std::size_t>& rows) {
  std::vector<std::string> parts;
  for (const WideColumn& label : labels) {
    const std::string& first = label.cells[rows.front()];
    if (first == kAbsentText) continue;
    if (std::all_of(rows.begin(), rows.end(), [&](std::size_t row) { return label.cells[row] == first; }))
      parts.push_back(label.column.header + " " + first);
  }
  return join(parts, ", ");
}

}  // namespace syncbench::analysis
