// syncbench-analyze: everything that judges a result file, offline and without MPI.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <syncbench/analysis/command_line.hpp>
#include <syncbench/core/error.hpp>
#include <syncbench/core/shown_text.hpp>

namespace {

void write(const std::string& text, std::FILE* stream) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

// A full disk behind a redirection must not look like an empty report.
[[noreturn]] void throw_unwritten() {
  throw syncbench::Error(syncbench::ExitCode::io, "could not write to standard output");
}

void write_or_throw(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) throw_unwritten();
}

}  // namespace

int main(int argc, char** argv) {
  using syncbench::ExitCode;
  try {
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    const auto outcome = syncbench::analysis::run_command_line(arguments);
    write_or_throw(outcome.out);
    if (outcome.stream) outcome.stream(write_or_throw);
    if (std::fflush(stdout) != 0) throw_unwritten();
    write(outcome.err, stderr);
    return static_cast<int>(outcome.code);
  } catch (const syncbench::Error& error) {
    write(syncbench::printable(std::string("syncbench-analyze: ") + error.what() + "\n"), stderr);
    return static_cast<int>(error.code());
  } catch (const std::exception& error) {
    write(std::string("syncbench-analyze: internal error: ") + error.what() + "\n", stderr);
    return static_cast<int>(ExitCode::internal);
  }
}
