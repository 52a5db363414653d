#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "results/model.hpp"

namespace syncbench::analysis {

/// Both ends belong to a range; an end that is left out is open. `long double` because on the machines we know it holds
/// every int64 exactly, which matters for seeds.
struct Range {
  std::optional<long double> lowest, highest;
};

/// One condition of `--where`: the attribute `key` has one of the values, or lies in one of the ranges.
struct Condition {
  std::string key;
  std::string asked;  ///< the key as the user wrote it
  std::string text;   ///< the list as written, "8,64K..1M"
  std::vector<long double> numbers;
  std::vector<Range> ranges;
  std::vector<std::string> words;  ///< items that are neither
};

/// The points that a user asked for: those that fulfil all conditions.
///
/// Grammar: each `--where` is a comma list of items. An item with '=' begins a condition, `key=value`; one without
/// continues the list of the condition before it, so `bytes=8,64,policy=serial,fused` are two conditions. A value is a
/// text, or a number with an optional binary suffix (64K), or a range of numbers `lo..hi`, `lo..`, `..hi`. Text matches
/// an attribute's text exactly; a value that holds commas itself matches neighbouring items (`policy=bucketed:1M,25M`).
/// `id` is a key too, and `bytes` means `bytes_send`.
class Selection {
 public:
  Selection() = default;  ///< every point

  /// Throws Error(usage) for what does not follow the grammar, or an empty range.
  explicit Selection(std::span<const std::string> texts);

  bool matches(const results::PointHeader& point) const;

  /// Throws Error(usage) if a key occurs in none of these points (naming the nearest that does), if a word is asked of
  /// an attribute that is a number, or if no point matches. `points`: all points of all files.
  void require_a_match(std::span<const results::PointHeader> points) const;

 private:
  std::vector<Condition> conditions_;
};

}  // namespace syncbench::analysis
