#include "analysis/render/records.hpp"

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench::analysis;

namespace {

// The second line of what is written of one record.
std::string record_of(ExportFormat format, const std::vector<Cell>& cells) {
  std::string text;
  std::vector<std::string> columns;
  for (std::size_t i = 0; i < cells.size(); ++i) columns.push_back(std::string(1, static_cast<char>('a' + i)));
  RecordWriter writer(format, columns, [&text](std::string_view piece) { text += piece; });
  if (format == ExportFormat::csv) text.clear();
  writer.write(cells);
  return text;
}

}  // namespace

TEST_CASE("cells of CSV that a spreadsheet would run are texts") {
  using Text = std::string;
  CHECK(record_of(ExportFormat::csv, {Text("=1+1"), Text("+1"), Text("-1"), Text("@SUM(A1)")}) ==
        "'=1+1,'+1,'-1,'@SUM(A1)\r\n");
  CHECK(record_of(ExportFormat::csv, {Text("=cmd|' /C calc'!A1,\"x\"")}) == "\"'=cmd|' /C calc'!A1,\"\"x\"\"\"\r\n");
  CHECK(record_of(ExportFormat::csv, {Text("\t=1"), Text("\r=1")}) == "?=1,?=1\r\n");
  CHECK(record_of(ExportFormat::csv, {Text("a=b"), Text("serial")}) == "a=b,serial\r\n");
}

TEST_CASE("negative numbers in CSV stay numbers") {
  CHECK(record_of(ExportFormat::csv, {std::int64_t{-5}, -0.5, Cell{}}) == "-5,-0.5,\r\n");
}

TEST_CASE("exported texts do not steer the terminal") {
  const std::string red = "\x1b[31m\xC2\x9B\xFF";
  CHECK(record_of(ExportFormat::csv, {red}) == "?[31m??\r\n");
  CHECK(record_of(ExportFormat::jsonl, {std::string("\x7F\xC2\x9B")}) == "{\"a\":\"??\"}\n");
  CHECK(record_of(ExportFormat::jsonl, {std::string("\x1b[")}) == "{\"a\":\"\\u001b[\"}\n");
}
