#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "harness/cmake/testing/catch.hpp"
#include "suites/suite/suite_registration.hpp"

namespace syncbench::suite {

/// The plan of a suite under some options, each named as users name it.
inline std::vector<Point> planned(std::string_view suite,
                                  const std::vector<std::pair<std::string, std::string>>& options, const World& world,
                                  Profile profile = Profile::quick) {
  const auto configured = find_suite(suite)->configure(profile);
  for (const auto& option : options) {
    const auto& specs = configured->options().specs();
    const auto spec =
        std::find_if(specs.begin(), specs.end(), [&](const auto& each) { return each.name == option.first; });
    REQUIRE(spec != specs.end());
    spec->assign(option.second);
  }
  return configured->plan(world);
}

}  // namespace syncbench::suite
