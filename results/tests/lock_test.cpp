#include <array>
#include <fstream>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/cmake/testing/catch.hpp"
#include "results/folder_lock.hpp"
#include "results/parts.hpp"
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

// As a run on another host would have written it, which was last heard of so many seconds ago.
void lock_from_elsewhere(const fs::path& folder, std::int64_t seconds_ago) {
  LockOwner owner = this_process("run", "1234", 660);
  owner.host = "n1";
  owner.boot = "another kernel";
  owner.job = "815";
  owner.since = "2026-12-01T10:00:00Z";
  std::ofstream(lock_file(folder)) << text_of(owner);
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  const timespec times[2] = {{now.tv_sec - seconds_ago, 0}, {now.tv_sec - seconds_ago, 0}};
  REQUIRE(::utimensat(AT_FDCWD, lock_file(folder).c_str(), times, 0) == 0);
}

void leave_one_point(const fs::path& file) {
  RunWriter writer(file, sample_header(1, 1), kRefuse);
  write_point(writer, "p0000", SampleData(kSmall));
}

// A process that ended: its number means nobody, or somebody else.
pid_t ended_process() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

}  // namespace

TEST_CASE("what a lock says is read back") {
  LockOwner owner = this_process("run", "1234", 660);
  owner.job = "815";
  const LockOwner read = parse_owner(text_of(owner));
  CHECK(text_of(read) == text_of(owner));
  CHECK(read.pid == ::getpid());
  CHECK(read.token.size() == 16);
  CHECK(life_of(read) == Life::alive);
}

TEST_CASE("a lock that is no lock of ours, or not yet written, has an unknown owner") {
  for (const char* text : {"", "\n\n", "something else\nhost n1\n", "syncbench-lock/1\npid -3\nhost"}) {
    CHECK(life_of(parse_owner(text)) == Life::unknown);
    CHECK(description_of(parse_owner(text)) == "somebody whom the lock does not name");
  }
  CHECK(description_of(parse_owner("syncbench-lock/1\nhost n\x1b[31m1\npid 5\n")) == "host n[31m1, process 5");
}

TEST_CASE("a process that is gone, or whose number another one has now, is dead") {
  LockOwner owner = this_process("run", "1234", 660);
  owner.process_start -= 1;
  CHECK(life_of(owner) == Life::gone);
  owner.pid = ended_process();
  CHECK(life_of(owner) == Life::gone);
  owner.boot = "another kernel";
  CHECK(life_of(owner) == Life::unknown);
}

TEST_CASE("a process that ended and was not waited for yet is dead") {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string text = text_of(this_process("run", "1234", 660));
    ::_exit(::write(ends[1], text.data(), text.size()) < 0 ? 1 : 0);
  }
  ::close(ends[1]);
  std::array<char, 4096> text{};
  const ssize_t size = ::read(ends[0], text.data(), text.size());
  ::close(ends[0]);
  siginfo_t ended{};
  REQUIRE(::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) == 0);
  CHECK(life_of(parse_owner({text.data(), static_cast<std::size_t>(size)})) == Life::gone);
  ::waitpid(child, nullptr, 0);
}

TEST_CASE("recover and a second run leave the parts of a run that lives alone") {
  const TemporaryFolder folder;
  RunWriter writer(folder / "run.h5", sample_header(1, 1), kRefuse);
  write_point(writer, "p0000", SampleData(kSmall));
  const auto refused = [&](const Refusal& refusal) {
    CHECK(refusal.code() == ExitCode::usage);
    CHECK_THAT(refusal.sentence(), ContainsSubstring("a run still writes its points there") &&
                                       ContainsSubstring("process " + std::to_string(::getpid())) &&
                                       ContainsSubstring("silent for"));
  };
  refused(Refusal([&] { recover(folder / "run.h5"); }));
  refused(Refusal([&] { recover(folder / "run.h5", std::chrono::seconds(0)); }));
  refused(Refusal([&] { RunWriter(folder / "run.h5", sample_header(1, 1), kRefuse); }));
  refused(Refusal([&] { RunWriter(folder / "run.h5", sample_header(1, 1), kReplace); }));
  write_point(writer, "p0001", SampleData(kSmall));
  CHECK(RunReader(writer.finish("finished")).index().size() == 2);
}

TEST_CASE("a run on another host lives until it was silent for as long as its lock promises") {
  const TemporaryFolder folder;
  leave_one_point(folder / "run.h5");
  lock_from_elsewhere(folder / "run.h5.parts", 600);
  const Refusal refusal([&] { recover(folder / "run.h5"); });
  CHECK_THAT(refusal.sentence(), ContainsSubstring("host n1, process " + std::to_string(::getpid()) + ", job 815") &&
                                     ContainsSubstring("since 2026-12-01T10:00:00Z, silent for 60") &&
                                     ContainsSubstring("--stale-after"));
  CHECK(Refusal([&] { RunWriter(folder / "run.h5", sample_header(1, 1), kReplace); }).code() == ExitCode::usage);
  lock_from_elsewhere(folder / "run.h5.parts", 670);
  CHECK(recover(folder / "run.h5").left.empty());
  CHECK(RunReader(folder / "run.h5").index().size() == 1);
}

TEST_CASE("a user may wait for less") {
  const TemporaryFolder folder;
  leave_one_point(folder / "run.h5");
  lock_from_elsewhere(folder / "run.h5.parts", 100);
  CHECK(Refusal([&] { recover(folder / "run.h5", std::chrono::seconds(200)); }).code() == ExitCode::usage);
  CHECK(recover(folder / "run.h5", std::chrono::seconds(60)).left.empty());
}

TEST_CASE("a link that bears the lock's name is not followed, and is a lock of nobody") {
  const TemporaryFolder folder;
  leave_one_point(folder / "run.h5");
  std::ofstream(folder / "victim") << "precious";
  fs::create_symlink(folder / "victim", lock_file(folder / "run.h5.parts"));
  CHECK_THAT(Refusal([&] { recover(folder / "run.h5"); }).sentence(), ContainsSubstring("does not name"));
  CHECK(fs::file_size(folder / "victim") == 8);
}

TEST_CASE("a run whose folder another process took over ends instead of writing into it") {
  const TemporaryFolder folder;
  RunWriter writer(folder / "run.h5", sample_header(1, 1), kRefuse);
  write_point(writer, "p0000", SampleData(kSmall));
  lock_from_elsewhere(folder / "run.h5.parts", 0);
  for (const auto& refusal : {Refusal([&] { write_point(writer, "p0001", SampleData(kSmall)); }),
                              Refusal([&] { writer.finish("finished"); })}) {
    CHECK(refusal.code() == ExitCode::io);
    CHECK_THAT(refusal.sentence(), ContainsSubstring("took this one for dead") && ContainsSubstring("host n1"));
  }
  CHECK_FALSE(fs::exists(folder / "run.h5"));
  CHECK(fs::exists(folder / "run.h5.parts/p0000.h5"));
}

TEST_CASE("a lock is taken, moved with its folder, and released once") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "a");
  FolderLock lock(folder / "a", this_process("run", "1234", 660));
  CHECK(Refusal([&] { FolderLock(folder / "a", this_process("run", "1234", 660)); }).code() == ExitCode::usage);
  fs::rename(folder / "a", folder / "b");
  lock.moved_to(folder / "b");
  CHECK_NOTHROW(lock.require_held());
  lock.release();
  CHECK(fs::is_empty(folder / "b"));
}
