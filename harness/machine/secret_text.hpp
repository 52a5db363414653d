#pragma once

#include <string_view>

namespace syncbench::machine {

/// Whether something of that name is secret by its name: it contains TOKEN, KEY, SECRET, PASSWORD, AUTH … in any case.
/// "NCCL_IB_PKEY" is taken for one too: rather a fact too few than a secret too many.
bool names_secret(std::string_view name) noexcept;

/// Whether a text contains what looks like a secret: a PEM block, a JSON web token, user:password@ in a URL, a token
/// with a well-known beginning, NAME=value or --name value with a secret name, or 32 and more characters of base64 or
/// hex that look random. Paths, GPU UUIDs and processor masks do not. A secret in plain words cannot be seen.
bool holds_secret(std::string_view text);

}  // namespace syncbench::machine
