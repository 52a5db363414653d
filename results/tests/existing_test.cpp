// What a run does to things that bear its names already: nothing, unless it was told to, and then at its end.
#include <fstream>

#include <sys/stat.h>
#include <unistd.h>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "results/reader.hpp"
#include "results/recover.hpp"
#include "results/tests/refusal.hpp"
#include "results/tests/sample_run.hpp"
#include "results/tests/temporary_folder.hpp"

namespace fs = std::filesystem;
using namespace syncbench;
using namespace syncbench::results;
using namespace syncbench::results::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr auto kRefuse = RunWriter::Existing::refuse;
constexpr auto kReplace = RunWriter::Existing::replace;
const SampleShape kSmall{1, 1, 0, false};

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

void leave_one_point(const fs::path& file) {
  RunWriter writer(file, sample_header(1, 1), kRefuse);
  write_point(writer, "p0000", SampleData(kSmall));
}

std::string content(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

TEST_CASE("an existing file is not overwritten") {
  const TemporaryFolder folder;
  std::ofstream(folder / "run.h5") << "precious";
  const Refusal refusal([&] { RunWriter(folder / "run.h5", sample_header(1, 1), kRefuse); });
  CHECK(refusal.code() == ExitCode::usage);
  CHECK_THAT(refusal.sentence(), ContainsSubstring("recover") && ContainsSubstring("--force"));
  CHECK(content(folder / "run.h5") == "precious");
  CHECK_FALSE(fs::exists(folder / "run.h5.parts"));
}

TEST_CASE("points that an earlier run left are not overwritten") {
  const TemporaryFolder folder;
  leave_one_point(folder / "run.h5");
  const Refusal refusal([&] { RunWriter(folder / "run.h5", sample_header(1, 1), kRefuse); });
  CHECK(refusal.code() == ExitCode::usage);
  CHECK_THAT(refusal.sentence(), ContainsSubstring("recover") && ContainsSubstring("--force"));
  CHECK(RunReader(folder / "run.h5.parts").index().size() == 1);
}

TEST_CASE("a parts folder without points blocks nothing") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "run.h5.parts");
  for (const char* name : {"facts.h5", "p0000.h5.0123456789abcdef.writing", "hang.0"})
    std::ofstream(folder / "run.h5.parts" / name) << "rest of a run that died";
  RunWriter writer(folder / "run.h5", sample_header(1, 1), kRefuse);
  CHECK(entries(folder / "run.h5.parts") == 1);  // the lock
  write_point(writer, "p0000", SampleData(kSmall));
  writer.finish("finished");
  CHECK(entries(folder.path()) == 1);
}

TEST_CASE("an existing result is replaced at the end of a run that was told so") {
  const TemporaryFolder folder;
  std::ofstream(folder / "run.h5") << "old";
  RunWriter writer(folder / "run.h5", sample_header(1, 1), kReplace);
  write_point(writer, "p0000", SampleData(kSmall));
  CHECK(content(folder / "run.h5") == "old");
  CHECK(writer.finish("finished") == folder / "run.h5");
  CHECK(RunReader(folder / "run.h5").index().size() == 1);
  CHECK(entries(folder.path()) == 1);
}

TEST_CASE("a run that was to replace a result and dies leaves the old one as it was") {
  const TemporaryFolder folder;
  std::ofstream(folder / "run.h5") << "old";
  {
    RunWriter writer(folder / "run.h5", sample_header(1, 1), kReplace);
    write_point(writer, "p0000", SampleData(kSmall));
  }
  CHECK(content(folder / "run.h5") == "old");
  CHECK(RunReader(folder / "run.h5.parts").index().size() == 1);
}

