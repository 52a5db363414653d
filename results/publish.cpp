#include "publish.hpp"

#include <cerrno>
#include <string>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <syncbench/core/error.hpp>

namespace syncbench::results {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const char* what, int error_number) {
  throw Error(ExitCode::io, fmt::format("{}: {} ({})", path.string(), what, system_message(error_number)));
}

// 0, or the errno of what failed.
int sync_and_close(int descriptor) noexcept {
  const int synced = ::fsync(descriptor) == 0 ? 0 : errno;
  const int closed = ::close(descriptor) == 0 ? 0 : errno;
  return synced != 0 ? synced : closed;
}

}  // namespace

std::filesystem::path temporary_name(const std::filesystem::path& file) {
  std::filesystem::path name = file;
  name += ".writing";
  return name;
}

void publish(const std::filesystem::path& temporary, const std::filesystem::path& file) {
  rename_into_place(temporary, file);
  sync_folder(folder_of(file));
}

void rename_into_place(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (::rename(from.c_str(), to.c_str()) == 0) return;
  const int problem = errno;
  const bool done = problem == ENOENT && ::access(to.c_str(), F_OK) == 0 && ::access(from.c_str(), F_OK) != 0;
  if (!done) fail(to, "the finished file could not be given its name", problem);
}

void sync_folder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const int problem = descriptor < 0 ? errno : sync_and_close(descriptor);
  if (problem != 0 && problem != EINVAL) fail(folder, "the folder could not reach the disk", problem);
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

void require_space(const std::filesystem::path& file, std::uint64_t bytes, const std::string& remedy) {
  struct statvfs state {};
  if (::statvfs(folder_of(file).c_str(), &state) != 0) fail(file, "the free space is not known", errno);
  const std::uint64_t left = std::uint64_t{state.f_bavail} * state.f_frsize;
  if (left >= bytes) return;
  throw Error(ExitCode::io, fmt::format("{}: needs {} bytes and its file system has {} left; {}", file.string(), bytes,
                                        left, remedy));
}

}  // namespace syncbench::results
