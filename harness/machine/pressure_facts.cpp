#include "harness/machine/pressure_facts.hpp"

#include <string>
#include <string_view>

#include "harness/machine/file_facts.hpp"

namespace syncbench::machine {
namespace {

// A line is "some avg10=0.00 avg60=0.00 avg300=0.00 total=0".
FactValue field(const TextOrReason& file, std::string_view line, std::string_view key) {
  const FactValue rest = value_behind(file, line, Form::text);
  const auto* const text = std::get_if<std::string>(&rest);
  if (text == nullptr) return rest;
  for (const std::string& word : words(*text)) {
    if (word.starts_with(key)) return value_of(std::string_view(word).substr(key.size()));
  }
  return Unreadable{"no such line"};
}

}  // namespace

Facts pressure_facts(const Tree& tree) {
  Facts facts;
  for (const std::string resource : {"cpu", "memory", "io"}) {
    const TextOrReason file = tree.read("proc/pressure/" + resource);
    const std::string name = "pressure." + resource;
    facts.add(FactClass::counter, name + ".some_us", field(file, "some ", "total="));
    facts.add(FactClass::counter, name + ".full_us", field(file, "full ", "total="));
    facts.add(FactClass::passing, name + ".some_percent", field(file, "some ", "avg10="));
  }
  return facts;
}

}  // namespace syncbench::machine
