#pragma once

#include <stdexcept>
#include <string>

namespace syncbench {

/// Exit codes of all our programs (sysexits.h where it has a fitting one).
enum class ExitCode : int {
  ok = 0,
  usage = 64,        ///< bad options, or a launch that makes no sense
  data = 65,         ///< bad input data or a wrong payload
  unavailable = 69,  ///< backend, launcher or hardware not available
  internal = 70,     ///< a bug of ours
  io = 74,           ///< could not read or write a file
  hung = 75,         ///< no progress before the deadline
};

/// What every failure of ours is thrown as: one sentence for the user (what, where, what to do) and the process's exit
/// code.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& sentence) : std::runtime_error(sentence), code_(code) {}
  ExitCode code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

/// The connection to another rank broke. Whoever sees that knows that somebody is gone or the network is, but not who:
/// the one who can name them is the watchdog, when all who still answer have reported.
class PeerLost : public Error {
 public:
  explicit PeerLost(const std::string& sentence) : Error(ExitCode::hung, sentence) {}
};

/// The operating system's words for an errno value ("No space left on device").
std::string system_message(int error_number);

}  // namespace syncbench
