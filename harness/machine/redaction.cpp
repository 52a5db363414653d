#include "harness/machine/redaction.hpp"

#include <algorithm>

#include "harness/machine/secret_text.hpp"

namespace syncbench::machine {
namespace {

bool is_name(std::string_view text) {
  return !text.empty() && text.find_first_of(" \t\n\"':/@") == std::string_view::npos;
}

// "--token" that waits for a value.
bool announces_secret(std::string_view argument) {
  return argument.starts_with('-') && argument.find('=') == std::string_view::npos && names_secret(argument);
}

}  // namespace

std::string redact(std::string_view name, std::string_view value) {
  const bool secret = !value.empty() && (names_secret(name) || holds_secret(value));
  return std::string(secret ? kRedacted : value);
}

std::string redact_argument(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || !is_name(text.substr(0, equals))) return redact({}, text);
  const std::string_view name = text.substr(0, equals);
  if (holds_secret(name)) return std::string(kRedacted);
  return std::string(name) + "=" + redact(name, text.substr(equals + 1));
}

std::vector<std::string> redact_arguments(std::span<const std::string> arguments) {
  std::vector<std::string> redacted;
  bool announced = false;
  for (const std::string& argument : arguments) {
    const bool is_value = announced && !argument.starts_with('-');
    redacted.push_back(is_value ? std::string(kRedacted) : redact_argument(argument));
    announced = announces_secret(argument);
  }
  return redacted;
}

}  // namespace syncbench::machine