TEST_CASE("points of an earlier run are moved aside and removed at the end of the run that replaces them") {
  const TemporaryFolder folder;
  leave_one_point(folder / "run.h5");
  RunWriter writer(folder / "run.h5", sample_header(1, 1), kReplace);
  const fs::path aside = writer.moved_aside();
  CHECK_THAT(aside.filename().string(), Catch::Matchers::StartsWith("run.replaced-"));
  CHECK(RunReader(aside).index().size() == 1);
  write_point(writer, "p0007", SampleData(kSmall));
  CHECK(RunReader(writer.finish("finished")).index().at(0).id == "p0007");
  CHECK(entries(folder.path()) == 1);
}

TEST_CASE("points that were moved aside come back when the run that was to replace them has none") {
  const TemporaryFolder folder;
  leave_one_point(folder / "run.h5");
  { const RunWriter writer(folder / "run.h5", sample_header(1, 1), kReplace); }
  CHECK(entries(folder.path()) == 1);
  CHECK(RunReader(folder / "run.h5.parts").index().size() == 1);
}

TEST_CASE("a file that appears while a run measures is kept, and the result takes the next free name") {
  const TemporaryFolder folder;
  RunWriter writer(folder / "run.h5", sample_header(1, 1), kRefuse);
  write_point(writer, "p0000", SampleData(kSmall));
  std::ofstream(folder / "run.h5") << "precious";
  std::ofstream(folder / "run-2.h5") << "precious too";
  CHECK(writer.finish("finished") == folder / "run-3.h5");
  CHECK(content(folder / "run.h5") == "precious");
  CHECK(content(folder / "run-2.h5") == "precious too");
  CHECK(RunReader(folder / "run-3.h5").index().size() == 1);
  CHECK(entries(folder.path()) == 3);
}

TEST_CASE("what is no regular file is refused before anything is measured, also when results may be replaced") {
  const TemporaryFolder folder;
  const fs::path file = folder / "run.h5";
  std::string kind;
  SECTION("a folder") {
    fs::create_directory(file);
    kind = "is a folder";
  }
  SECTION("a FIFO") {
    REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
    kind = "is a FIFO";
  }
  SECTION("a symbolic link") {
    std::ofstream(folder / "victim") << "precious";
    fs::create_symlink(folder / "victim", file);
    kind = "is a symbolic link";
  }
  for (const auto existing : {kRefuse, kReplace}) {
    const Refusal refusal([&] { RunWriter(file, sample_header(1, 1), existing); });
    CHECK(refusal.code() == ExitCode::usage);
    CHECK_THAT(refusal.sentence(), ContainsSubstring(kind) && ContainsSubstring("--out"));
  }
  CHECK_FALSE(fs::exists(folder / "run.h5.parts"));
}

TEST_CASE("a device that bears the result's name is refused") {
  CHECK_THAT(Refusal([&] { RunWriter("/dev/null", sample_header(1, 1), kReplace); }).sentence(),
             ContainsSubstring("/dev/null is a device"));
}

TEST_CASE("a link that bears the name of the parts folder is refused") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "elsewhere");
  fs::create_directory_symlink(folder / "elsewhere", folder / "run.h5.parts");
  CHECK(Refusal([&] { RunWriter(folder / "run.h5", sample_header(1, 1), kReplace); }).code() == ExitCode::usage);
  CHECK(fs::is_empty(folder / "elsewhere"));
}

TEST_CASE("links under the names of temporary files of earlier versions are not followed") {
  const TemporaryFolder folder;
  std::ofstream(folder / "victim") << "precious";
  fs::create_symlink(folder / "victim", folder / "run.h5.writing");
  RunWriter writer(folder / "run.h5", sample_header(1, 1), kRefuse);
  fs::create_hard_link(folder / "victim", folder / "run.h5.parts/p0000.h5.writing");
  write_point(writer, "p0000", SampleData(kSmall));
  writer.finish("finished");
  CHECK(content(folder / "victim") == "precious");
  CHECK(fs::is_symlink(fs::symlink_status(folder / "run.h5.writing")));
  CHECK(RunReader(folder / "run.h5").index().size() == 1);
}
