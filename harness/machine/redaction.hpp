#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace syncbench::machine {

/// What stands in results instead of a secret.
inline constexpr std::string_view kRedacted = "[redacted]";

/// The value as results may hold it: kRedacted if the name says that it is secret (TOKEN, KEY, PASSWORD …) or the value
/// looks like a secret, else unchanged. An empty value is never redacted. See secret_text.hpp for what is recognised.
std::string redact(std::string_view name, std::string_view value);

/// One command-line argument as results may hold it: "--token=abc" → "--token=[redacted]"; an argument without '=' that
/// looks like a secret or contains one becomes kRedacted as a whole.
std::string redact_argument(std::string_view text);

/// A whole command line: as redact_argument(), and what follows "--token" is kRedacted unless it is an option itself.
std::vector<std::string> redact_arguments(std::span<const std::string> arguments);

}  // namespace syncbench::machine
