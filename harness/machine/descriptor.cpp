#include "harness/machine/descriptor.hpp"

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace syncbench::machine {

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

std::variant<Descriptor, Unreadable> open_regular(const std::string& path) {
  // Without O_NONBLOCK, opening a pipe waits for somebody to write.
  Descriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  if (file.number() < 0) return because_of(errno);
  struct stat status {};
  if (fstat(file.number(), &status) != 0) return because_of(errno);
  if (S_ISDIR(status.st_mode)) return Unreadable{"a folder, not a file"};
  if (!S_ISREG(status.st_mode)) return Unreadable{"not a regular file"};
  return file;
}

}  // namespace syncbench::machine
