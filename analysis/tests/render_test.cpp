#include <syncbench/analysis/render/notes.hpp>
#include <syncbench/analysis/render/paragraph.hpp>
#include <syncbench/analysis/render/wide_table.hpp>
#include <syncbench/testing/catch.hpp>

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

QuantileEstimate estimate(Quantile quantile, std::int64_t value, Independence independence) {
  QuantileEstimate result;
  result.quantile = quantile;
  result.value = Nanos{value};
  result.effective = {100, independence};
  result.needed = 368;
  return result;
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

TEST_CASE("control characters never reach the terminal") {
  CHECK(printable("a\nb") == "a\nb");
  CHECK(printable("\x1b[31mred\x7f\r") == "?[31mred??");
  CHECK(printable("\xC2\x9B"
                  "31m µs –") == "?31m µs –");
  CHECK(printable("µ–×😀") == "µ–×😀");
  CHECK(printable("\xC2") == "?");            // cut off
  CHECK(printable("\xE2\x82") == "??");       // cut off
  CHECK(printable("\xC0\xAF") == "??");       // an overlong slash
  CHECK(printable("\xED\xA0\x80") == "???");  // half of a surrogate pair
}

TEST_CASE("notes name what is missing and what is assumed, and nothing else") {
  Notes none;
  none.add({estimate(kP50, 1, Independence::measured)});
  CHECK(none.text().empty());

  Notes notes;
  notes.add({estimate(kP50, 1, Independence::unresolved), estimate(kP95, 2, Independence::assumed),
             estimate(kP99, kAbsent, Independence::assumed)});
  CHECK(notes.text() ==
        "– n does not carry it; effective iterations needed: p99 368 (correlated ones\n"
        "  count as fewer)\n"
        "* independence assumed: fewer than 50 iterations lie above (p95)\n"
        "! iterations are correlated over much of the point: limits too narrow (p50)\n");
}

TEST_CASE("marks tell assumed from unresolved independence") {
  CHECK(mark_of(estimate(kP50, 1, Independence::measured)).empty());
  CHECK(mark_of(estimate(kP50, 1, Independence::assumed)) == "*");
  CHECK(mark_of(estimate(kP50, 1, Independence::unresolved)) == "!");
  CHECK(mark_of(estimate(kP50, kAbsent, Independence::assumed)).empty());
}
