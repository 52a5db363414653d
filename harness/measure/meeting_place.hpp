#pragma once

#include <cstddef>
#include <ctime>
#include <string>

namespace syncbench::measure {

/// A folder in which ranks that hang leave reports before there is a result's folder, or after it is gone. Nothing is
/// there unless somebody hangs: the first to report makes it, and who has read the reports takes it away.
struct MeetingPlace {
  std::string folder;        ///< empty: there is none
  std::size_t ranks = 0;     ///< of the launch
  bool seen_by_all = false;  ///< certainly; else perhaps
};

// Called from the watchdog's signal handler: none of these allocates, locks or throws.

/// Makes the folder, or finds it made by another rank. What a launch of half a minute ago left there is taken away.
/// False: the folder cannot be made, or is not this user's own, or others may write into it.
bool open_meeting(const MeetingPlace& place) noexcept;

/// Whether somebody has made the folder or left a report there, not before that time.
bool is_called(const MeetingPlace& place, std::time_t not_before) noexcept;

/// Takes the reports and the folder away.
void close_meeting(const MeetingPlace& place) noexcept;

}  // namespace syncbench::measure
