#include <array>
#include <fstream>
#include <iterator>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "results/h5/shuffle.hpp"
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

fs::path write_run(const fs::path& file, const SampleShape& shape, const SampleData& data) {
  RunWriter writer(file, sample_header(static_cast<std::int64_t>(shape.ranks), 1), RunWriter::Existing::refuse);
  write_point(writer, "p0000", data);
  return writer.finish("finished");
}

template <class T>
std::vector<T> part_of(const std::vector<T>& all, std::size_t first, std::size_t count) {
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

void check_ranks(const RunReader& reader, const SampleData& data, std::size_t iterations, std::size_t first,
                 std::size_t ranks) {
  INFO("ranks: " << ranks << " from " << first);
  const Samples samples = reader.samples("p0000", first, ranks);
  CHECK(samples.enter == part_of(data.enter, first * iterations, ranks * iterations));
  CHECK(samples.leave == part_of(data.leave, first * iterations, ranks * iterations));
  CHECK(samples.target == part_of(data.target, first * iterations, ranks * iterations));
  CHECK(samples.status == part_of(data.status, first * iterations, ranks * iterations));
  CHECK(samples.marks == part_of(data.marks, first * iterations * 3, ranks * iterations * 3));
}

// Spoils the last byte but four of what zlib wrote: the checksum's neighbour, so that HDF5's own structure stays whole.
void damage_streams(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(in)), {});
  for (std::size_t at = bytes.find("\x78\x01"); at != std::string::npos; at = bytes.find("\x78\x01", at + 64))
    for (std::size_t i = at + 8; i < std::min(at + 48, bytes.size()); ++i) bytes[i] = static_cast<char>(~bytes[i]);
  std::ofstream(file, std::ios::binary) << bytes;
}

}  // namespace

TEST_CASE("shuffling puts first bytes first") {
  const std::array<std::byte, 6> values{std::byte{1}, std::byte{2}, std::byte{3},
                                        std::byte{4}, std::byte{5}, std::byte{6}};
  std::array<std::byte, 6> shuffled{};
  h5::shuffle(values, 2, shuffled.data());
  CHECK(shuffled ==
        std::array<std::byte, 6>{std::byte{1}, std::byte{3}, std::byte{5}, std::byte{2}, std::byte{4}, std::byte{6}});
}

TEST_CASE("unshuffling undoes shuffling, for every width and number of values") {
  for (const std::size_t width : {1u, 2u, 4u, 8u}) {
    for (std::size_t count = 0; count < 40; ++count) {
      std::vector<std::byte> values(width * count), shuffled(values.size()), back(values.size());
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::byte>(i * 37 + width);
      h5::shuffle(values, width, shuffled.data());
      h5::unshuffle(shuffled, width, back.data());
      INFO(count << " values of " << width << " bytes");
      CHECK(back == values);
    }
  }
}

TEST_CASE("whole chunks and parts of them are read alike") {
  // 64 ranks a chunk, so that 130 ranks are two of them and a cut one; of marks, 32.
  const TemporaryFolder folder;
  const SampleShape shape{130, 1050, 3, true};
  const SampleData data(shape);
  const RunReader reader(write_run(folder / "run.h5", shape, data));
  CHECK(reader.chunk_ranks("p0000") == 64);
  check_ranks(reader, data, 1050, 0, 130);
  check_ranks(reader, data, 1050, 64, 64);
  check_ranks(reader, data, 1050, 128, 2);
  check_ranks(reader, data, 1050, 63, 3);
  check_ranks(reader, data, 1050, 129, 1);
}

TEST_CASE("iterations of several chunks are read alike too") {
  const TemporaryFolder folder;
  const SampleShape shape{3, 70'000, 3, true};
  const SampleData data(shape);
  const RunReader reader(write_run(folder / "run.h5", shape, data));
  check_ranks(reader, data, 70'000, 0, 3);
  check_ranks(reader, data, 70'000, 1, 1);
}

TEST_CASE("a chunk that does not decompress is refused with its place") {
  const TemporaryFolder folder;
  const SampleShape shape{4, 5000, 0, false};
  const fs::path file = write_run(folder / "run.h5", shape, SampleData(shape));
  damage_streams(file);
  const Refusal refusal([&] { RunReader(file).samples("p0000", 0, 4); });
  INFO(refusal.sentence());
  CHECK(refusal.code() == ExitCode::data);
  CHECK_THAT(refusal.sentence(), ContainsSubstring("/points/p0000/enter") && ContainsSubstring("decompress"));
}
