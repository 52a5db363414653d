#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace syncbench::app {

/// The words of a command as a shell would split them, and nothing of what else a shell does: words end at blanks;
/// '…' is taken as it is, "…" too but for \" and \\; outside of quotes \ takes the next character as it is; $, *, `, ;
/// and | are characters like any other. Throws Error(usage) for a quote that is not closed and for a \ at the end.
std::vector<std::string> shell_words(std::string_view text);

}  // namespace syncbench::app
