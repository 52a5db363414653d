#include "results/h5/failure.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <fmt/format.h>
#include <hdf5.h>

namespace syncbench::results::h5 {
namespace {

herr_t keep_innermost(unsigned position, const H5E_error2_t* entry, void* reason) {
  if (position == 0 && entry->desc != nullptr) *static_cast<std::string*>(reason) = entry->desc;
  return 0;
}

constexpr std::string_view kSystem = "syncbench: the system says: ";

// HDF5 reports a failed system call as "file write failed: time = ...\n, errno = 28, error message = 'No space left on
// device', buf = ...": only the system's words help a user.
std::string essence(const std::string& description) {
  if (description.starts_with(kSystem)) return description.substr(kSystem.size());
  static constexpr std::string_view kMark = "error message = '";
  const std::size_t mark = description.find(kMark);
  if (mark == std::string::npos) return description.substr(0, description.find('\n'));
  const std::size_t begin = mark + kMark.size();
  return description.substr(begin, description.find('\'', begin) - begin);
}

std::string innermost_reason() {
  std::string reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_innermost, &reason);
  return reason;
}

// glibc's strerror_r() returns the text.
const char* words_of(int error_number, std::array<char, 256>& buffer) noexcept {
  return ::strerror_r(error_number, buffer.data(), buffer.size());
}

}  // namespace

void fail_to_read(int error_number) {
  std::array<char, 256> buffer{};
  const std::string reason = words_of(error_number, buffer);
  throw SystemFailure("could not be read (" + reason + ")", reason);
}

void require_read(Id object) {
  const std::string raw = innermost_reason();
  if (!raw.starts_with(kSystem)) return;
  throw SystemFailure(fmt::format("{}: could not be read ({})", place(object, ""), essence(raw)), essence(raw));
}

void report_to_hdf5(int error_number) noexcept {
  std::array<char, 256> buffer{};
  const char* text = words_of(error_number, buffer);
  H5Epush2(H5E_DEFAULT, __FILE__, __func__, __LINE__, H5E_ERR_CLS, H5E_VFL, H5E_READERROR, "%s%s", kSystem.data(),
           text);
}

void fail(Id object, std::string_view name, std::string_view problem) {
  const std::string raw = innermost_reason();
  const std::string reason = essence(raw);
  const std::string what = reason.empty() ? std::string(problem) : fmt::format("{} ({})", problem, reason);
  if (raw.starts_with(kSystem)) throw SystemFailure(fmt::format("{}: {}", place(object, name), what), reason);
  refuse(object, name, what);
}

void refuse(Id object, std::string_view name, std::string_view problem) {
  throw Failure(fmt::format("{}: {}", place(object, name), problem));
}

std::string place(Id object, std::string_view name) {
  std::string path(1024, '\0');
  const ssize_t length = H5Iget_name(object, path.data(), path.size());
  path.resize(length > 0 ? std::min(static_cast<std::size_t>(length), path.size() - 1) : 0);
  if (name.empty()) return path.empty() ? "/" : path;
  if (!path.ends_with('/')) path += '/';
  return path.append(name);
}

void silence() noexcept {
  // At the process's end HDF5 closes what damaged files left open inside it, and crashes over that. What is ours is
  // closed by then. This has an effect only before HDF5's first other call.
  static const bool left_alone = H5dont_atexit() >= 0;
  static_cast<void>(left_alone);
  H5PLset_loading_state(0);  // a file's filters must not make HDF5 load libraries
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

}  // namespace syncbench::results::h5
