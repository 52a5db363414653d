#pragma once

#include <string_view>

namespace syncbench::app {

std::string_view version() noexcept;     ///< "0.1.0"
std::string_view git_commit() noexcept;  ///< of the source tree when it was configured; "unknown" outside a checkout

}  // namespace syncbench::app
