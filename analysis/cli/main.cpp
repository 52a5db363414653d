// syncbench-analyze: everything that judges a result file, offline and without MPI.
#include <cstdio>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "analysis/cli/command_line.hpp"
#include "analysis/cli/guarded.hpp"
#include "harness/core/error.hpp"
#include "harness/core/shown_text.hpp"

namespace {

using syncbench::ExitCode;
using syncbench::analysis::kNoLimits;

void write(const std::string& text, std::FILE* stream) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

// A full disk behind a redirection must not look like an empty report.
[[noreturn]] void throw_unwritten() { throw syncbench::Error(ExitCode::io, "could not write to standard output"); }

void write_or_throw(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) throw_unwritten();
}

void say(const std::string& sentence) { write("syncbench-analyze: " + syncbench::one_line(sentence) + "\n", stderr); }

// Whatever fails ends in one sentence and its exit code.
int answer(std::span<const std::string> arguments) {
  try {
    const auto outcome = syncbench::analysis::run_command_line(arguments);
    write_or_throw(outcome.out);
    if (outcome.stream) outcome.stream(write_or_throw);
    if (std::fflush(stdout) != 0) throw_unwritten();
    write(outcome.err, stderr);
    return static_cast<int>(outcome.code);
  } catch (const syncbench::Error& error) {
    say(error.what());
    return static_cast<int>(error.code());
  } catch (const std::bad_alloc&) {
    say("reading took more memory than a sound file of this size needs, or than there is (if you trust it: "
        "--no-limits before the command)");
    return static_cast<int>(ExitCode::data);
  } catch (const std::exception& error) {
    say(std::string("internal error: ") + error.what());
    return static_cast<int>(ExitCode::internal);
  }
}

int answer_guarded(std::span<const std::string> arguments) {
  try {
    const auto files = syncbench::analysis::paths_among(arguments);
    if (files.empty()) return answer(arguments);
    return syncbench::analysis::run_guarded(files, syncbench::analysis::allowance_for(files),
                                            [arguments] { return answer(arguments); });
  } catch (const syncbench::Error& error) {
    say(error.what());
    return static_cast<int>(error.code());
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  const bool guarded = arguments.empty() || arguments.front() != kNoLimits;
  return guarded ? answer_guarded(arguments) : answer(std::span(arguments).subspan(1));
}
