#include "harness/app/time_left.hpp"

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using namespace syncbench::app;
using namespace std::chrono_literals;

TEST_CASE("before anything is known the plan is believed") {
  const TimeLeft time(100s);
  CHECK(time.left(0s, 0s) == 100s);
  CHECK(time.left(30s, 10s) == 90s);
}

TEST_CASE("what finished points took corrects what is left of the plan") {
  TimeLeft time(100s);
  time.finished(20s, 50s);  // a tenth of the plan is believed beforehand: (50 + 10) / (20 + 10) = 2 times as long
  CHECK(time.left(0s, 0s) == 160s);    // 80 s of plan
  CHECK(time.left(30s, 20s) == 140s);  // 50 s of plan later, and 60 - 20 of the running group
}

TEST_CASE("points that were planned at almost nothing do not blow up what is left") {
  TimeLeft time(18s);
  time.finished(1us, 300ms);  // 300,000 times as long as planned
  CHECK(time.left(0s, 0s) < 22s);
  CHECK(time.left(0s, 0s) > 18s);
}

TEST_CASE("a group that takes longer than expected does not eat up what comes after it") {
  const TimeLeft time(100s);
  CHECK(time.left(30s, 500s) == 70s);
}

TEST_CASE("the line says how many points are done, and long times in minutes and hours") {
  CHECK(progress_text(5, 20, 20'100ms) == "[=====>--------------] 5 of 20 points, about 21 s left");
  CHECK(progress_text(20, 20, 0s) == "[====================] 20 of 20 points, about 0 s left");
  CHECK(progress_text(0, 2, 121s) == "[>-------------------] 0 of 2 points, about 3 min left");
  CHECK(progress_text(0, 2, 7201s) == "[>-------------------] 0 of 2 points, about 3 h left");
}
