#include <fstream>
#include <optional>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "results/reader.hpp"
#include "results/recover.hpp"
#include "results/tests/refusal.hpp"
#include "results/tests/sample_run.hpp"
#include "results/tests/small_disk.hpp"
#include "results/tests/temporary_folder.hpp"

namespace fs = std::filesystem;
using namespace syncbench;
using namespace syncbench::results;
using namespace syncbench::results::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

// Samples that deflate cannot make much smaller: 2 ranks x 20000 iterations x 8 bytes, about 300 KB a dataset.
SampleData noisy_data() {
  SampleData data({2, 20'000, 0, false});
  std::uint64_t state = 1;
  const auto noise = [&] { return static_cast<std::int64_t>((state = state * 6364136223846793005u + 1) >> 4); };
  for (std::size_t i = 0; i < data.enter.size(); ++i) {
    data.enter[i] = noise();
    data.leave[i] = noise();
  }
  return data;
}

bool can_mount() {
  if (SmallDisk(64).mounted()) return true;
  WARN("not tested: this user may not mount a file system");
  return false;
}

// The error that writing the point ended in, if any.
std::optional<Error> try_to_write(RunWriter& writer, const SampleData& data) {
  try {
    write_point(writer, "p0000", data);
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("on a disk that fills up a point is either whole or refused as I/O and not there") {
  if (!can_mount()) return;
  const SampleData data = noisy_data();
  int whole = 0;
  int refused = 0;
  // From less than a header to more than the point takes.
  for (std::size_t kibibytes = 8; kibibytes <= 1024; kibibytes += 4 + kibibytes / 8) {
    INFO("disk of " << kibibytes << " KiB");
    const SmallDisk disk(kibibytes);
    REQUIRE(disk.mounted());
    RunWriter writer(disk / "run.h5", sample_header(2, 1), RunWriter::Existing::refuse);
    if (const auto error = try_to_write(writer, data)) {
      ++refused;
      CHECK(error->code() == ExitCode::io);
      CHECK_THAT(error->what(), ContainsSubstring("p0000.h5") && ContainsSubstring("No space left on device"));
      CHECK(std::distance(fs::directory_iterator(disk / "run.h5.parts"), fs::directory_iterator()) == 1);  // the lock
    } else {
      ++whole;
      const RunReader reader(disk / "run.h5.parts/p0000.h5");
      CHECK(reader.samples("p0000", 0, 2).enter == data.enter);
      CHECK(reader.samples("p0000", 0, 2).leave == data.leave);
    }
  }
  CHECK(whole > 0);
  CHECK(refused > 10);
}

TEST_CASE("a merge that would not fit is refused before it starts and the points stay") {
  if (!can_mount()) return;
  // One point takes about 620 KB: it fits, a second copy does not.
  const SmallDisk disk(1000);
  const SampleData data = noisy_data();
  RunWriter writer(disk / "run.h5", sample_header(2, 1), RunWriter::Existing::refuse);
  write_point(writer, "p0000", data);
  const Refusal refusal([&] { writer.finish("finished"); });
  CHECK(refusal.code() == ExitCode::io);
  CHECK_THAT(refusal.sentence(), ContainsSubstring("its file system has") && ContainsSubstring("recover"));
  CHECK_FALSE(fs::exists(disk / "run.h5"));
  CHECK(RunReader(disk / "run.h5.parts/p0000.h5").samples("p0000", 0, 2).enter == data.enter);
}

TEST_CASE("a merge that runs out of space leaves the points and no file") {
  if (!can_mount()) return;
  const SmallDisk disk(1600);
  RunWriter writer(disk / "run.h5", sample_header(2, 1), RunWriter::Existing::refuse);
  write_point(writer, "p0000", noisy_data());
  // The log is in no part yet, so the check before the merge cannot count it: noise of about 1 MB.
  std::string noise;
  std::uint64_t state = 1;
  while (noise.size() < 1'000'000)
    noise += static_cast<char>('!' + (((state = state * 6364136223846793005u + 1) >> 40) % 90));
  writer.log({"2024-05-06T07:08:10Z", -1, "warning", noise});
  const Refusal refusal([&] { writer.finish("finished"); });
  CHECK(refusal.code() == ExitCode::io);
  CHECK_THAT(refusal.sentence(), ContainsSubstring("run.h5") && ContainsSubstring("No space left on device"));
  CHECK_FALSE(fs::exists(disk / "run.h5"));
  CHECK(std::distance(fs::directory_iterator(disk / "."), fs::directory_iterator()) == 1);
  CHECK(RunReader(disk / "run.h5.parts/p0000.h5").index().size() == 1);
}

TEST_CASE("recovering on a full disk leaves the points and says how to go on, and works when there is room") {
  if (!can_mount()) return;
  const SmallDisk disk(1000);
  {
    RunWriter writer(disk / "run.h5", sample_header(2, 1), RunWriter::Existing::refuse);
    write_point(writer, "p0000", noisy_data());
  }
  const std::string ballast(900'000, 'x');
  std::ofstream(disk / "ballast") << ballast;  // as much of it as there is room for
  const Refusal refusal([&] { recover(disk / "run.h5"); });
  CHECK(refusal.code() == ExitCode::io);
  CHECK_THAT(refusal.sentence(), ContainsSubstring("No space left on device") &&
                                     ContainsSubstring("the points are safe in") && ContainsSubstring("recover"));
  CHECK_FALSE(fs::exists(disk / "run.h5"));
  CHECK(RunReader(disk / "run.h5.parts/p0000.h5").index().size() == 1);
  const TemporaryFolder roomier;
  fs::copy(disk / "run.h5.parts", roomier / "run.h5.parts");
  CHECK(recover(roomier / "run.h5").left_out.empty());
  CHECK(RunReader(roomier / "run.h5").samples("p0000", 0, 2).enter == noisy_data().enter);
}
