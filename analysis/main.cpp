// syncbench-analyze: everything that judges a result file, offline and without MPI.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <syncbench/analysis/command_line.hpp>

namespace {

// False if the text did not get out: a full disk behind a redirection must not look like an empty report.
bool write(const std::string& text, std::FILE* stream) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
  return std::fflush(stream) == 0 && written;
}

}  // namespace

int main(int argc, char** argv) {
  using syncbench::ExitCode;
  try {
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    const auto outcome = syncbench::analysis::run_command_line(arguments);
    const bool written = write(outcome.out, stdout);
    write(outcome.err, stderr);
    if (written) return static_cast<int>(outcome.code);
    write("syncbench-analyze: could not write to standard output\n", stderr);
    return static_cast<int>(ExitCode::io);
  } catch (const std::exception& error) {
    write(std::string("syncbench-analyze: internal error: ") + error.what() + "\n", stderr);
    return static_cast<int>(ExitCode::internal);
  }
}
