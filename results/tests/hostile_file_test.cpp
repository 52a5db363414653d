#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>

#include <sys/stat.h>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "results/check.hpp"
#include "results/reader.hpp"
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

std::string bytes_of(const fs::path& file) {
  std::ifstream input(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(input), {}};
}

// Reads all there is in a file.
void read_all(const fs::path& file) {
  const RunReader reader(file);
  for (const IndexRow& row : reader.index()) {
    reader.point(row.id);
    reader.blocks(row.id);
    reader.samples(row.id, 0, reader.shape(row.id).ranks);
  }
}

// Reading it is refused as bad data, in one sentence that names the file and the place.
void check_refused(const fs::path& file, const std::string& words) {
  const Refusal refusal([&] { read_all(file); });
  INFO(refusal.sentence());
  CHECK(refusal.code() == ExitCode::data);
  CHECK_THAT(refusal.sentence(), ContainsSubstring(file.string()) && ContainsSubstring(words));
  CHECK(refusal.sentence().find('\n') == std::string::npos);
}

}  // namespace

TEST_CASE("a file that is not there is an I/O error") {
  const TemporaryFolder folder;
  const Refusal refusal([&] { RunReader reader(folder / "missing.h5"); });
  CHECK(refusal.code() == ExitCode::io);
  CHECK_THAT(refusal.sentence(), ContainsSubstring("missing.h5") && ContainsSubstring("No such file or directory"));
}

TEST_CASE("a folder is an I/O error") {
  const TemporaryFolder folder;
  CHECK(Refusal([&] { RunReader reader(folder.path()); }).code() == ExitCode::io);
}

TEST_CASE("a named pipe is refused and not waited for") {
  const TemporaryFolder folder;
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK(Refusal([&] { RunReader reader(folder / "pipe"); }).code() == ExitCode::data);
}

