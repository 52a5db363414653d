#pragma once

#include <string_view>

namespace syncbench::machine {

/// Whether a run of base64, base64url or hex characters looks random enough to be a key: at least 32 characters,
/// several kinds of them, and their Shannon entropy near that of random text of that length. A GPU's UUID is an
/// exception, and so is a path, whose components are looked at one by one.
bool looks_random(std::string_view run);

}  // namespace syncbench::machine
