#include "results/check.hpp"

#include <fstream>
#include <functional>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/core/nanos.hpp"
#include "results/tests/edit.hpp"
#include "results/tests/refusal.hpp"
#include "results/tests/sample_run.hpp"
#include "results/tests/temporary_folder.hpp"

namespace fs = std::filesystem;
using namespace syncbench;
using namespace syncbench::results;
using namespace syncbench::results::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

// What the check says about the small run after it was edited.
std::vector<std::string> after(const std::function<void(Edit&)>& change) {
  const TemporaryFolder folder;
  const fs::path file = write_small_run(folder / "run.h5");
  {
    Edit edit(file);
    change(edit);
  }
  return departures(file);
}

// The change is the only departure, and the sentence says what and where.
void check_departure(const std::function<void(Edit&)>& change, const std::string& words) {
  const std::vector<std::string> found = after(change);
  INFO("expected: " << words);
  CAPTURE(found);
  REQUIRE(found.size() == 1);
  CHECK_THAT(found.front(), ContainsSubstring(words));
}

}  // namespace

TEST_CASE("a valid file has no departures") {
  CHECK(after([](Edit&) {}).empty());
}

TEST_CASE("a file that cannot be opened is an error and one that is not HDF5 a departure") {
  const TemporaryFolder folder;
  CHECK(Refusal([&] { departures(folder / "missing.h5"); }).code() == ExitCode::io);
  std::ofstream(folder / "garbage.h5") << std::string(1000, 'g');
  const std::vector<std::string> found = departures(folder / "garbage.h5");
  REQUIRE(found.size() == 1);
  CHECK_THAT(found.front(), ContainsSubstring("not a readable HDF5 file"));
}

TEST_CASE("a wrong schema is a departure") {
  check_departure([](Edit& edit) { edit.set_attribute("/", "schema", "syncbench/0"); }, "'schema' is 'syncbench/0'");
}

TEST_CASE("a missing attribute of the root or of the run is a departure") {
  for (const char* name : {"schema", "software", "version", "git", "created", "run_id", "complete", "emulated"}) {
    check_departure([&](Edit& edit) { edit.remove_attribute("/", name); },
                    std::string("/: has no attribute '") + name + "'");
  }
  for (const char* name : {"backends", "launcher", "ranks", "nodes", "launch_index", "exit_reason"}) {
    check_departure([&](Edit& edit) { edit.remove_attribute("/run", name); },
                    std::string("/run: has no attribute '") + name + "'");
  }
}

TEST_CASE("a flag that is neither 0 nor 1 is a departure") {
  check_departure([](Edit& edit) { edit.set_attribute("/", "emulated", std::int64_t{2}); }, "neither 0 nor 1");
}

TEST_CASE("a time or an identity of another form is a departure") {
  check_departure([](Edit& edit) { edit.set_attribute("/", "created", "yesterday"); }, "'created' is 'yesterday'");
  check_departure([](Edit& edit) { edit.set_attribute("/", "run_id", "42"); }, "'run_id' is '42'");
}

TEST_CASE("configuration that is not JSON is a departure") {
  check_departure(
      [](Edit& edit) {
        edit.remove("/run/config");
        edit.add_variable_text("/run/config", "{suite: smallpkt}");
      },
      "/run/config: is not JSON");
}

TEST_CASE("a missing dataset of the run is a departure") {
  for (const char* name : {"argv", "config", "labels", "log", "ranks", "nodes"}) {
    const std::string path = std::string("/run/") + name;
    check_departure([&](Edit& edit) { edit.remove(path); }, path + ": is missing");
  }
}

TEST_CASE("a dataset without unit or description is a departure") {
  for (const char* path : {"/index", "/run/argv", "/run/log", "/points/p0000/enter", "/points/p0000/block"}) {
    check_departure([&](Edit& edit) { edit.remove_attribute(path, "unit"); },
                    std::string(path) + ": has no attribute 'unit'");
    check_departure([&](Edit& edit) { edit.remove_attribute(path, "description"); },
                    std::string(path) + ": has no attribute 'description'");
  }
}

TEST_CASE("ranks that do not agree with their table are a departure") {
  const auto found = after([](Edit& edit) { edit.set_attribute("/run", "nodes", std::int64_t{2}); });
  REQUIRE(found.size() == 1);
  CHECK_THAT(found.front(), ContainsSubstring("/run says 2 nodes and /run/nodes has 1 rows"));
}

