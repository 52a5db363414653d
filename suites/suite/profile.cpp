#include "suites/suite/profile.hpp"

namespace syncbench::suite {

Treatment treatment_of(Profile profile) noexcept {
  Treatment treatment;
  StopOptions& stop = treatment.stop;
  switch (profile) {
    case Profile::smoke:
      stop.first_check = 50;
      stop.most_iterations = 200;
      stop.most_time = std::chrono::milliseconds(150);
      break;
    // The least times are there for what happens now and then: a point of 10 ms holds nothing that comes every 50 ms.
    case Profile::quick:  // p99 takes 6,000 iterations: what lasts longer than a third of a millisecond ends before, by
                          // time
      stop.promised = kP99;
      stop.first_check = 600;
      stop.most_iterations = 100'000;
      stop.least_time = std::chrono::milliseconds(250);
      stop.most_time = std::chrono::milliseconds(2'200);
      break;
    case Profile::standard:  // p99.9 takes 60,000
      stop.promised = kP999;
      stop.first_check = 5'000;
      stop.most_iterations = 400'000;
      stop.least_time = std::chrono::seconds(2);
      stop.most_time = std::chrono::seconds(8);
      break;
    case Profile::full:
      stop.promised = kP999;
      stop.first_check = 20'000;
      stop.most_iterations = 1'000'000;
      stop.least_time = std::chrono::seconds(5);
      stop.most_time = std::chrono::seconds(120);
      break;
  }
  return treatment;
}

}  // namespace syncbench::suite
