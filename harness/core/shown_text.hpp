#pragma once

#include <string>
#include <string_view>

namespace syncbench {

/// Text with every byte that is not UTF-8 and every control character but '\n' replaced by '?': what a file contains
/// must not steer the terminal.
std::string printable(std::string text);

/// Text for one line: every byte that is not UTF-8 and every control character, '\n' too, becomes visible as bash's
/// $'…' would have it (`\n`, `\x1b`, `\xff`). For names of files and folders, and for sentences that contain them.
std::string one_line(std::string_view text);

/// A word that a shell reads as exactly this text, for commands that users paste. Plain words stay as they are, others
/// get quotes; what cannot be shown becomes $'…', which bash, zsh and ksh read.
std::string shell_word(std::string_view text);

/// The same for the name of a file or folder, which must not look like an option: "-x.h5" becomes "./-x.h5".
std::string shell_path(std::string_view path);

}  // namespace syncbench
