#include "results/publish.hpp"

#include <cerrno>
#include <string>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "harness/core/error.hpp"
#include "results/move_file.hpp"

namespace syncbench::results {
namespace {

constexpr int kMostNames = 1000;

[[noreturn]] void fail(const std::filesystem::path& path, const char* what, int error_number) {
  throw Error(ExitCode::io, fmt::format("{}: {} ({})", path.string(), what, system_message(error_number)));
}

// 0, or the errno of what failed.
int sync_and_close(int descriptor) noexcept {
  const int synced = ::fsync(descriptor) == 0 ? 0 : errno;
  const int closed = ::close(descriptor) == 0 ? 0 : errno;
  return synced != 0 ? synced : closed;
}

std::filesystem::path move_to_free_name(const std::filesystem::path& from, const std::filesystem::path& file,
                                        int names) {
  for (int number = 1; number <= names; ++number) {
    const std::filesystem::path name = numbered(file, number);
    const int problem = move_without_replacing(from, name);
    if (problem == 0) return name;
    if (problem != EEXIST) fail(name, "the finished file could not be given its name", problem);
  }
  fail(file, "the finished file could not be given its name", EEXIST);
}

std::filesystem::path move_to_name(const std::filesystem::path& from, const std::filesystem::path& file, Taken taken) {
  if (taken == Taken::replace && is_absent_or_regular(file)) {
    if (const int problem = move_replacing(from, file))
      fail(file, "the finished file could not be given its name", problem);
    return file;
  }
  return move_to_free_name(from, file, taken == Taken::fail ? 1 : kMostNames);
}

}  // namespace

std::filesystem::path publish(const std::filesystem::path& temporary, const std::filesystem::path& file, Taken taken) {
  std::filesystem::path name = move_to_name(temporary, file, taken);
  sync_folder(folder_of(name));
  return name;
}

std::filesystem::path numbered(const std::filesystem::path& file, int number) {
  if (number == 1) return file;
  std::filesystem::path name = file;
  name.replace_filename(fmt::format("{}-{}{}", file.stem().string(), number, file.extension().string()));
  return name;
}

void sync_folder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const int problem = descriptor < 0 ? errno : sync_and_close(descriptor);
  if (problem != 0 && problem != EINVAL) fail(folder, "the folder could not reach the disk", problem);
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

void require_space(const std::filesystem::path& file, std::uint64_t bytes) {
  struct statvfs state {};
  if (::statvfs(folder_of(file).c_str(), &state) != 0) fail(file, "the free space is not known", errno);
  const std::uint64_t left = std::uint64_t{state.f_bavail} * state.f_frsize;
  if (left >= bytes) return;
  throw Error(ExitCode::io,
              fmt::format("{}: needs {} bytes and its file system has {} left", file.string(), bytes, left));
}

}  // namespace syncbench::results
