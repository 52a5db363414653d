#include "harness/app/output_file.hpp"

#include "harness/app/identity.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"

using namespace syncbench;
using Catch::Matchers::ContainsSubstring;

namespace {

const app::RunName kName{.time = std::chrono::system_clock::time_point(std::chrono::seconds(1'796'000'000)),
                         .suite = "smallpkt",
                         .nodes = 2,
                         .ranks = 16,
                         .job = "815"};

}  // namespace

// date -u -d @1796000000: 2026-11-30 00:53:20
TEST_CASE("a run's own name says when, what, where and in which job") {
  CHECK(app::output_file("", kName) == "syncbench-20261130T005320Z-smallpkt-2n16r-j815.h5");
  app::RunName without_job = kName;
  without_job.job.clear();
  CHECK(app::output_file("", without_job) == "syncbench-20261130T005320Z-smallpkt-2n16r.h5");
  CHECK(app::utc_text(kName.time) == "2026-11-30T00:53:20Z");
}

TEST_CASE("a folder takes the run's own name, a file is taken as it is") {
  CHECK(app::output_file("results/", kName) == "results/syncbench-20261130T005320Z-smallpkt-2n16r-j815.h5");
  CHECK(app::output_file("/", kName).parent_path() == "/");
  CHECK(app::output_file("/tmp", kName).parent_path() == "/tmp");
  CHECK(app::output_file("a/b.h5", kName) == "a/b.h5");
}

TEST_CASE("a place in a folder that is not there is refused with the nearest one that is") {
  CHECK_NOTHROW(app::refuse_missing_folder("x.h5"));
  CHECK_NOTHROW(app::refuse_missing_folder("/tmp/x.h5"));
  try {
    app::refuse_missing_folder("/tmp/syncbench-nowhere/deep/x.h5");
    FAIL("must throw");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::io);
    CHECK_THAT(error.what(),
               ContainsSubstring("there is no folder /tmp/syncbench-nowhere/deep; the nearest that exists is /tmp"));
  }
  CHECK_THROWS_WITH(app::refuse_missing_folder("/etc/passwd/x.h5"),
                    ContainsSubstring("there is no folder /etc/passwd; the nearest that exists is /etc"));
}

TEST_CASE("labels are keys with values") {
  CHECK(app::labels_json("") == "{}");
  CHECK(app::labels_json("nccl=2.28,site=lab=1") == R"({"nccl":"2.28","site":"lab=1"})");
  CHECK(app::labels_json("api_token=abc") == R"({"api_token":"[redacted]"})");
  CHECK_THROWS_WITH(app::labels_json("nccl"), ContainsSubstring("did you mean nccl=yes?"));
  CHECK_THROWS_AS(app::labels_json("=x"), Error);
  CHECK_THROWS_AS(app::labels_json("a=1,,b=2"), Error);
}
