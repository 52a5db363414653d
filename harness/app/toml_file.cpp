#include "harness/app/toml_file.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "harness/core/error.hpp"

namespace syncbench::app {
namespace {

struct Found {
  Setting setting;
  unsigned line;
};

std::string read_text(const std::filesystem::path& file) {
  errno = 0;
  std::ifstream stream(file);
  std::ostringstream text;
  // Copying an empty file fails as well, without an error of the system's.
  if (!stream || (!(text << stream.rdbuf()) && errno != 0)) {
    throw Error(ExitCode::io,
                fmt::format("cannot read --config {}: {}", file.string(), system_message(errno == 0 ? EIO : errno)));
  }
  return text.str();
}

class Walker {
 public:
  explicit Walker(std::string file) : file_(std::move(file)) {}

  void walk(const toml::table& table, const std::string& prefix) {
    for (const auto& [key, node] : table) {
      const std::string name = prefix.empty() ? std::string(key.str()) : fmt::format("{}.{}", prefix, key.str());
      if (const toml::table* inner = node.as_table()) {
        walk(*inner, name);
      } else {
        add(name, node);
      }
    }
  }

  std::vector<Setting> take() {
    std::stable_sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) { return a.line < b.line; });
    std::vector<Setting> settings;
    for (Found& each : found_) settings.push_back(std::move(each.setting));
    return settings;
  }

 private:
  void add(const std::string& name, const toml::node& node) {
    const unsigned line = node.source().begin.line;
    found_.push_back(
        {{.name = name, .value = text_of(name, node), .origin = fmt::format("{} line {}", file_, line)}, line});
  }

  std::string text_of(const std::string& name, const toml::node& node) const {
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* whole = node.as_integer()) return std::to_string(whole->get());
    if (const auto* number = node.as_floating_point())
      return fmt::format("{:#}", number->get());  // keeps its point: 1e3 is no whole number
    if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
    if (const auto* array = node.as_array()) return text_of_array(name, *array);
    throw Error(ExitCode::usage, fmt::format("{} line {}: {} is a date or time, and no option is", file_,
                                             node.source().begin.line, name));
  }

  std::string text_of_array(const std::string& name, const toml::array& array) const {
    std::string all;
    for (const toml::node& item : array) {
      if (item.is_table() || item.is_array()) {
        throw Error(ExitCode::usage, fmt::format("{} line {}: {} is a list of lists or tables; lists hold plain values",
                                                 file_, item.source().begin.line, name));
      }
      if (&item != &array.front()) all += ',';
      all += text_of(name, item);
    }
    return all;
  }

  std::string file_;
  std::vector<Found> found_;
};

}  // namespace

std::vector<Setting> read_toml(const std::filesystem::path& file) {
  const std::string text = read_text(file);
  try {
    Walker walker(file.string());
    walker.walk(toml::parse(text, file.string()), {});
    return walker.take();
  } catch (const toml::parse_error& error) {
    throw Error(ExitCode::usage,
                fmt::format("{} line {}: {}", file.string(), error.source().begin.line, error.description()));
  }
}

}  // namespace syncbench::app
