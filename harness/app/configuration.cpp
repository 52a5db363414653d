#include "harness/app/configuration.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/app/toml_file.hpp"
#include "harness/core/error.hpp"
#include "harness/core/text.hpp"

namespace syncbench::app {
namespace {

using suite::OptionSpec;

nlohmann::ordered_json json_value(const OptionSpec& spec) {
  const auto one = [&](const std::string& text) -> nlohmann::ordered_json {
    if (spec.quoted) return text;
    return nlohmann::ordered_json::parse(text);
  };
  const auto values = spec.values();
  if (!spec.list) return one(values.front());
  auto all = nlohmann::ordered_json::array();
  for (const std::string& each : values) all.push_back(one(each));
  return all;
}

// The profile decides the defaults, so it is looked for before anything else is set; command line before file.
suite::Profile profile_of(const std::vector<Setting>& settings) {
  suite::Profile profile = suite::Profile::quick;
  suite::OptionSet set({}, profile);
  set.add_choice("profile", profile, {});
  for (const Setting& setting : settings) {
    if (setting.name == "profile") assign(setting, {&set.specs().front()});
  }
  return profile;
}

// A value in TOML, whose strings are written like JSON's but for DEL.
std::string toml_value(const OptionSpec& spec) {
  std::string text;
  try {
    text = json_value(spec).dump();
  } catch (const nlohmann::json::type_error&) {
    throw Error(ExitCode::usage, fmt::format("--{} {}: a TOML file holds nothing but UTF-8; give this option on the "
                                             "command line, and leave it out of --print-config",
                                             spec.name, value_text(spec)));
  }
  for (std::size_t at = text.find('\x7f'); at != std::string::npos; at = text.find('\x7f'))
    text.replace(at, 1, "\\u007f");
  return text;
}

// TOML wants plain keys before the first table.
bool belongs_to_table(const OptionSpec* spec) { return spec->name.find('.') != std::string::npos; }

}  // namespace

Configuration::Configuration(suite::Profile profile)
    : run_(std::make_unique<RunOptions>()), run_set_(std::make_unique<suite::OptionSet>(std::string{}, profile)) {
  declare(*run_set_, *run_);
  for (const suite::Suite* each : suite::Suite::all()) suites_.push_back({each, each->configure(profile)});
}

Configuration Configuration::resolve(const CommandLine& line) {
  std::vector<Setting> settings;
  if (!line.config.empty()) settings = read_toml(line.config);
  settings.insert(settings.end(), line.settings.begin(), line.settings.end());
  Configuration configuration(profile_of(settings));
  configuration.apply_all(settings);
  return configuration;
}

void Configuration::apply_all(const std::vector<Setting>& settings) {
  for (const Setting& setting : settings) {
    assign(setting, options());
    set_names_.insert(setting.name);
  }
}

std::vector<const Configuration::NamedSuite*> Configuration::chosen_suites() const {
  const auto& names = run_->suites;
  const bool all = std::find(names.begin(), names.end(), "all") != names.end();
  std::vector<const NamedSuite*> chosen;
  for (const NamedSuite& each : suites_) {
    if (all || std::find(names.begin(), names.end(), each.suite->name()) != names.end()) chosen.push_back(&each);
  }
  return chosen;
}

std::vector<const OptionSpec*> Configuration::options() const {
  std::vector<const OptionSpec*> all;
  for (const OptionSpec& each : run_set_->specs()) all.push_back(&each);
  for (const NamedSuite& suite : suites_) {
    for (const OptionSpec& each : suite.configured->options().specs()) all.push_back(&each);
  }
  return all;
}

std::vector<const OptionSpec*> Configuration::chosen_options() const {
  std::vector<const OptionSpec*> all;
  std::set<std::string_view> names;  // an option that several suites share is one option
  const auto add = [&](const suite::OptionSet& set) {
    for (const OptionSpec& each : set.specs()) {
      if (names.insert(each.name).second) all.push_back(&each);
    }
  };
  add(*run_set_);
  for (const NamedSuite* suite : chosen_suites()) add(suite->configured->options());
  return all;
}

std::string Configuration::json() const {
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  for (const OptionSpec* spec : chosen_options()) all[spec->name] = json_value(*spec);
  return all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string Configuration::toml() const {
  std::vector<const OptionSpec*> specs = chosen_options();
  std::stable_sort(specs.begin(), specs.end(), [](const OptionSpec* a, const OptionSpec* b) {
    return !belongs_to_table(a) && belongs_to_table(b);
  });
  std::string text, table;
  for (const OptionSpec* spec : specs) {
    const auto dot = spec->name.find('.');
    const std::string in = dot == std::string::npos ? "" : spec->name.substr(0, dot);
    if (in != table) text += fmt::format("\n[{}]\n", in);
    table = in;
    const std::string key = dot == std::string::npos ? spec->name : spec->name.substr(dot + 1);
    text += fmt::format("{} = {}  # {}\n", key, toml_value(*spec), spec->description);
  }
  return text;
}

std::uint64_t Configuration::hash() const {
  // FNV-1a (Fowler, Noll & Vo): the same on every rank, which std::hash does not promise across builds.
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char each : json()) hash = (hash ^ static_cast<unsigned char>(each)) * 0x100000001b3;
  return hash;
}

}  // namespace syncbench::app
