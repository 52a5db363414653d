#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace syncbench::analysis {

/// A cell of exported data; monostate is "no value": empty in CSV, null in JSON.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;

enum class ExportFormat { csv, jsonl, json };

/// Where text goes, piece by piece; throws Error(io) if it cannot go there.
using Sink = std::function<void(std::string_view)>;

/// Writes records with the same columns: CSV by RFC 4180 with a header line, one JSON object a line, or one JSON array.
/// Texts are printable(). A text in CSV that a spreadsheet would run as a formula (it begins with = + - @) gets an
/// apostrophe in front; numbers stay as they are.
class RecordWriter {
 public:
  /// Writes what stands before the first record.
  RecordWriter(ExportFormat format, std::vector<std::string> columns, Sink sink);

  /// As many cells as columns.
  void write(const std::vector<Cell>& cells);

  /// Writes what stands after the last record.
  void end();

 private:
  std::string csv(const std::vector<Cell>& cells) const;
  std::string object(const std::vector<Cell>& cells) const;

  ExportFormat format_;
  std::vector<std::string> columns_;
  Sink sink_;
  bool first_ = true;
};

}  // namespace syncbench::analysis