TEST_CASE("an empty file and a file of garbage are refused") {
  const TemporaryFolder folder;
  std::ofstream(folder / "empty.h5").flush();
  check_refused(folder / "empty.h5", "not a readable HDF5 file");
  std::ofstream(folder / "garbage.h5") << std::string(10'000, 'g');
  check_refused(folder / "garbage.h5", "not a readable HDF5 file");
}

TEST_CASE("a file that was cut off anywhere is refused") {
  const TemporaryFolder folder;
  write_small_run(folder / "run.h5");
  const auto size = fs::file_size(folder / "run.h5");
  for (const std::uintmax_t kept : {size - 1, size / 2, std::uintmax_t{1000}, std::uintmax_t{50}, std::uintmax_t{8}}) {
    fs::copy_file(folder / "run.h5", folder / "cut.h5", fs::copy_options::overwrite_existing);
    fs::resize_file(folder / "cut.h5", kept);
    INFO("kept " << kept << " of " << size);
    check_refused(folder / "cut.h5", "not a readable HDF5 file");
  }
}

TEST_CASE("a small file that claims a huge extent is refused before memory is taken") {
  const TemporaryFolder folder;
  write_small_run(folder / "run.h5");
  {
    Edit edit(folder / "run.h5");
    edit.remove("/points/p0002/enter");
    // 2 ranks x 2^40 iterations x 8 bytes are 16 TiB.
    edit.claim("/points/p0002/enter", {2, std::uint64_t{1} << 40});
  }
  check_refused(folder / "run.h5", "/points/p0002/enter: claims 2199023255552 values of 8 bytes");
}

TEST_CASE("an extent whose size does not fit 64 bits is refused") {
  const TemporaryFolder folder;
  write_small_run(folder / "run.h5");
  {
    Edit edit(folder / "run.h5");
    edit.remove("/points/p0002/enter");
    // 2^33 * 2^33 * 8 bytes would be 0 modulo 2^64.
    edit.claim("/points/p0002/enter", {std::uint64_t{1} << 33, std::uint64_t{1} << 33});
  }
  check_refused(folder / "run.h5", "/points/p0002/enter: claims");
}

TEST_CASE("a huge index is refused before memory is taken") {
  const TemporaryFolder folder;
  write_small_run(folder / "run.h5");
  {
    Edit edit(folder / "run.h5");
    edit.remove("/index");
    edit.claim("/index", {std::uint64_t{1} << 40});
  }
  check_refused(folder / "run.h5", "/index: claims");
}

TEST_CASE("another schema is refused by its name") {
  const TemporaryFolder folder;
  write_small_run(folder / "run.h5");
  Edit(folder / "run.h5").set_attribute("/", "schema", "syncbench/2");
  check_refused(folder / "run.h5", "follows schema 'syncbench/2'");
}

TEST_CASE("an HDF5 file of somebody else is refused") {
  const TemporaryFolder folder;
  write_small_run(folder / "run.h5");
  Edit(folder / "run.h5").remove_attribute("/", "schema");
  check_refused(folder / "run.h5", "has no attribute 'schema'");
}

TEST_CASE("missing parts are named") {
  const TemporaryFolder folder;
  for (const char* path : {"/run", "/run/ranks", "/run/log", "/run/config", "/index", "/points", "/points/p0000",
                           "/points/p0000/enter", "/points/p0000/status", "/points/p0000/block"}) {
    const fs::path file = write_small_run(folder / "run.h5");
    Edit(file).remove(path);
    check_refused(file, std::string(path) + ": is missing");
    fs::remove(file);
  }
}

TEST_CASE("a wrong type is refused") {
  const TemporaryFolder folder;
  write_small_run(folder / "run.h5");
  {
    Edit edit(folder / "run.h5");
    edit.remove("/points/p0000/enter");
    edit.rename("/points/p0000/status", "/points/p0000/enter");
  }
  check_refused(folder / "run.h5", "/points/p0000/enter: is of the wrong number type");
}

TEST_CASE("a wrong number of dimensions is refused") {
  const TemporaryFolder folder;
  write_small_run(folder / "run.h5");
  {
    Edit edit(folder / "run.h5");
    edit.remove("/points/p0000/target");
    edit.rename("/points/p0000/marks", "/points/p0000/target");
  }
  check_refused(folder / "run.h5", "/points/p0000/target: has 3 dimensions and not 2");
}

TEST_CASE("datasets that do not agree are refused") {
  const TemporaryFolder folder;
  write_small_run(folder / "run.h5");
  {
    Edit edit(folder / "run.h5");
    edit.remove("/points/p0000/leave");
    edit.rename("/points/p0002/leave", "/points/p0000/leave");
  }
  check_refused(folder / "run.h5", "/points/p0000/leave: is of extent 2 x 1 and not 2 x 3");
}

TEST_CASE("a group in a dataset's place and the reverse are refused") {
  const TemporaryFolder folder;
  write_small_run(folder / "run.h5");
  {
    Edit edit(folder / "run.h5");
    edit.remove("/points/p0001");
    edit.rename("/points/p0000/enter", "/points/p0001");
    edit.rename("/points/p0002", "/points/p0000/enter");
  }
  check_refused(folder / "run.h5", "/points/p0000/enter: is not a dataset");
  const Refusal refusal([&] { RunReader(folder / "run.h5").point("p0001"); });
  CHECK_THAT(refusal.sentence(), ContainsSubstring("/points/p0001: is not a group"));
}

TEST_CASE("links that lead elsewhere are not followed") {
  const TemporaryFolder folder;
  write_small_run(folder / "run.h5");
  write_small_run(folder / "other.h5");
  {
    Edit edit(folder / "run.h5");
    edit.remove("/points/p0000");
    edit.link_outside("/points/p0000", (folder / "other.h5").string(), "/points/p0000");
    edit.remove("/points/p0001");
    edit.link_softly("/points/p0001", "/points/p0001");
  }
  check_refused(folder / "run.h5", "/points/p0000: is a link to elsewhere");
  const Refusal refusal([&] { RunReader(folder / "run.h5").point("p0001"); });
  CHECK_THAT(refusal.sentence(), ContainsSubstring("/points/p0001: is a link to elsewhere"));
}

TEST_CASE("a header that contradicts itself is not read") {
  const TemporaryFolder folder;
  write_small_run(folder / "run.h5");
  Edit(folder / "run.h5").set_attribute("/run", "ranks", std::int64_t{-1});
  check_refused(folder / "run.h5", "/run says -1 ranks and /run/ranks has 2 rows");
}

TEST_CASE("an attribute of the wrong kind is refused") {
  const TemporaryFolder folder;
  write_small_run(folder / "run.h5");
  Edit(folder / "run.h5").set_attribute("/run", "nodes", "one");
  check_refused(folder / "run.h5", "/run: attribute 'nodes' is not an integer");
}

TEST_CASE("a point that is not there is refused by name") {
  const TemporaryFolder folder;
  const RunReader reader(write_small_run(folder / "run.h5"));
  const Refusal refusal([&] { reader.samples("p0007", 0, 1); });
  CHECK(refusal.code() == ExitCode::data);
  CHECK_THAT(refusal.sentence(), ContainsSubstring("/points/p0007: is missing"));
  CHECK(Refusal([&] { reader.point("../run"); }).code() == ExitCode::data);
}

TEST_CASE("texts of variable length are read as well") {
  const TemporaryFolder folder;
  write_small_run(folder / "run.h5");
  {
    Edit edit(folder / "run.h5");
    edit.remove("/run/config");
    edit.add_variable_text("/run/config", R"({"from":"h5py"})");
  }
  CHECK(RunReader(folder / "run.h5").header().config_json == R"({"from":"h5py"})");
}

namespace {

// A run whose configuration is a text of variable length, and where in the file the reference to it lies: 4 bytes of
// length, 8 of the collection's address, 4 of the index in it.
struct RunWithReference {
  explicit RunWithReference(const fs::path& file) : path(file) {
    write_small_run(path);
    {
      Edit edit(path);
      edit.remove("/run/config");
      edit.add_variable_text("/run/config", kText);
    }
    bytes = bytes_of(path);
    // Collections of attributes come first; the text's own is the last one before it.
    const std::size_t collection = bytes.rfind("GCOL", bytes.find(kText));
    std::string start(12, '\0');
    start[0] = static_cast<char>(std::string(kText).size());
    for (int i = 0; i < 8; ++i) start[static_cast<std::size_t>(4 + i)] = static_cast<char>(collection >> (8 * i));
    reference = bytes.find(start);
    REQUIRE(reference != std::string::npos);
  }

  void put(std::size_t place, std::uint64_t value, int count) {
    std::string changed = bytes;
    for (int i = 0; i < count; ++i)
      changed[reference + place + static_cast<std::size_t>(i)] = static_cast<char>(value >> (8 * i));
    std::ofstream(path, std::ios::binary) << changed;
  }

  static constexpr const char* kText = R"({"from":"somebody else"})";
  fs::path path;
  std::string bytes;
  std::size_t reference = 0;
};

}  // namespace

TEST_CASE("a reference to a text is not believed") {
  const TemporaryFolder folder;
  RunWithReference run(folder / "run.h5");
  CHECK(RunReader(run.path).header().config_json == RunWithReference::kText);
  const std::string damaged = "/run/config: has a text whose place in the file is damaged";
  run.put(0, 1000, 4);  // longer than its object
  check_refused(run.path, damaged);
  run.put(0, 0xFFFF'FFFF, 4);  // 4 GiB
  check_refused(run.path, "/run/config: has texts that claim more than the file can hold");
  run.put(4, 0, 8);  // no collection at the file's beginning
  check_refused(run.path, damaged);
  run.put(4, ~std::uint64_t{0} - 8, 8);  // beyond the file
  check_refused(run.path, damaged);
  run.put(12, 30'000, 4);  // no such object
  check_refused(run.path, damaged);
  run.put(12, 0, 4);  // the free space
  check_refused(run.path, damaged);
}

TEST_CASE("times that no clock shows are refused before anybody counts with them") {
  const TemporaryFolder folder;
  const fs::path file = write_small_run(folder / "run.h5");
  const std::int64_t latest = std::int64_t{1} << 60;
  Edit(file).set_value("/points/p0000/leave", {1, 2}, latest);
  read_all(file);
  for (const std::int64_t time : {latest + 1, -latest - 1, std::numeric_limits<std::int64_t>::max(),
                                  std::numeric_limits<std::int64_t>::min() + 1}) {
    Edit(file).set_value("/points/p0000/leave", {1, 2}, time);
    INFO(time);
    check_refused(file, "/points/p0000/leave: has a time that no clock shows");
  }
}

TEST_CASE("attributes are held to the times that clocks show as well") {
  const TemporaryFolder folder;
  const fs::path file = write_small_run(folder / "run.h5");
  Edit(file).set_attribute("/points/p0000", "lateness_ns", std::int64_t{1} << 61);
  check_refused(file, "/points/p0000/lateness_ns: has a time that no clock shows");
}

TEST_CASE("damage to single bytes never ends in more than an error") {
  const TemporaryFolder folder;
  write_small_run(folder / "run.h5");
  const std::string original = bytes_of(folder / "run.h5");
  // The beginning byte by byte, the rest in samples: a stride without a common factor with HDF5's alignment.
  for (std::size_t place = 0; place < original.size(); place += place < 120 ? 1 : 23) {
    std::string damaged = original;
    damaged[place] = static_cast<char>(damaged[place] ^ 0x55);
    std::ofstream(folder / "damaged.h5", std::ios::binary) << damaged;
    INFO("byte " << place);
    try {
      read_all(folder / "damaged.h5");
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::data);
    }
  }
}
