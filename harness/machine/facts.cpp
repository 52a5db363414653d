#include "harness/machine/facts.hpp"

namespace syncbench::machine {

void Facts::add(FactClass fact_class, std::string name, FactValue value) {
  facts_.insert_or_assign(std::move(name), Fact{fact_class, std::move(value)});
}

void Facts::add(Facts others) {
  for (auto& [name, fact] : others.facts_) facts_.insert_or_assign(name, std::move(fact));
}

const Fact* Facts::find(std::string_view name) const noexcept {
  const auto found = facts_.find(name);
  return found == facts_.end() ? nullptr : &found->second;
}

}  // namespace syncbench::machine
