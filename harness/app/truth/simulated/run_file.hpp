#pragma once

#include <nlohmann/json_fwd.hpp>

namespace syncbench::truth {

/// Simulates a run and writes its result file, which is replaced if it is there. Returns the truth about each point:
/// its time, and of each fault how many iterations it hit, the sum and the median of its delays (the longest of an
/// iteration's ranks counts), and when it came first and last. Throws what course_of() and the writer throw.
nlohmann::json write_run(const nlohmann::json& description);

}  // namespace syncbench::truth
