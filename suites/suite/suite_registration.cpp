#include "suites/suite/suite_registration.hpp"

namespace syncbench::suite {

const Suite* find_suite(std::string_view name) {
  for (const Suite* each : Suite::all()) {
    if (each->name() == name) return each;
  }
  return nullptr;
}

}  // namespace syncbench::suite
