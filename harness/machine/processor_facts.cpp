#include "harness/machine/processor_facts.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "harness/machine/file_facts.hpp"

namespace syncbench::machine {
namespace {

// The first columns of a processor's line; guests' time is in user and nice already.
constexpr std::array<std::string_view, 8> kColumns{"user",   "nice", "system",  "idle",
                                                   "iowait", "irq",  "softirq", "steal"};

void add_processor(const TextOrReason& file, int processor, Facts& facts) {
  const std::string name = fmt::format("stat.cpu{}", processor);
  const FactValue line = value_behind(file, fmt::format("cpu{} ", processor), Form::text);
  const auto* const text = std::get_if<std::string>(&line);
  const auto numbers = text == nullptr ? std::vector<std::string>{} : words(*text);
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    facts.add(FactClass::counter, fmt::format("{}.{}", name, kColumns[i]),
              i < numbers.size() ? value_of(numbers[i])
              : text == nullptr  ? line
                                 : FactValue(Unreadable{"no such column"}));
  }
}

}  // namespace

Facts processor_facts(const Tree& tree, const std::vector<int>& processors) {
  Facts facts;
  const TextOrReason file = tree.read("proc/stat");
  for (std::size_t i = 0; i < std::min(processors.size(), kMostProcessors); ++i)
    add_processor(file, processors[i], facts);
  facts.add(FactClass::config, "stat.ticks_per_second", std::int64_t{sysconf(_SC_CLK_TCK)});
  return facts;
}

}  // namespace syncbench::machine
