// Writes result files whose truth is known: syncbench_truth_runs <DESCRIPTIONS >TRUTHS. A description is one line of
// JSON and one file; the line that is printed for it says what was done to each point (README.md).
#include <cstdio>
#include <iostream>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/app/truth/simulated/run_file.hpp"

int main() {
  std::string line;
  try {
    while (std::getline(std::cin, line)) {
      if (line.empty()) continue;
      fmt::print("{}\n", syncbench::truth::write_run(nlohmann::json::parse(line)).dump());
      std::fflush(stdout);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "syncbench_truth_runs: {}\nin: {}\n", error.what(), line.substr(0, 1000));
    return 65;
  }
  return 0;
}
