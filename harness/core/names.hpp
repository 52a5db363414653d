#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace syncbench {

/// The names of an enumeration's values, as users write them and files store them. Specialise it with a member
/// `static constexpr std::array<std::pair<E, std::string_view>, N> table`, in the order in which choices are shown.
template <class E>
struct Names;

/// The name of a value; "?" for one that the table lacks (which a test of each table rules out).
template <class E>
constexpr std::string_view name_of(E value) noexcept {
  for (const auto& [candidate, name] : Names<E>::table) {
    if (candidate == value) return name;
  }
  return "?";
}

/// The value with that exact name, or nothing.
template <class E>
constexpr std::optional<E> value_named(std::string_view text) noexcept {
  for (const auto& [value, name] : Names<E>::table) {
    if (name == text) return value;
  }
  return std::nullopt;
}

/// All names, in the table's order.
template <class E>
std::vector<std::string_view> names_of() {
  std::vector<std::string_view> all;
  for (const auto& [value, name] : Names<E>::table) all.push_back(name);
  return all;
}

}  // namespace syncbench
