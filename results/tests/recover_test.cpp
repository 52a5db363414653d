// One bad part does not cost the others.
#include "results/recover.hpp"

#include <fstream>

#include <sys/stat.h>

#include "harness/cmake/testing/catch.hpp"
#include "results/check.hpp"
#include "results/parts.hpp"
#include "results/reader.hpp"
#include "results/tests/refusal.hpp"
#include "results/tests/sample_run.hpp"
#include "results/tests/temporary_folder.hpp"

namespace fs = std::filesystem;
using namespace syncbench;
using namespace syncbench::results;
using namespace syncbench::results::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

const SampleShape kSmall{1, 1, 0, false};

// Leaves p0000, p0001 and p0002.
void leave_three_points(const fs::path& file) {
  RunWriter writer(file, sample_header(1, 1), RunWriter::Existing::refuse);
  for (const char* id : {"p0000", "p0001", "p0002"}) write_point(writer, id, SampleData(kSmall));
}

std::vector<std::string> ids_in(const fs::path& file) {
  std::vector<std::string> ids;
  const RunReader reader(file);
  for (const IndexRow& row : reader.index()) ids.push_back(row.id);
  return ids;
}

}  // namespace

TEST_CASE("a part that cannot be read is named and left, and the others are merged") {
  const TemporaryFolder folder;
  leave_three_points(folder / "run.h5");
  const fs::path bad = folder / "run.h5.parts/p0001.h5";
  SECTION("a single byte") { fs::resize_file(bad, 1); }
  SECTION("half of a file") { fs::resize_file(bad, fs::file_size(bad) / 2); }
  SECTION("text") { std::ofstream(bad) << "no result"; }
  SECTION("a FIFO") {
    fs::remove(bad);
    REQUIRE(::mkfifo(bad.c_str(), 0600) == 0);
  }
  const Recovered done = recover(folder / "run.h5");
  CHECK(done.file == folder / "run.h5");
  REQUIRE(done.left_out.size() == 1);
  CHECK(done.left_out[0].part == bad);
  CHECK_FALSE(done.left_out[0].reason.empty());
  CHECK(done.left == std::vector<std::string>{"p0001.h5"});
  CHECK(fs::exists(bad));
  CHECK(ids_in(folder / "run.h5") == std::vector<std::string>{"p0000", "p0002"});
  CHECK(departures(folder / "run.h5").empty());
}

TEST_CASE("a finished run with a damaged part is not complete, and says which part is missing") {
  const TemporaryFolder folder;
  RunWriter writer(folder / "run.h5", sample_header(1, 1), RunWriter::Existing::refuse);
  for (const char* id : {"p0000", "p0001"}) write_point(writer, id, SampleData(kSmall));
  fs::resize_file(folder / "run.h5.parts/p0001.h5", 0);
  writer.finish("finished");
  REQUIRE(writer.left_out().size() == 1);
  CHECK(writer.left_out()[0].part == folder / "run.h5.parts/p0001.h5");
  CHECK_FALSE(RunReader(folder / "run.h5").complete());
  CHECK(fs::exists(folder / "run.h5.parts/p0001.h5"));
}

TEST_CASE("an empty part, whose name a run reserved before it died, is none, and goes with the merged ones") {
  const TemporaryFolder folder;
  leave_three_points(folder / "run.h5");
  fs::resize_file(folder / "run.h5.parts/p0002.h5", 0);
  CHECK(ids_in(folder / "run.h5.parts") == std::vector<std::string>{"p0000", "p0001"});
  const Recovered done = recover(folder / "run.h5");
  CHECK(done.left_out.empty());
  CHECK(done.left.empty());
  CHECK(ids_in(folder / "run.h5") == std::vector<std::string>{"p0000", "p0001"});
  CHECK_FALSE(fs::exists(folder / "run.h5.parts"));
}

TEST_CASE("parts that are all damaged stay, and the sentence says where") {
  const TemporaryFolder folder;
  leave_three_points(folder / "run.h5");
  for (const char* id : {"p0000", "p0001", "p0002"}) fs::resize_file(part_file(folder / "run.h5", id), 1);
  const Refusal refusal([&] { recover(folder / "run.h5"); });
  CHECK(refusal.code() == ExitCode::data);
  CHECK_THAT(refusal.sentence(), ContainsSubstring("p0000.h5") && ContainsSubstring("run.h5.parts"));
  CHECK_FALSE(fs::exists(folder / "run.h5"));
  CHECK(fs::exists(part_file(folder / "run.h5", "p0002")));
}

TEST_CASE("what is no part of the run stays in the folder") {
  const TemporaryFolder folder;
  leave_three_points(folder / "run.h5");
  std::ofstream(folder / "run.h5.parts/notes.txt") << "mine";
  std::ofstream(folder / "run.h5.parts/p0003.h5.0123456789abcdef.writing") << "half a point";
  std::ofstream(folder / "run.h5.0123456789abcdef.writing") << "half a merge";
  const Recovered done = recover(folder / "run.h5");
  CHECK(done.left_out.empty());
  CHECK(done.left == std::vector<std::string>{"notes.txt"});
  CHECK(std::distance(fs::directory_iterator(folder / "run.h5.parts"), fs::directory_iterator()) == 1);
  CHECK_FALSE(fs::exists(folder / "run.h5.0123456789abcdef.writing"));
}

TEST_CASE("an empty file under the result's name, which a run reserved before it died, blocks nothing") {
  const TemporaryFolder folder;
  leave_three_points(folder / "run.h5");
  std::ofstream(folder / "run.h5").flush();
  CHECK(recover(folder / "run.h5").file == folder / "run-2.h5");
  CHECK(ids_in(folder / "run-2.h5").size() == 3);
}
