#include "analysis/render/records.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/core/shown_text.hpp"

namespace syncbench::analysis {
namespace {

// A spreadsheet takes a text that begins so for a formula and runs it; an apostrophe before it makes it a text.
bool is_formula(const std::string& text) {
  return !text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos;
}

std::string quoted(std::string text) {
  text = printable(std::move(text));  // tabs and carriage returns, which formulas may begin with too, are no more
  if (is_formula(text)) text.insert(text.begin(), '\'');
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + '"';
}

struct CsvCell {
  std::string operator()(std::monostate) const { return {}; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return quoted(value); }
};

struct JsonCell {
  nlohmann::ordered_json operator()(std::monostate) const { return nullptr; }
  template <class T>
  nlohmann::ordered_json operator()(const T& value) const {
    return value;
  }
};

}  // namespace

RecordWriter::RecordWriter(ExportFormat format, std::vector<std::string> columns, Sink sink)
    : format_(format), columns_(std::move(columns)), sink_(std::move(sink)) {
  if (format_ == ExportFormat::csv) sink_(csv({columns_.begin(), columns_.end()}) + "\r\n");
  if (format_ == ExportFormat::json) sink_("[");
}

void RecordWriter::write(const std::vector<Cell>& cells) {
  switch (format_) {
    case ExportFormat::csv:
      sink_(csv(cells) + "\r\n");
      break;
    case ExportFormat::jsonl:
      sink_(object(cells) + "\n");
      break;
    case ExportFormat::json:
      sink_((first_ ? "\n" : ",\n") + object(cells));
      break;
  }
  first_ = false;
}

void RecordWriter::end() {
  if (format_ == ExportFormat::json) sink_("\n]\n");
}

std::string RecordWriter::csv(const std::vector<Cell>& cells) const {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) line += (i == 0 ? "" : ",") + std::visit(CsvCell(), cells[i]);
  return line;
}

std::string RecordWriter::object(const std::vector<Cell>& cells) const {
  nlohmann::ordered_json json;
  for (std::size_t i = 0; i < cells.size(); ++i) json[columns_[i]] = std::visit(JsonCell(), cells[i]);
  return printable(json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

}  // namespace syncbench::analysis
