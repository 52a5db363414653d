#pragma once

#include <string>

#include "harness/app/launcher.hpp"
#include "harness/measure/meeting_place.hpp"

namespace syncbench::app {

/// Where the processes of a launch find each other's reports if they hang before they know of each other: in the folder
/// for temporary files (TMPDIR, or /tmp) where all are on one host, else in the folder of the result (`out`: what --out
/// says; empty: the working folder). `parent`: the process that started this one, which names the launch on one host
/// where its launcher has no name for it. Without a folder where nothing tells the launch from others.
measure::MeetingPlace meeting_place(const Launcher& launcher, const Environment& environment, const std::string& out,
                                    int parent);

}  // namespace syncbench::app
