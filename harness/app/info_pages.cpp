#include "harness/app/info_pages.hpp"

#include <fmt/format.h>

#include "harness/app/version.hpp"
#include "harness/app/wrapped.hpp"
#include "harness/core/error.hpp"
#include "harness/core/text.hpp"
#include "harness/core/text_table.hpp"
#include "kernels/backend.hpp"

namespace syncbench::app {
namespace {

constexpr std::string_view kUsage =
    "usage: srun -N2 -n2 syncbench [options]        or: mpirun -n 2 syncbench [options]\n"
    "Measures what synchronising a little data costs, on every rank in every iteration, and keeps it in\n"
    "one HDF5 file.\n"
    "Without options: --suite smallpkt --profile quick.\n";

constexpr std::string_view kActions =
    "Without a launcher:\n"
    "  --help, -h           this page\n"
    "  --list               suites and backends\n"
    "  --describe SUITE     a suite and its options\n"
    "  --dry-run            what would be measured, how long, how large; for --ranks N --nodes N\n"
    "                       --memory SIZE\n"
    "  --print-config       all settings as TOML, for --config\n"
    "  --version            versions\n";

constexpr std::string_view kLaunches =
    "Without a launcher, for launching again and again:\n"
    "  --launches N         so many runs one after the other, each a file of its own (…-001.h5)\n"
    "  --launcher 'WORDS'   what each begins with: --launcher 'mpirun --bind-to core -n 2'; split at\n"
    "                       blanks, with '…', \"…\" and \\ as in a shell, and nothing else\n";

constexpr std::string_view kConfig =
    "  --config FILE.toml   settings by the names of the options; the command line wins\n";

std::string option_text(const suite::OptionSpec& spec) {
  const std::string value = value_text(spec);
  const std::string standard = value.empty() ? "" : fmt::format(" [{}]", value);
  constexpr std::size_t kIndent = 8;
  const std::string name = fmt::format("  --{} ", spec.name);
  return fmt::format("{}{}\n{}{}\n", name, wrapped(spec.hint, kIndent, name.size()), std::string(kIndent, ' '),
                     wrapped(spec.description + standard, kIndent, kIndent));
}

std::string options_text(const suite::OptionSet& set) {
  std::string text;
  for (const suite::OptionSpec& each : set.specs()) text += option_text(each);
  return text;
}

template <class Items>
std::string named_list(const Items& items) {
  std::string text;
  for (const auto* each : items) text += fmt::format("  {:<12}{}\n", each->name(), each->description());
  return text;
}

}  // namespace

std::string help_page(const Configuration& configuration) {
  std::string text =
      fmt::format("{}\n{}\n{}\nFor a run [default of this profile]:\n{}", kUsage, kActions, kLaunches, kConfig);
  for (const suite::OptionSpec* each : configuration.options()) {
    const bool of_suite = each->name.find('.') != std::string::npos;
    if (!of_suite) text += option_text(*each);
  }
  text += "\nSuites (--describe SUITE lists the options of one):\n" + named_list(suite::Suite::all());
  return text + "\nAfterwards: syncbench-analyze explain FILE.h5\n";
}

std::string list_page() {
  return fmt::format("suites:\n{}\nbackends:\n{}", named_list(suite::Suite::all()),
                     named_list(kernels::BackendRegistration::all()));
}

std::string version_page() { return fmt::format("syncbench {} ({})\n", version(), git_commit()); }

std::string describe_page(const Configuration& configuration, std::string_view name) {
  std::vector<std::string> names;
  for (const auto& [suite, configured] : configuration.all_suites()) {
    names.emplace_back(suite->name());
    if (suite->name() != name) continue;
    return fmt::format("{}: {}\n\noptions [default of profile {}]:\n{}", name, suite->description(),
                       name_of(configuration.run().profile), options_text(configured->options()));
  }
  const auto near = nearest(name, names);
  const std::string hint = near ? fmt::format("did you mean {}?", *near) : fmt::format("suites: {}", join(names, ", "));
  throw Error(ExitCode::usage, fmt::format("--describe {}: there is no such suite; {}", name, hint));
}

}  // namespace syncbench::app
