#include "harness/machine/file_facts.hpp"

#include <algorithm>

#include "harness/core/text.hpp"

namespace syncbench::machine {
namespace {

constexpr std::size_t kLongestText = 4096;

bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\x7f'; }

}  // namespace

std::string tidy(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (result.size() >= kLongestText) return result + "…";
    if (!is_blank(c)) {
      result += c;
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
  }
  if (result.ends_with(' ')) result.pop_back();
  return result;
}

FactValue value_of(std::string_view text, Form form) {
  std::string value = tidy(text);
  if (form == Form::text) return value;
  if (const auto whole = parse_whole(value)) return *whole;
  if (const auto number = parse_number(value)) return *number;
  return value;
}

FactValue file_value(const Tree& tree, std::string_view path, Form form) {
  const TextOrReason file = tree.read(path);
  if (const auto* const reason = std::get_if<Unreadable>(&file)) return *reason;
  return value_of(std::get<std::string>(file), form);
}

void add_files(const Tree& tree, FactClass fact_class, std::initializer_list<FileFact> files, Facts& facts) {
  for (const auto& [name, path, form] : files) facts.add(fact_class, name, file_value(tree, path, form));
}

std::optional<std::string_view> rest_of_line(std::string_view text, std::string_view key) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (line.starts_with(key)) return line.substr(key.size());
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return std::nullopt;
}

FactValue value_behind(const TextOrReason& file, std::string_view key, Form form) {
  if (const auto* const reason = std::get_if<Unreadable>(&file)) return *reason;
  const auto rest = rest_of_line(std::get<std::string>(file), key);
  return rest ? value_of(*rest, form) : Unreadable{"no such line"};
}

FactValue kib_behind(const TextOrReason& file, std::string_view key) {
  const FactValue value = value_behind(file, key, Form::text);
  const auto* const text = std::get_if<std::string>(&value);
  if (text == nullptr) return value;
  const auto columns = words(*text);
  return columns.empty() ? Unreadable{"no such line"} : value_of(columns.front());
}

std::vector<std::string> words(std::string_view line) {
  std::vector<std::string> found;
  bool inside = false;
  for (const char c : line) {
    if (is_blank(c)) {
      inside = false;
    } else if (inside) {
      found.back() += c;
    } else {
      found.emplace_back(1, c);
      inside = true;
    }
  }
  return found;
}

}  // namespace syncbench::machine
