#include "harness/core/text_table.hpp"

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/duration_text.hpp"

using namespace syncbench;

TEST_CASE("text is as wide as its code points, not its bytes") {
  CHECK(display_width("") == 0);
  CHECK(display_width("p99 µs") == 6);
  CHECK(display_width("–") == 1);
  CHECK(display_width("2 × 4") == 5);
}

TEST_CASE("padding aligns by width and never cuts") {
  CHECK(padded("–", 4, Align::right) == "   –");
  CHECK(padded("µs", 4, Align::left) == "µs  ");
  CHECK(padded("12345", 4, Align::right) == "12345");
}

TEST_CASE("a table fits its columns to headers and cells") {
  const std::vector<Column> columns{{"operation", Align::left}, {"p50\nµs"}, {"n", Align::right, 4}};
  const std::vector<Cells> rows{{"allreduce", "5.12", "10"}, {"all-to-all", "–", "100000"}};
  CHECK(table_text(columns, rows) ==
        "             p50\n"
        "operation     µs       n\n"
        "allreduce   5.12      10\n"
        "all-to-all     –  100000\n");
  CHECK(table_width(fitted(columns, rows)) == 24);
}

TEST_CASE("rows that come one at a time keep the header's columns") {
  const std::vector<Column> columns{{"operation", Align::left, 9}, {"p50 µs", Align::right, 8}};
  CHECK(header_lines(columns) == "operation    p50 µs\n");
  CHECK(row_line(columns, Cells{"barrier", "5.12"}) == "barrier        5.12\n");
  CHECK(row_line(columns, Cells{"reduce-scatter", "5.12"}) == "reduce-scatter      5.12\n");
  CHECK(row_line(columns, Cells{"barrier"}) == "barrier\n");
  CHECK(row_line(columns, Cells{"barrier", "1.00", "beyond"}) == "barrier        1.00\n");
}

TEST_CASE("times are microseconds with two decimals, halves away from zero") {
  CHECK(microseconds_text(Nanos{12345}) == "12.35");
  CHECK(microseconds_text(Nanos{12344}) == "12.34");
  CHECK(microseconds_text(Nanos{4}) == "0.00");
  CHECK(microseconds_text(Nanos{5}) == "0.01");
  CHECK(microseconds_text(Nanos{-12345}) == "-12.35");
  CHECK(microseconds_text(Nanos{-4}) == "0.00");
  CHECK(microseconds_text(Nanos{1790000000}) == "1790000.00");
  CHECK(microseconds_text(Nanos{INT64_MAX}) == "9223372036854775.81");
  CHECK(microseconds_text(Nanos{kAbsent}) == "–");
}
