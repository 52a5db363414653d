#include "harness/app/silence.hpp"

#include <chrono>
#include <thread>

namespace syncbench::app {

void let_the_speaker_speak() { std::this_thread::sleep_for(std::chrono::seconds(1)); }

}  // namespace syncbench::app
