#pragma once

#include <string>

namespace syncbench {

/// Text with every byte that is not UTF-8 and every control character but '\n' replaced by '?': what a file, an option
/// or a file name contains must not steer the terminal.
std::string printable(std::string text);

}  // namespace syncbench
