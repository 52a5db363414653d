#include "results/input_file.hpp"

#include <cerrno>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/core/error.hpp"
#include "results/h5/file.hpp"

namespace syncbench::results {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& reason) {
  throw Error(ExitCode::io, fmt::format("{}: cannot be read ({})", file.string(), reason));
}

}  // namespace

h5::File open_input(const std::filesystem::path& file) {
  struct stat state {};
  if (::stat(file.c_str(), &state) != 0) fail(file, system_message(errno));
  if (S_ISDIR(state.st_mode)) fail(file, "it is a folder");
  if (!S_ISREG(state.st_mode)) throw h5::Failure("not a regular file");
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(file, system_message(errno));
  ::close(descriptor);
  return h5::open_file(file);
}

}  // namespace syncbench::results
