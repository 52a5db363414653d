// A run without MPI, for tests that let its file operations go wrong: write_points FILE COUNT [force] [unfinished].
// Writes COUNT points and says "done <id>" when each is finished; then makes one file of them, or, "unfinished", dies.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "harness/core/error.hpp"
#include "results/tests/sample_run.hpp"

using namespace syncbench;
using namespace syncbench::results;
using namespace syncbench::results::testing;

namespace {

void say(const std::string& text) {
  if (::write(STDOUT_FILENO, text.data(), text.size()) < 0) std::abort();
}

void write_points(const std::string& file, int count, bool force, bool unfinished) {
  RunHeader header = sample_header(2, 1);
  header.run_id = fmt::format("run of process {}", ::getpid());
  RunWriter writer(file, header, force ? RunWriter::Existing::replace : RunWriter::Existing::refuse);
  writer.facts(FactsMoment::begin, {R"({"config":{"a":1}})"});
  for (int i = 0; i < count; ++i) {
    const std::string id = fmt::format("p{:04}", i);
    if (i % 3 == 2) {
      writer.not_measured(sample_point(id), "needs 2 nodes");
    } else {
      write_point(writer, id, SampleData({2, 50, 0, i % 2 == 1}));
    }
    say(fmt::format("done {}\n", id));
  }
  if (unfinished) ::_exit(0);
  say(fmt::format("wrote {}\n", writer.finish("finished").string()));
  if (!writer.left_out().empty()) throw Error(ExitCode::data, writer.left_out().front().reason);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv, argv + argc);
  if (words.size() < 3) return 64;
  const auto has = [&](const char* word) { return std::find(words.begin(), words.end(), word) != words.end(); };
  try {
    write_points(words[1], std::stoi(words[2]), has("force"), has("unfinished"));
  } catch (const Error& error) {
    std::fprintf(stderr, "write_points: %s\n", error.what());
    return static_cast<int>(error.code());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "write_points: internal error: %s\n", error.what());
    return static_cast<int>(ExitCode::internal);
  }
  return 0;
}
