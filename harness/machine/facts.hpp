#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "harness/core/names.hpp"
#include "harness/machine/unreadable.hpp"

namespace syncbench {
namespace machine {

/// What a fact is good for when runs are compared.
enum class FactClass {
  identity,  ///< must be the same in compared runs
  config,    ///< a difference is shown
  counter,   ///< read at the begin and at the end: the growth matters
  passing,   ///< true at this moment only, never part of a machine's key
};

using FactValue = std::variant<std::string, std::int64_t, double, Unreadable>;

/// One thing that is known about a node, or that could not be found out.
struct Fact {
  FactClass fact_class = FactClass::passing;
  FactValue value;
  bool operator==(const Fact&) const = default;
};

/// Named facts. Names are in lower case with dots from the general to the special ("net.eth0.mtu"), except for parts
/// that come from the system, which are left as they are ("tcp.RetransSegs", "env.NCCL_DEBUG").
class Facts {
 public:
  /// Adds a fact; one with the same name is replaced.
  void add(FactClass fact_class, std::string name, FactValue value);

  /// Adds all facts of another collection.
  void add(Facts others);

  /// The fact of that name, or nullptr; valid until facts are added.
  const Fact* find(std::string_view name) const noexcept;

  /// All facts, sorted by name.
  const std::map<std::string, Fact, std::less<>>& all() const noexcept { return facts_; }

 private:
  std::map<std::string, Fact, std::less<>> facts_;
};

}  // namespace machine

template <>
struct Names<machine::FactClass> {
  static constexpr std::array<std::pair<machine::FactClass, std::string_view>, 4> table{{
      {machine::FactClass::identity, "identity"},
      {machine::FactClass::config, "config"},
      {machine::FactClass::counter, "counter"},
      {machine::FactClass::passing, "volatile"},
  }};
};

}  // namespace syncbench
