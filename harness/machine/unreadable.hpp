#pragma once

#include <string>
#include <string_view>
#include <variant>

namespace syncbench::machine {

/// Reason for a fact that a machine of this kind does not have at all.
inline constexpr std::string_view kNotOnThisMachine = "not on this machine";

/// Why something could not be read, in a few words for people: "no such file", "permission denied".
struct Unreadable {
  std::string reason;
  bool operator==(const Unreadable&) const = default;
};

/// A file's text, or why there is none.
using TextOrReason = std::variant<std::string, Unreadable>;

/// The reason that an errno value stands for.
Unreadable because_of(int error_number);

}  // namespace syncbench::machine
