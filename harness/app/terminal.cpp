#include "harness/app/terminal.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <unistd.h>

namespace syncbench::app {
namespace {

bool parent_has_terminal() noexcept {
  std::array<char, 64> link{}, target{};
  std::snprintf(link.data(), link.size(), "/proc/%ld/fd/1", static_cast<long>(getppid()));
  const ssize_t length = readlink(link.data(), target.data(), target.size());
  if (length <= 0) return false;
  const std::string_view name(target.data(), static_cast<std::size_t>(length));
  return name.starts_with("/dev/pts/") || name.starts_with("/dev/tty") || name == "/dev/console";
}

}  // namespace

bool is_watched() noexcept {
  const char* kind = std::getenv("TERM");
  const bool can_draw = kind != nullptr && std::string_view(kind) != "dumb";
  return can_draw && isatty(STDOUT_FILENO) == 1 && parent_has_terminal();
}

}  // namespace syncbench::app
