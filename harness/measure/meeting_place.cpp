#include "harness/measure/meeting_place.hpp"

#include <optional>

#include <sys/stat.h>
#include <unistd.h>

#include "harness/measure/hang_report.hpp"

namespace syncbench::measure {
namespace {

constexpr std::time_t kSecondsOfAMeeting = 30;

// When something last appeared in the folder; nothing if it is not there or not one's own.
std::optional<std::time_t> last_touched(const MeetingPlace& place) noexcept {
  struct stat about {};
  if (place.folder.empty() || lstat(place.folder.c_str(), &about) != 0) return std::nullopt;
  const bool own = S_ISDIR(about.st_mode) && about.st_uid == geteuid() && (about.st_mode & (S_IWGRP | S_IWOTH)) == 0;
  return own ? std::optional(about.st_mtime) : std::nullopt;
}

}  // namespace

bool open_meeting(const MeetingPlace& place) noexcept {
  if (place.folder.empty()) return false;
  const bool is_new = mkdir(place.folder.c_str(), 0700) == 0;
  const auto touched = last_touched(place);
  if (!is_new && touched && *touched < std::time(nullptr) - kSecondsOfAMeeting)
    remove_hang_reports(place.folder.c_str(), place.ranks);
  return touched.has_value();
}

bool is_called(const MeetingPlace& place, std::time_t not_before) noexcept {
  const auto touched = last_touched(place);
  return touched && *touched >= not_before;
}

void close_meeting(const MeetingPlace& place) noexcept {
  remove_hang_reports(place.folder.c_str(), place.ranks);
  rmdir(place.folder.c_str());
}

}  // namespace syncbench::measure
