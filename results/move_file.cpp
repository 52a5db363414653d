#include "results/move_file.hpp"

#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace syncbench::results {
namespace {

struct Identity {
  dev_t device = 0;
  ino_t number = 0;
  bool there = false;
  bool operator==(const Identity&) const = default;
};

Identity identity_of(const std::filesystem::path& path) {
  struct stat state {};
  if (::lstat(path.c_str(), &state) != 0) return {};
  return {state.st_dev, state.st_ino, true};
}

// A request of ours that was carried out although its answer said that it failed.
bool is_done(const Identity& ours, const std::filesystem::path& from, const std::filesystem::path& to) {
  return ours.there && identity_of(to) == ours && !identity_of(from).there;
}

bool is_unsupported(int problem) noexcept {
  return problem == EINVAL || problem == ENOSYS || problem == EOPNOTSUPP || problem == EPERM || problem == EMLINK;
}

int link_and_unlink(const std::filesystem::path& from, const std::filesystem::path& to, const Identity& ours) {
  const int problem = ::link(from.c_str(), to.c_str()) == 0 ? 0 : errno;
  if (problem != 0 && (!ours.there || identity_of(to) != ours)) return problem;
  // The file has its name; a second one that stays behind is a nuisance and no loss.
  ::unlink(from.c_str());
  return 0;
}

int reserve_and_rename(const std::filesystem::path& from, const std::filesystem::path& to) {
  const int descriptor = ::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor < 0) return errno;
  ::close(descriptor);
  const int problem = move_replacing(from, to);
  if (problem != 0) ::unlink(to.c_str());
  return problem;
}

}  // namespace

int move_without_replacing(const std::filesystem::path& from, const std::filesystem::path& to) {
  const Identity ours = identity_of(from);
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  int problem = errno;
  if (is_done(ours, from, to)) return 0;
  if (is_unsupported(problem)) problem = link_and_unlink(from, to, ours);
  if (is_unsupported(problem)) problem = reserve_and_rename(from, to);
  return problem;
}

int move_replacing(const std::filesystem::path& from, const std::filesystem::path& to) {
  const Identity ours = identity_of(from);
  if (::rename(from.c_str(), to.c_str()) == 0) return 0;
  const int problem = errno;
  return is_done(ours, from, to) ? 0 : problem;
}

bool is_absent_or_regular(const std::filesystem::path& path) {
  struct stat state {};
  if (::lstat(path.c_str(), &state) != 0) return errno == ENOENT;
  return S_ISREG(state.st_mode);
}

}  // namespace syncbench::results
