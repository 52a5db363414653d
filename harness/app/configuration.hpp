#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/app/command_line.hpp"
#include "harness/app/run_options.hpp"
#include "suites/suite/suite_registration.hpp"

namespace syncbench::app {

/// All options with their final values: command line before `--config` before profile before defaults.
class Configuration {
 public:
  /// Every option at a profile's defaults.
  explicit Configuration(suite::Profile profile);

  /// Resolves a command line (and the file that it names). Throws Error(usage), or Error(io) for an unreadable file.
  static Configuration resolve(const CommandLine& line);

  const RunOptions& run() const noexcept { return *run_; }
  /// Was it set by somebody, or is it a default?
  bool is_set(std::string_view name) const { return set_names_.count(name) != 0; }

  struct NamedSuite {
    const suite::Suite* suite;
    std::unique_ptr<suite::ConfiguredSuite> configured;
  };
  const std::vector<NamedSuite>& all_suites() const noexcept { return suites_; }
  std::vector<const NamedSuite*> chosen_suites() const;

  /// Options of the program itself and of all suites; or of the chosen suites, each shared one once.
  std::vector<const suite::OptionSpec*> options() const;
  std::vector<const suite::OptionSpec*> chosen_options() const;

  /// All that decides what is measured, as JSON and as TOML that --config takes.
  std::string json() const;
  std::string toml() const;

  /// Ranks with different configurations must not measure together.
  std::uint64_t hash() const;

 private:
  void apply_all(const std::vector<Setting>& settings);

  std::unique_ptr<RunOptions> run_;
  std::unique_ptr<suite::OptionSet> run_set_;
  std::vector<NamedSuite> suites_;
  std::set<std::string, std::less<>> set_names_;
};

}  // namespace syncbench::app
