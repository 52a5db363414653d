#include "results/claim.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/core/error.hpp"
#include "results/parts.hpp"
#include "results/publish.hpp"
#include "results/sweep.hpp"
#include "results/temporary.hpp"

namespace syncbench::results {
namespace {

namespace fs = std::filesystem;
using Existing = RunWriter::Existing;

[[noreturn]] void refuse_existing(const fs::path& path) {
  throw Error(
      ExitCode::usage,
      fmt::format("{} exists already and is not overwritten; make a file from the parts of a run that ended early "
                  "with 'syncbench-analyze recover', or replace it with --force",
                  path.string()));
}

std::string_view kind_of(fs::file_type type) {
  constexpr std::array<std::pair<fs::file_type, std::string_view>, 4> kKinds{
      {{fs::file_type::directory, "a folder"},
       {fs::file_type::symlink, "a symbolic link"},
       {fs::file_type::fifo, "a FIFO"},
       {fs::file_type::socket, "a socket"}}};
  const auto* found = std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& each) { return each.first == type; });
  return found != kKinds.end() ? found->second : "a device";
}

fs::file_type type_of(const fs::path& path) {
  std::error_code ignored;
  return fs::symlink_status(path, ignored).type();
}

void refuse_taken_name(const fs::path& file, Existing existing) {
  const fs::file_type type = type_of(file);
  if (type == fs::file_type::not_found || type == fs::file_type::none) return;
  if (type != fs::file_type::regular)
    throw Error(ExitCode::usage, fmt::format("{} is {} and cannot be the result file; choose another name with --out",
                                             file.string(), kind_of(type)));
  if (existing == Existing::refuse) refuse_existing(file);
}

void make_folder(const fs::path& folder) {
  if (::mkdir(folder.c_str(), 0777) == 0) return;
  const int problem = errno;
  const fs::file_type type = type_of(folder);
  if (problem == EEXIST && type == fs::file_type::directory) return;
  if (problem == EEXIST && type != fs::file_type::not_found)
    throw Error(ExitCode::usage, fmt::format("{} is to be the folder for the run's points and is none; choose another "
                                             "name with --out",
                                             folder.string()));
  throw Error(ExitCode::io, fmt::format("{}: the folder could not be made ({}); choose another place with --out",
                                        folder.string(), system_message(problem)));
}

// A folder that was made for nothing does not stay.
FolderLock locked_folder(const fs::path& folder, const LockOwner& self) {
  make_folder(folder);
  try {
    return {folder, self};
  } catch (const Error&) {
    ::rmdir(folder.c_str());
    throw;
  }
}

// "run.replaced-0123456789abcdef.h5.parts": a parts folder like any other, which recover makes a file of.
fs::path move_aside(const fs::path& file) {
  fs::path other = file;
  other.replace_filename(
      fmt::format("{}.replaced-{}{}", file.stem().string(), unguessable_text(), file.extension().string()));
  std::error_code problem;
  fs::rename(parts_folder(file), parts_folder(other), problem);
  if (problem)
    throw Error(ExitCode::io,
                fmt::format("{}: could not be moved aside ({})", parts_folder(file).string(), problem.message()));
  return parts_folder(other);
}

}  // namespace

Claim claim(const fs::path& file, const std::string& run_id, Existing existing, std::chrono::seconds patience) {
  refuse_taken_name(file, existing);
  const fs::path folder = parts_folder(file);
  const LockOwner self = this_process("run", run_id, patience.count());
  Claim place{.lock = locked_folder(folder, self), .folder = folder, .moved_aside = {}};
  if (finished_points(folder).empty()) {
    remove_scraps(folder);
  } else {
    if (existing == Existing::refuse) refuse_existing(folder);
    place.moved_aside = move_aside(file);
    place.lock.moved_to(*place.moved_aside);
    place.lock.release();
    place.lock = locked_folder(folder, self);
  }
  sync_folder(folder_of(file));
  return place;
}

void abandon(Claim& place) noexcept try {
  if (!place.lock.is_held()) return;
  const bool empty = finished_points(place.folder).empty();
  if (empty) remove_scraps(place.folder);
  place.lock.release();
  if (!empty || ::rmdir(place.folder.c_str()) != 0 || !place.moved_aside) return;
  std::error_code ignored;
  fs::rename(*place.moved_aside, place.folder, ignored);
} catch (const std::exception&) {
  place.lock.release();
}

}  // namespace syncbench::results
