#include "analysis/points/notes.hpp"
#include "analysis/render/paragraph.hpp"
#include "analysis/render/wide_table.hpp"
#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using namespace syncbench::analysis;

namespace {

std::vector<WideColumn> columns() {
  return {{{"point", Align::left, 0}, Role::always, {"p0", "p1", "p2"}},
          {{"suite", Align::left, 0}, Role::label, {"smallpkt", "smallpkt", "smallpkt"}},
          {{"policy", Align::left, 0}, Role::label, {"serial", "serial", "fused"}},
          {{"p50\nµs", Align::right, 0}, Role::always, {"1.00", "20.00", "–"}},
          {{"from", Align::right, 0}, Role::detail, {"0.90", "19.00", "–"}},
          {{"late", Align::right, 0}, Role::verdict, {"0", "0", "3"}}};
}

QuantileEstimate carried(Quantile quantile, std::int64_t value) {
  QuantileEstimate result;
  result.quantile = quantile;
  result.value = result.fastest = result.slowest = Nanos{value};
  result.lower = Nanos{value - 1};
  result.upper = Nanos{value + 1};
  result.refusal = Refusal::none;
  return result;
}

QuantileEstimate refused(Quantile quantile, Refusal refusal, std::size_t needed = 0) {
  QuantileEstimate result;
  result.quantile = quantile;
  result.refusal = refusal;
  result.needed = needed;
  return result;
}

PointReport point_of(const std::string& steadiness) {
  PointReport point;
  point.measured = true;
  point.header.attributes["steadiness"] = steadiness;
  return point;
}

}  // namespace

TEST_CASE("labels that do not change stand above the table") {
  const WideTable table = wide_table(columns(), 100);
  CHECK(table.text ==
        "all points: suite smallpkt\n"
        "\n"
        "                 p50\n"
        "point  policy     µs   from  late\n"
        "p0     serial   1.00   0.90     0\n"
        "p1     serial  20.00  19.00     0\n"
        "p2     fused       –      –     3\n");
  CHECK_FALSE(table.details_left_out);
}

TEST_CASE("a table that is too wide is cut into sections by its labels") {
  std::vector<WideColumn> thrice = columns();  // three rows a section at least
  for (WideColumn& column : thrice) {
    const std::vector<std::string> once = column.cells;
    for (int more = 0; more < 2; ++more) column.cells.insert(column.cells.end(), once.begin(), once.end());
  }
  const WideTable table = wide_table(thrice, 25);
  CHECK(table.text ==
        "all points: suite smallpkt\n"
        "\n"
        "policy serial:\n"
        "         p50\n"
        "point     µs   from  late\n"
        "p0      1.00   0.90     0\n"
        "p1     20.00  19.00     0\n"
        "p0      1.00   0.90     0\n"
        "p1     20.00  19.00     0\n"
        "p0      1.00   0.90     0\n"
        "p1     20.00  19.00     0\n"
        "\n"
        "policy fused:\n"
        "         p50\n"
        "point     µs   from  late\n"
        "p2         –      –     3\n"
        "p2         –      –     3\n"
        "p2         –      –     3\n");
  CHECK_FALSE(table.details_left_out);
}

TEST_CASE("where sections would hardly have rows, details are left out first") {
  const WideTable table = wide_table(columns(), 25);
  CHECK(table.text ==
        "all points: suite smallpkt\n"
        "\n"
        "policy serial:\n"
        "         p50\n"
        "point     µs  late\n"
        "p0      1.00     0\n"
        "p1     20.00     0\n"
        "\n"
        "policy fused:\n"
        "         p50\n"
        "point     µs  late\n"
        "p2         –     3\n");
  CHECK(table.details_left_out);
}

TEST_CASE(
    "a section of rows to which no label applies has a header and no heading, and what does not apply is not named") {
  const WideTable table = wide_table({{{"point", Align::left, 0}, Role::always, {"p0", "p1", "p2"}},
                                      {{"making", Align::left, 0}, Role::label, {"–", "split", "split"}},
                                      {{"before", Align::left, 0}, Role::label, {"–", "–", "call"}}},
                                     6);
  CHECK(table.text ==
        "point\n"
        "p0\n"
        "\n"
        "making split:\n"
        "point\n"
        "p1\n"
        "\n"
        "making split, before call:\n"
        "point\n"
        "p2\n");
}

TEST_CASE("details are left out where sections are not enough, and the table says so") {
  const WideTable table = wide_table(columns(), 20);
  CHECK(table.details_left_out);
  CHECK_THAT(table.text, Catch::Matchers::ContainsSubstring("point     µs  late\n"));
}

TEST_CASE("a table without rows is a header") {
  CHECK(wide_table({{{"n", Align::right, 0}, Role::label, {}}}, 80).text == "n\n");
}

TEST_CASE("paragraphs break between words at 80 cells and are indented from the second line on") {
  CHECK(paragraph("short") == "short\n");
  CHECK(paragraph(" \n ").empty());
  const std::string forty(40, 'x'), word(39, 'y');
  CHECK(paragraph(forty + " " + word) == forty + " " + word + "\n");
  CHECK(paragraph(forty + "  " + word + "\nz") == forty + " " + word + "\n  z\n");
  CHECK(paragraph(std::string(90, 'x') + " z") == std::string(90, 'x') + "\n  z\n");
}

TEST_CASE("notes say of what intervals are, and nothing else where nothing is missing") {
  Notes none;
  none.add({refused(kP95, Refusal::mean)});
  none.add_state(point_of("steady"));
  CHECK(none.text().empty());
  Notes limits;
  limits.add({carried(kP50, 1)});
  CHECK(limits.text() == "95 %, this launch: another launch may lie outside\n");
}

TEST_CASE("notes say why quantiles are refused, and the most iterations that any point needs") {
  Notes notes;
  notes.add({refused(kP50, Refusal::unresolved), refused(kP95, Refusal::lower_quantile),
             refused(kP99, Refusal::too_few, 6000), refused(kP999, Refusal::too_few, 60000)});
  notes.add({refused(kP50, Refusal::correlated, 900), refused(kP99, Refusal::late_starts)});
  notes.add({refused(kP50, Refusal::correlated, 700)});
  CHECK(notes.text() ==
        "– too few iterations: p99 needs 6000, p99.9 needs 60000\n"
        "– too few iterations, because they are correlated: p50 needs about 900\n"
        "– drift, shifts or correlation over much of the point: no interval holds (p50)\n"
        "– too many iterations of unknown time, because a rank started late (p99)\n"
        "– a lower quantile is refused (p95)\n");
}

TEST_CASE("notes say what a bracket is, and what is meant by unsteady") {
  QuantileEstimate bracket = carried(kP50, 1);
  bracket.value = Nanos{kAbsent};
  Notes notes;
  notes.add({bracket});
  notes.add_state(point_of("unsteady"));
  CHECK(notes.text() ==
        "95 %, this launch: another launch may lie outside\n"
        "a–b: the quantile if the iterations in which a rank started late were the\n"
        "  fastest, and the slowest\n"
        "! unsteady: no steady state was found, the quantiles are those of a mixture\n");
  CHECK(mark_of(point_of("unsteady")) == "!");
  CHECK(mark_of(point_of("steady")).empty());
}
