#include "harness/machine/cpu_facts.hpp"

#include <fmt/format.h>

#include "harness/core/text.hpp"
#include "harness/core/units.hpp"
#include "harness/machine/file_facts.hpp"
#include "harness/machine/redaction.hpp"
#include "harness/machine/tally.hpp"

namespace syncbench::machine {
namespace {

const std::string kProcessors = "sys/devices/system/cpu";

// /proc/cpuinfo repeats itself for each processor and passes 1 MiB on the largest nodes: the first one speaks for all.
constexpr Bytes kFirstProcessor{64 * 1024};

std::string_view after_colon(std::string_view text) {
  const std::size_t colon = text.find(':');
  return colon == std::string_view::npos ? text : text.substr(colon + 1);
}

FactValue cpuinfo(const TextOrReason& file, std::string_view key) {
  if (const auto* const reason = std::get_if<Unreadable>(&file)) return *reason;
  const auto rest = rest_of_line(std::get<std::string>(file), key);
  return rest ? value_of(after_colon(*rest), Form::text) : Unreadable{std::string(kNotOnThisMachine)};
}

// Arm has no name in /proc/cpuinfo, only numbers.
FactValue model(const TextOrReason& file) {
  FactValue name = cpuinfo(file, "model name");
  if (std::holds_alternative<std::string>(name)) return name;
  const FactValue implementer = cpuinfo(file, "CPU implementer");
  const FactValue part = cpuinfo(file, "CPU part");
  const auto* const first = std::get_if<std::string>(&implementer);
  const auto* const second = std::get_if<std::string>(&part);
  if (first == nullptr || second == nullptr) return name;
  return fmt::format("implementer {}, part {}", *first, *second);
}

FactValue command_line(const Tree& tree) {
  const TextOrReason file = tree.read("proc/cmdline");
  if (const auto* const reason = std::get_if<Unreadable>(&file)) return *reason;
  return value_of(join(redact_arguments(words(std::get<std::string>(file))), " "), Form::text);
}

std::vector<std::string> below(const std::vector<std::string>& processors, std::string_view file) {
  std::vector<std::string> paths;
  for (const std::string& processor : processors)
    paths.push_back(fmt::format("{}/{}/{}", kProcessors, processor, file));
  return paths;
}

void add_frequency(const Tree& tree, const std::vector<std::string>& processors, Facts& facts) {
  const auto add = [&](std::string name, std::string_view file) {
    facts.add(FactClass::config, std::move(name), tally(tree, below(processors, file)));
  };
  add("cpu.governor", "cpufreq/scaling_governor");
  add("cpu.frequency_driver", "cpufreq/scaling_driver");
  add("cpu.energy_preference", "cpufreq/energy_performance_preference");
}

// Which idle states there are is the first processor's word; each processor may have its own ones switched off.
void add_idle(const Tree& tree, const std::vector<std::string>& processors, Facts& facts) {
  if (processors.empty()) return;
  const std::string first = kProcessors + "/" + processors.front() + "/cpuidle";
  for (const std::string& state : tree.numbered_in(first, "state")) {
    const std::string name = "cpu.idle." + state;
    add_files(tree, FactClass::config,
              {{name + ".name", first + "/" + state + "/name", Form::text},
               {name + ".exit_latency_us", first + "/" + state + "/latency"}},
              facts);
    facts.add(FactClass::config, name + ".disabled", tally(tree, below(processors, "cpuidle/" + state + "/disable")));
  }
}

void add_settings(const Tree& tree, Facts& facts) {
  add_files(tree, FactClass::config,
            {{"cpu.intel_no_turbo", kProcessors + "/intel_pstate/no_turbo"},
             {"cpu.boost", kProcessors + "/cpufreq/boost"},
             {"cpu.smt_active", kProcessors + "/smt/active"},
             {"cpu.isolated", kProcessors + "/isolated", Form::text},
             {"cpu.nohz_full", kProcessors + "/nohz_full", Form::text},
             {"cpu.online", kProcessors + "/online", Form::text},
             {"cpu.idle_driver", kProcessors + "/cpuidle/current_driver", Form::text},
             {"cpu.clock_source", "sys/devices/system/clocksource/clocksource0/current_clocksource", Form::text}},
            facts);
  facts.add(FactClass::config, "cpu.kernel_command_line", command_line(tree));
}

void add_load(const Tree& tree, Facts& facts) {
  const TextOrReason file = tree.read("proc/loadavg");
  if (const auto* const reason = std::get_if<Unreadable>(&file)) {
    facts.add(FactClass::passing, "cpu.load_1min", *reason);
    return;
  }
  const auto columns = words(std::get<std::string>(file));
  const FactValue missing = Unreadable{"no such column"};
  facts.add(FactClass::passing, "cpu.load_1min", columns.empty() ? missing : value_of(columns[0]));
  facts.add(FactClass::passing, "cpu.runnable_of_threads",
            columns.size() < 4 ? missing : value_of(columns[3], Form::text));
}

}  // namespace

Facts cpu_facts(const Tree& tree) {
  Facts facts;
  const TextOrReason info = tree.beginning("proc/cpuinfo", kFirstProcessor);
  facts.add(FactClass::identity, "cpu.model", model(info));
  facts.add(FactClass::identity, "cpu.microcode", cpuinfo(info, "microcode"));
  const auto processors = tree.numbered_in(kProcessors, "cpu");
  add_settings(tree, facts);
  add_frequency(tree, processors, facts);
  add_idle(tree, processors, facts);
  add_load(tree, facts);
  return facts;
}

}  // namespace syncbench::machine
