#include "analysis/cli/guarded.hpp"

#include <atomic>
#include <csignal>
#include <fstream>

#include <sys/mman.h>

#include "analysis/tests/hand_made_run.hpp"
#include "harness/cmake/testing/catch.hpp"

using namespace syncbench::analysis;
using Catch::Matchers::ContainsSubstring;
using syncbench::analysis::testing::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

const Allowance kPlenty{1024 * kMiB, 60};

int guarded(const Allowance& allowance, const std::function<int()>& work) {
  const std::vector<fs::path> files{"a.h5"};
  return run_guarded(files, allowance, work);
}

// Whether the system gives the process so much memory more.
bool can_have(std::uint64_t bytes) {
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  ::munmap(memory, bytes);
  return true;
}

void write_bytes(const fs::path& file, std::size_t count) { std::ofstream(file) << std::string(count, 'x'); }

}  // namespace

TEST_CASE("the exit code of guarded work is its own") {
  CHECK(guarded(kPlenty, [] { return 0; }) == 0);
  CHECK(guarded(kPlenty, [] { return 74; }) == 74);
}

TEST_CASE("a crash of guarded work is bad data and does not end the program") {
  CHECK(guarded(kPlenty, [] {
          std::signal(SIGABRT, SIG_DFL);  // Catch's handler would say that the test failed
          return std::raise(SIGABRT);
        }) == 65);
}

TEST_CASE("guarded work has the memory of its allowance and no more") {
  const auto probe = [](std::uint64_t bytes) { return [bytes] { return can_have(bytes) ? 1 : 2; }; };
  CHECK(guarded({64 * kMiB, 60}, probe(32 * kMiB)) == 1);
  CHECK(guarded({64 * kMiB, 60}, probe(65 * kMiB)) == 2);
}

TEST_CASE("guarded work that never ends is ended as bad data") {
  CHECK(guarded({1024 * kMiB, 1}, [] {
          for (std::atomic<unsigned> turns = 0;; ++turns) {
          }
          return 0;
        }) == 65);
}

TEST_CASE("the sentence about a crash names the file and the signal") {
  const std::vector<fs::path> one{"a.h5"}, two{"a.h5", "b.h5"};
  CHECK(ending_sentence(SIGSEGV, one, kPlenty) ==
        "a.h5: the file is damaged in a way that crashes the HDF5 library (Segmentation fault)");
  CHECK(ending_sentence(SIGSEGV, two, kPlenty) ==
        "one of a.h5, b.h5: the file is damaged in a way that crashes the HDF5 library (Segmentation fault); give each "
        "file alone to find it");
  CHECK_THAT(ending_sentence(SIGXCPU, one, kPlenty), ContainsSubstring("more than 60 s of processor time"));
}

TEST_CASE("the allowance grows with the files, of which a folder is the sum") {
  const TemporaryFolder folder;
  const fs::path parts_folder = fs::path(folder / "run.h5.parts");
  fs::create_directory(parts_folder);
  write_bytes(parts_folder / "p0000.h5", 100'000);
  write_bytes(parts_folder / "p0001.h5", 150'000);
  write_bytes(folder / "run.h5", 250'000);
  const std::vector<fs::path> none{folder / "missing.h5"}, file{folder / "run.h5"}, parts{parts_folder};
  CHECK(allowance_for(none).memory_bytes == 768 * kMiB);
  CHECK(allowance_for(none).processor_seconds == 9);
  CHECK(allowance_for(file).memory_bytes == 768 * kMiB + 250'000 * 128);
  CHECK(allowance_for(file).processor_seconds == 9 + 2);
  CHECK(allowance_for(parts).memory_bytes == allowance_for(file).memory_bytes);
}

TEST_CASE("arguments that are paths of something are found, the command and options are not") {
  const TemporaryFolder folder;
  write_bytes(folder / "run.h5", 1);
  const std::string file = folder / "run.h5";
  CHECK(paths_among(std::vector<std::string>{"explain", file, "--where", "bytes=8", "-x"}) ==
        std::vector<fs::path>{file});
  CHECK(paths_among(std::vector<std::string>{}).empty());
}
