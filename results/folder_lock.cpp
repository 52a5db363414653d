#include "results/folder_lock.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/core/error.hpp"
#include "results/parts.hpp"
#include "results/temporary.hpp"

namespace syncbench::results {
namespace {

using std::chrono::seconds;

constexpr seconds kBetweenBeats{20};
constexpr seconds kDefaultPatience{600};  // for a lock that does not say
constexpr int kTries = 10;
constexpr int kNewFile = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;

struct Seen {
  bool there = false;
  LockOwner owner;
  timespec modified{};
  int problem = 0;  // errno of a read that failed
  bool operator==(const Seen& other) const {
    return there == other.there && owner.token == other.owner.token && modified.tv_sec == other.modified.tv_sec &&
           modified.tv_nsec == other.modified.tv_nsec;
  }
};

struct Content {
  std::string text;
  int problem = 0;  // errno of what failed
};

Content content_of(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return {{}, errno};
  std::array<char, 4096> bytes{};
  const ssize_t got = ::read(descriptor, bytes.data(), bytes.size());
  const int problem = got < 0 ? errno : 0;
  ::close(descriptor);
  return {std::string(bytes.data(), static_cast<std::size_t>(got > 0 ? got : 0)), problem};
}

// Whatever else bears the lock's name, a link or a FIFO, is a lock of nobody that is as old as it is. So is a lock that
// this user may not read.
Seen look_at(const std::filesystem::path& file) {
  struct stat state {};
  if (::lstat(file.c_str(), &state) != 0) return {.there = errno != ENOENT, .owner = {}, .modified = {}};
  if (!S_ISREG(state.st_mode)) return {.there = true, .owner = {}, .modified = state.st_mtim};
  const Content content = content_of(file);
  if (content.problem == ENOENT) return {.there = false, .owner = {}, .modified = {}};
  return {.there = true,
          .owner = parse_owner(content.text),
          .modified = state.st_mtim,
          .problem = content.problem == EACCES ? 0 : content.problem};
}

// 0, or the errno of what failed. Other hosts see the text when it has reached the file's server.
int write_all(int descriptor, std::string_view text) {
  off_t at = 0;
  while (!text.empty()) {
    const ssize_t put = ::pwrite(descriptor, text.data(), text.size(), at);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return put < 0 ? errno : ENOSPC;
    at += put;
    text.remove_prefix(static_cast<std::size_t>(put));
  }
  return ::fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno;
}

// 0, or the errno of what failed. NFS may have made the link although its answer was lost.
int link_as(const std::filesystem::path& candidate, const std::filesystem::path& file, int descriptor) {
  if (::link(candidate.c_str(), file.c_str()) == 0) return 0;
  const int problem = errno;
  struct stat state {};
  return problem == EEXIST && ::fstat(descriptor, &state) == 0 && state.st_nlink == 2 ? 0 : problem;
}

bool lacks_links(int problem) noexcept {
  return problem == EPERM || problem == ENOSYS || problem == EOPNOTSUPP || problem == EMLINK;
}

[[noreturn]] void fail(const std::filesystem::path& folder, int error_number) {
  throw Error(ExitCode::io,
              fmt::format("{}: the folder could not be locked ({})", folder.string(), system_message(error_number)));
}

seconds silence(const Seen& seen, timespec now) { return seconds(now.tv_sec - seen.modified.tv_sec); }

seconds patience_with(const LockOwner& owner, std::optional<seconds> stale_after) {
  if (stale_after) return *stale_after;
  return owner.patience_s > 0 ? seconds(owner.patience_s) : kDefaultPatience;
}

bool is_dead(const Seen& seen, timespec now, std::optional<seconds> stale_after) {
  const Life life = life_of(seen.owner);
  return life == Life::gone || (life == Life::unknown && silence(seen, now) >= patience_with(seen.owner, stale_after));
}

std::string deed_of(const LockOwner& owner) {
  return owner.purpose == "recover" ? "syncbench-analyze recover works on it" : "a run still writes its points there";
}

[[noreturn]] void refuse(const std::filesystem::path& folder, const Seen& seen, timespec now) {
  const bool visible = life_of(seen.owner) == Life::alive;
  const std::string advice =
      visible ? "wait for its end, or end that process"
              : fmt::format(
                    "wait for its end; it is taken for dead after {} s of silence ('syncbench-analyze recover "
                    "--stale-after SECONDS' sets another time)",
                    patience_with(seen.owner, std::nullopt).count());
  throw Error(ExitCode::usage,
              fmt::format("{}: {} ({}), since {}, silent for {} s; {}", folder.string(), deed_of(seen.owner),
                          description_of(seen.owner), seen.owner.since.empty() ? "an unknown time" : seen.owner.since,
                          std::max<long long>(0, silence(seen, now).count()), advice));
}

// Removes the lock that was seen and no other: another process may have replaced it in between.
void remove_dead(const std::filesystem::path& file, const Seen& seen) {
  const std::filesystem::path aside = temporary_name(file);
  if (::rename(file.c_str(), aside.c_str()) != 0) return;
  if (!(look_at(aside) == seen) && ::link(aside.c_str(), file.c_str()) != 0 && errno != EEXIST)
    ::rename(aside.c_str(), file.c_str());
  ::unlink(aside.c_str());
}

}  // namespace

FolderLock::FolderLock(std::filesystem::path folder, const LockOwner& self, std::optional<seconds> stale_after)
    : folder_(std::move(folder)),
      text_(text_of(self)),
      token_(self.token),
      last_beat_(std::chrono::steady_clock::now()) {
  for (int i = 0; i < kTries; ++i) {
    const std::filesystem::path candidate = temporary_name(file());
    if (take(candidate)) return;
    const timespec now = forget(candidate);
    const Seen seen = look_at(file());
    if (!seen.there) continue;
    if (seen.problem != 0) fail(folder_, seen.problem);
    if (!is_dead(seen, now, stale_after)) refuse(folder_, seen, now);
    remove_dead(file(), seen);
  }
  fail(folder_, EBUSY);
}

// Removes a candidate that came too late. Returns when it was made, by the clock of the file system.
timespec FolderLock::forget(const std::filesystem::path& candidate) {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  struct stat state {};
  if (descriptor_ >= 0 && ::fstat(descriptor_, &state) == 0) now = state.st_mtim;
  ::unlink(candidate.c_str());
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  return now;
}

// The candidate is written first, so that the lock is never without its owner's name. False: the lock is taken.
bool FolderLock::take(const std::filesystem::path& candidate) {
  descriptor_ = ::open(candidate.c_str(), kNewFile, 0666);
  if (descriptor_ < 0) fail(folder_, errno);
  int problem = write_all(descriptor_, text_);
  if (problem == 0) problem = link_as(candidate, file(), descriptor_);
  if (problem == EEXIST) return false;
  ::unlink(candidate.c_str());
  if (problem == 0) return true;
  ::close(std::exchange(descriptor_, -1));
  if (!lacks_links(problem)) fail(folder_, problem);
  return take_without_links();
}

bool FolderLock::take_without_links() {
  descriptor_ = ::open(file().c_str(), kNewFile, 0666);
  if (descriptor_ < 0 && errno == EEXIST) return false;
  if (descriptor_ < 0) fail(folder_, errno);
  const int problem = write_all(descriptor_, text_);
  if (problem == 0) return true;
  ::unlink(file().c_str());
  ::close(std::exchange(descriptor_, -1));
  fail(folder_, problem);
}

FolderLock::FolderLock(FolderLock&& other) noexcept { swap(other); }

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
  release();
  swap(other);
  return *this;
}

