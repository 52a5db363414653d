#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace syncbench::results {

/// Who holds a parts folder, as its lock file says it.
struct LockOwner {
  std::string purpose;    ///< "run" or "recover"
  std::string host;       ///< name, for people
  std::string boot;       ///< the kernel's boot id: the same on one running kernel alone
  std::string pid_space;  ///< the process-id namespace: pids mean the same only inside it
  std::int64_t pid = 0;
  std::int64_t process_start = 0;  ///< ticks since the kernel's start: tells a reused pid apart
  std::string job;                 ///< the scheduler's job id, or empty
  std::string run_id;              ///< empty for recover
  std::string since;               ///< UTC
  std::string token;               ///< cannot be guessed: tells this lock from any other
  std::int64_t patience_s = 0;     ///< silent for longer than this, the owner is taken for dead
};

/// This process as the owner of a lock, with a new token.
LockOwner this_process(std::string purpose, std::string run_id, std::int64_t patience_s);

/// A line for each field, "key value"; parse_owner() reads it back. What is missing or malformed stays empty or 0.
std::string text_of(const LockOwner& owner);
LockOwner parse_owner(std::string_view text);

/// "host n1, process 4711, job 815": what is known of the owner, with control characters left out.
std::string description_of(const LockOwner& owner);

enum class Life { alive, gone, unknown };

/// Whether the owner's process still exists. Unknown for a process of another host or namespace.
Life life_of(const LockOwner& owner);

}  // namespace syncbench::results
