#pragma once

#include <csignal>

namespace syncbench {

/// Whether a process that this signal ended went wrong by itself; other signals come from outside.
constexpr bool is_crash(int signal) noexcept {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGABRT || signal == SIGILL || signal == SIGFPE ||
         signal == SIGTRAP || signal == SIGSYS;
}

}  // namespace syncbench
