#pragma once

namespace syncbench::app {

/// Waits a second before a process that found a mistake, but does not speak, ends: launchers kill the whole job when
/// the first process fails, and the one that says why must get to say it.
void let_the_speaker_speak();

}  // namespace syncbench::app
