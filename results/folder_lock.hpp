#pragma once

#include <chrono>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "results/lock_owner.hpp"

namespace syncbench::results {

/// The lock on a parts folder, with a sign of life: whoever writes into the folder or takes parts from it holds it.
///
/// It is a file with the owner's name that is made by link(2), or by O_EXCL where the file system has no links, so it
/// works where flock does not reach other hosts (NFS, Lustre). Its owner touches it from time to time. An owner on this
/// kernel is dead when its process is gone; another one is dead when it was silent for longer than the lock promises.
/// Silence is the difference of two times that the same file system has set, so clocks of hosts need not agree.
class FolderLock {
 public:
  /// Takes the lock of `folder`; a dead owner's lock is replaced. `stale_after`: take an owner whose process cannot be
  /// seen from here for dead after this silence, whatever its lock promises. Throws Error(usage), which names the
  /// owner, its silence and what to do, if the owner lives; Error(io) if the folder cannot be written.
  FolderLock(std::filesystem::path folder, const LockOwner& self,
             std::optional<std::chrono::seconds> stale_after = std::nullopt);
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&& other) noexcept;
  ~FolderLock();

  /// Gives a sign of life, if the last one is older than 20 s. Does nothing else in between, and reads one clock.
  /// Throws as require_held().
  void beat();

  /// Throws Error(io), naming who has the folder now, if the lock is not ours any more: then this process was silent
  /// for too long and another one took it for dead.
  void require_held() const;

  /// The folder was renamed, and the lock with it.
  void moved_to(std::filesystem::path folder) { folder_ = std::move(folder); }

  /// Whether it was taken and not released.
  bool is_held() const noexcept { return descriptor_ >= 0; }

  /// Removes the lock, if it is still ours.
  void release() noexcept;

 private:
  std::filesystem::path file() const;
  bool take(const std::filesystem::path& candidate);
  bool take_without_links();
  void swap(FolderLock& other) noexcept;
  timespec forget(const std::filesystem::path& candidate);

  std::filesystem::path folder_;
  std::string text_, token_;
  int descriptor_ = -1;
  std::chrono::steady_clock::time_point last_beat_;
};

}  // namespace syncbench::results