TEST_CASE("samples of another number of ranks than the run's are a departure") {
  const auto found = after([](Edit& edit) { edit.set_attribute("/run", "ranks", std::int64_t{3}); });
  CAPTURE(found);
  CHECK(std::count_if(found.begin(), found.end(), [](const std::string& sentence) {
          return sentence == "/points/p0000/enter: is of extent 2 x 3 and not 3 x 3";
        }) == 1);
}

TEST_CASE("an index row without a point is a departure and the reverse") {
  check_departure([](Edit& edit) { edit.remove("/points/p0001"); }, "/index: lists point 'p0001'");
  const auto found = after([](Edit& edit) { edit.rename("/points/p0001", "/points/p0009"); });
  REQUIRE(found.size() == 2);
  CHECK_THAT(found[0], ContainsSubstring("/index: lists point 'p0001'"));
  CHECK_THAT(found[1], ContainsSubstring("/points/p0009: has no row in /index"));
}

TEST_CASE("a missing attribute of a point is a departure") {
  for (const char* name : {"suite", "operation", "backend", "policy", "bytes_send", "pieces", "warmup_iterations",
                           "stop_reason", "verified", "timer_overhead_ns", "status"}) {
    check_departure([&](Edit& edit) { edit.remove_attribute("/points/p0000", name); },
                    std::string("/points/p0000: has no attribute '") + name + "'");
  }
}

TEST_CASE("an attribute that need not be there has its kind where it is") {
  check_departure([](Edit& edit) { edit.set_attribute("/points/p0000", "operations_per_sample", std::int64_t{0}); },
                  "/points/p0000: attribute 'operations_per_sample' is 0 and below 1");
  check_departure([](Edit& edit) { edit.set_attribute("/points/p0000", "timer_resolution_ns", "fine"); },
                  "/points/p0000: attribute 'timer_resolution_ns' is not a number");
  check_departure([](Edit& edit) { edit.set_attribute("/points/p0001", "working_set_capped", std::int64_t{2}); },
                  "/points/p0001: attribute 'working_set_capped' is 2 and neither 0 nor 1");
  check_departure([](Edit& edit) { edit.set_attribute("/points/p0001", "buffer_slots", std::int64_t{-1}); },
                  "/points/p0001: attribute 'buffer_slots' is -1 and below 1");
}

TEST_CASE("more warm-up than iterations is a departure") {
  check_departure([](Edit& edit) { edit.set_attribute("/points/p0000", "warmup_iterations", std::int64_t{4}); },
                  "/points/p0000: has 4 warm-up iterations of 3");
}

TEST_CASE("a point that was not measured for no reason is a departure") {
  check_departure([](Edit& edit) { edit.remove_attribute("/points/p0001", "reason"); },
                  "/points/p0001: has no attribute 'reason'");
  check_departure([](Edit& edit) { edit.set_attribute("/points/p0001", "reason", ""); }, "for an empty reason");
}

TEST_CASE("a status that the schema does not know is a departure") {
  check_departure([](Edit& edit) { edit.set_attribute("/points/p0001", "status", "skipped"); },
                  "'status' is 'skipped'");
}

TEST_CASE("an index that says otherwise than the point is a departure") {
  const auto found = after([](Edit& edit) { edit.set_attribute("/points/p0000", "status", "not-measured"); });
  CAPTURE(found);
  CHECK(found.size() == 8);  // the status, the reason, and the six datasets that are there all the same
  CHECK_THAT(found.front(), ContainsSubstring("/index: says 'measured' of point 'p0000'"));
}

TEST_CASE("datasets that are missing or do not agree are departures") {
  check_departure([](Edit& edit) { edit.remove("/points/p0000/status"); }, "/points/p0000/status: is missing");
  const auto found = after([](Edit& edit) {
    edit.remove("/points/p0000/block");
    edit.rename("/points/p0002/block", "/points/p0000/block");
  });
  REQUIRE(found.size() == 2);
  CHECK(found[0] == "/points/p0000/block: is of extent 1 and not 3");
  CHECK(found[1] == "/points/p0002/block: is missing");
}

