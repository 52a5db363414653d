#include "results/publish.hpp"

#include <fstream>

#include <sys/stat.h>

#include "harness/cmake/testing/catch.hpp"
#include "results/move_file.hpp"
#include "results/temporary.hpp"
#include "results/tests/refusal.hpp"
#include "results/tests/temporary_folder.hpp"

namespace fs = std::filesystem;
using namespace syncbench;
using namespace syncbench::results;
using namespace syncbench::results::testing;

namespace {

void write(const fs::path& file, const char* text) { std::ofstream(file) << text; }

std::string content(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

TEST_CASE("a file is published under its name if that is free") {
  const TemporaryFolder folder;
  for (const Taken taken : {Taken::fail, Taken::next_free, Taken::replace}) {
    write(folder / "new", "new");
    CHECK(publish(folder / "new", folder / "run.h5", taken) == folder / "run.h5");
    CHECK(content(folder / "run.h5") == "new");
    CHECK_FALSE(fs::exists(folder / "new"));
    fs::remove(folder / "run.h5");
  }
}

TEST_CASE("a name that is taken is kept, replaced, or refused as the caller wants it") {
  const TemporaryFolder folder;
  write(folder / "new", "new");
  write(folder / "run.h5", "old");
  CHECK(Refusal([&] { publish(folder / "new", folder / "run.h5", Taken::fail); }).code() == ExitCode::io);
  CHECK(content(folder / "new") == "new");
  CHECK(publish(folder / "new", folder / "run.h5", Taken::next_free) == folder / "run-2.h5");
  CHECK(content(folder / "run.h5") == "old");
  write(folder / "newer", "newer");
  CHECK(publish(folder / "newer", folder / "run.h5", Taken::replace) == folder / "run.h5");
  CHECK(content(folder / "run.h5") == "newer");
}

TEST_CASE("a FIFO that appeared under the name is not replaced") {
  const TemporaryFolder folder;
  write(folder / "new", "new");
  REQUIRE(::mkfifo((folder / "run.h5").c_str(), 0600) == 0);
  CHECK(publish(folder / "new", folder / "run.h5", Taken::replace) == folder / "run-2.h5");
  CHECK(fs::is_fifo(folder / "run.h5"));
}

TEST_CASE("numbers stand before the ending of a file's name") {
  CHECK(numbered("a/run.h5", 1) == "a/run.h5");
  CHECK(numbered("a/run.h5", 2) == "a/run-2.h5");
  CHECK(numbered("run", 12) == "run-12");
}

TEST_CASE("temporary names differ each time and are recognised") {
  const fs::path first = temporary_name("a/run.h5"), second = temporary_name("a/run.h5");
  CHECK(first != second);
  CHECK(is_temporary(first));
  CHECK(is_temporary_of(first, "a/run.h5"));
  CHECK_FALSE(is_temporary_of(first, "a/other.h5"));
  CHECK_FALSE(is_temporary("a/run.h5.writing"));
  CHECK_FALSE(is_temporary("a/run.h5.0123456789abcdeX.writing"));
  CHECK_FALSE(is_temporary("a/.0123456789abcdef.writing"));
}