void FolderLock::swap(FolderLock& other) noexcept {
  folder_.swap(other.folder_);
  text_.swap(other.text_);
  token_.swap(other.token_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(last_beat_, other.last_beat_);
}

std::filesystem::path FolderLock::file() const { return lock_file(folder_); }

FolderLock::~FolderLock() { release(); }

// A sign of life that cannot be written is no reason to end a run: what cannot be written is found when a point is.
void FolderLock::beat() {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_beat_ < kBetweenBeats) return;
  last_beat_ = now;
  require_held();
  ::futimens(descriptor_, nullptr);
}

void FolderLock::require_held() const {
  const Seen seen = look_at(file());
  const bool unreadable = seen.there && seen.owner.token.empty();
  if (unreadable || seen.owner.token == token_) return;
  throw Error(ExitCode::io,
              fmt::format("{}: another process took this one for dead, and the folder ({}); the points that were "
                          "finished are there, or in the file that was made of them",
                          folder_.string(), seen.there ? description_of(seen.owner) : "it is gone"));
}

void FolderLock::release() noexcept {
  if (descriptor_ < 0) return;
  const Seen seen = look_at(file());
  if (seen.there && seen.owner.token == token_) ::unlink(file().c_str());
  ::close(std::exchange(descriptor_, -1));
}

}  // namespace syncbench::results