TEST_CASE("points are checked without an index as well") {
  const auto found = after([](Edit& edit) {
    edit.remove("/index");
    edit.remove_attribute("/points/p0002", "suite");
  });
  CAPTURE(found);
  REQUIRE(found.size() == 5);
  CHECK(found[0] == "/index: is missing");
  CHECK(found[3] == "/points/p0002: has no attribute 'suite'");
}

TEST_CASE("optional datasets may be absent") {
  CHECK(after([](Edit& edit) {
          edit.remove("/points/p0000/target");
          edit.remove("/points/p0000/marks");
        }).empty());
}

TEST_CASE("names that do not match their dataset are a departure") {
  check_departure([](Edit& edit) { edit.set_attribute("/points/p0000/status", "names", "ok"); },
                  "/points/p0000/status: attribute 'names' is not a list of texts");
  check_departure([](Edit& edit) { edit.remove_attribute("/points/p0000/marks", "mark_names"); },
                  "/points/p0000/marks: has no attribute 'mark_names'");
}

TEST_CASE("evidence without a name for each of its counters is a departure, and with them none") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "run.h5";
  RunWriter writer(file, sample_header(2, 1), RunWriter::Existing::refuse);
  write_point(writer, "p0000", SampleData({2, 3, 0, false, 2}));
  writer.finish("finished");
  CHECK(departures(file).empty());
  Edit(file).remove_attribute("/points/p0000/evidence", "counter_names");
  CHECK(departures(file) == std::vector<std::string>{"/points/p0000/evidence: has no attribute 'counter_names'"});
}

TEST_CASE("a sample that left before it entered is a departure") {
  // Entered at 1001000.
  check_departure(
      [](Edit& edit) {
        edit.set_value("/points/p0000/leave", {1, 1}, 1'000'999);
      },
      "/points/p0000: leave is before enter in 1 samples, first on rank 1 in iteration 1");
}

TEST_CASE("a rank that took no part may leave before it enters") {
  CHECK(after([](Edit& edit) {
          edit.set_value("/points/p0000/enter", {0, 2}, kAbsent);
          edit.set_value("/points/p0000/leave", {0, 2}, kAbsent);
        }).empty());
}

TEST_CASE("a sample that is half absent is a departure") {
  check_departure(
      [](Edit& edit) {
        edit.set_value("/points/p0000/leave", {0, 2}, kAbsent);
      },
      "/points/p0000: only one of enter and leave is absent in 1 samples, first on rank 0 in iteration 2");
}

TEST_CASE("a status beyond the table is a departure") {
  check_departure(
      [](Edit& edit) {
        edit.set_value("/points/p0000/status", {0, 1}, 5);
        edit.set_value("/points/p0000/status", {1, 0}, 200);
        edit.set_value("/points/p0000/status", {1, 1}, 4);
      },
      "/points/p0000: status is beyond the table of names in 2 samples, first on rank 0 in iteration 1");
}

TEST_CASE("every departure is reported and not only the first") {
  const auto found = after([](Edit& edit) {
    edit.remove_attribute("/", "git");
    edit.remove_attribute("/run", "launcher");
    edit.remove_attribute("/points/p0000", "suite");
    edit.remove("/points/p0002/leave");
  });
  CAPTURE(found);
  CHECK(found.size() == 4);
}

TEST_CASE("detours that no run can have are departures") {
  const auto found = [](const std::vector<DetourRow>& rows) {
    const TemporaryFolder folder;
    RunWriter writer(folder / "run.h5", sample_header(2, 1), RunWriter::Existing::refuse);
    PointWriter point = writer.begin(sample_point("p0000"), {2, 1, 0, false});
    point.begin_detours(rows.size());
    point.write_detours(rows);
    point.commit({});
    return departures(writer.finish("finished"));
  };
  CHECK(found({{0, 10, 5}, {0, 20, 0}, {1, 5, 5}}).empty());
  const auto says = [&](const std::vector<DetourRow>& rows, const std::string& words) {
    const auto sentences = found(rows);
    REQUIRE(sentences.size() == 1);
    CHECK_THAT(sentences[0], ContainsSubstring(words));
  };
  says({{2, 10, 5}}, "row 0 is about rank 2 of 2");
  says({{0, 10, -1}}, "row 0 has a negative length");
  says({{1, 10, 5}, {0, 20, 5}}, "row 1 belongs before the row before it");
  CHECK_FALSE(after([](Edit& edit) { edit.claim("/points/p0000/detours", {3}); }).empty());
}
