#include "harness/app/launches.hpp"

#include <map>

#include "harness/app/first_touch.hpp"
#include "harness/app/shell_words.hpp"
#include "harness/app/startup.hpp"
#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using namespace syncbench::app;
using Catch::Matchers::ContainsSubstring;
using Words = std::vector<std::string>;

namespace {

Environment environment_of(std::map<std::string, std::string> variables) {
  return [variables](const char* name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
}

// 2026-11-30 12:00 UTC on one clock, five days after the system's start on the other.
constexpr machine::TwoClocks kMain{.raw = Nanos{432'000'000'000'000}, .other = Nanos{1'796'040'000'000'000'000}};

}  // namespace

TEST_CASE("a launcher's words are split as a shell does, and nothing in them is expanded") {
  CHECK(shell_words("mpirun --bind-to core  -n 2") == Words{"mpirun", "--bind-to", "core", "-n", "2"});
  CHECK(shell_words(R"(a 'b  c' "d \"e\" \\ \n" f\ g'h'"i" '')") == Words{"a", "b  c", R"(d "e" \ \n)", "f ghi", ""});
  CHECK(shell_words("echo $HOME `date` *; rm | x") == Words{"echo", "$HOME", "`date`", "*;", "rm", "|", "x"});
  CHECK(shell_words("  \t ").empty());
}

TEST_CASE("a quote that is not closed and a backslash at the end are refused") {
  CHECK_THROWS_WITH(shell_words("mpirun 'x"), ContainsSubstring("there is a ' that is not closed"));
  CHECK_THROWS_WITH(shell_words("mpirun \"x\\\""), ContainsSubstring("there is a \" that is not closed"));
  CHECK_THROWS_WITH(shell_words("mpirun \\"), ContainsSubstring("a \\ at its end"));
}

TEST_CASE("a launch gets all arguments but those about launches and places, in either form") {
  CHECK(arguments_of_a_launch({"--suite", "init", "--launches", "3", "--launcher=mpirun -n 2", "--out", "x/", "--quiet",
                               "--label", "out=--out", "--force"}) ==
        Words{"--suite", "init", "--label", "out=--out", "--force"});
}

TEST_CASE("a launch's number stands in its file's name, before the ending") {
  CHECK(launch_file("results/cold.h5", "init", {}, 7) == "results/cold-007.h5");
  CHECK(launch_file("results/", "init", {}, 12) == "results/syncbench-19700101T000000Z-init-012.h5");
  CHECK(launch_file("", "init", {}, 1234) == "syncbench-19700101T000000Z-init-1234.h5");
}

TEST_CASE("launches go on after a hang or a crash and stop where the next one would fail alike") {
  for (const int code : {64, 69, 74, 126, 127}) CHECK(is_hopeless(code));
  for (const int code : {0, 1, 65, 70, 75, 134, 137}) CHECK_FALSE(is_hopeless(code));
}

TEST_CASE("time begins where SYNCBENCH_T0 says, brought from the real clock to the raw one to the nanosecond") {
  const Startup startup(environment_of({{"SYNCBENCH_T0", "1796039999958123457"}}), kMain, Nanos{7});
  REQUIRE(startup.rows().size() == 2);
  CHECK(startup.rows()[0].phase == "wrapper");
  CHECK(startup.rows()[0].realtime_ns == 1'796'039'999'958'123'457);
  CHECK(startup.rows()[1].phase == "main");
  CHECK(startup.rows()[1].when_ns - startup.rows()[0].when_ns == 41'876'543);
}

TEST_CASE("without it time begins with the process, and never after main") {
  CHECK(Startup(environment_of({}), kMain, kMain.raw - Nanos{3}).rows()[0].phase == "process");
  CHECK(Startup(environment_of({}), kMain, kMain.raw - Nanos{3}).rows()[0].when_ns == kMain.raw.count() - 3);
  CHECK(Startup(environment_of({}), kMain, kMain.raw + Nanos{3}).rows()[0].when_ns == kMain.raw.count());
  CHECK(Startup(environment_of({}), kMain, std::nullopt).rows()[0].when_ns == kMain.raw.count());
}

TEST_CASE("where another host's clock is ahead, a wrapper's time that is still to come is none") {
  const Startup startup(environment_of({{"SYNCBENCH_T0", "1796040000000000001"}}), kMain, kMain.raw - Nanos{3});
  CHECK(startup.rows()[0].phase == "process");
}

TEST_CASE("a SYNCBENCH_T0 in seconds, of yesterday, of tomorrow or of no number is refused") {
  for (const char* text :
       {"1796039999", "1795953600000000000", "1796126400000000000", "-9223372036854775808", "now", ""})
    CHECK_THROWS_WITH(Startup(environment_of({{"SYNCBENCH_T0", text}}), kMain, {}), ContainsSubstring("date +%s%N"));
}

TEST_CASE("every rank touches every other once, and so at the same time that this one touches it") {
  for (const int ranks : {1, 2, 3, 5, 8}) {
    std::map<std::pair<int, int>, int> touched;
    for (int rank = 0; rank < ranks; ++rank) {
      for (const Touch& each : first_touches(rank, ranks)) {
        CHECK(each.to == each.from);
        ++touched[{rank, each.to}];
      }
    }
    CHECK(touched.size() == static_cast<std::size_t>(ranks * (ranks - 1)));
    for (const auto& [pair, times] : touched) CHECK(times == 1);
  }
}

TEST_CASE("in a large world a rank touches those at distances that are powers of two") {
  const auto touches = first_touches(99, 100);
  REQUIRE(touches.size() == 7);
  CHECK(touches[0].to == 0);
  CHECK(touches[0].from == 98);
  CHECK(touches[6].to == 63);
  CHECK(touches[6].from == 35);
}

TEST_CASE("which launch of several this is stands in the environment") {
  CHECK(detect_launcher(environment_of({{"SYNCBENCH_LAUNCH", "7"}})).launch == 7);
  CHECK(detect_launcher(environment_of({{"SYNCBENCH_LAUNCH", "x"}})).launch == 0);
}
