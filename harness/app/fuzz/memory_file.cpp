#include "harness/app/fuzz/memory_file.hpp"

#include <stdexcept>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

namespace syncbench::fuzz {

MemoryFile::MemoryFile(Input content) : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)) {
  if (descriptor_ < 0) throw std::runtime_error("no file in memory");
  while (!content.empty()) {
    const ssize_t put = ::write(descriptor_, content.data(), content.size());
    if (put <= 0) throw std::runtime_error("the file in memory could not be written");
    content = content.subspan(static_cast<std::size_t>(put));
  }
}

MemoryFile::~MemoryFile() { ::close(descriptor_); }

std::filesystem::path MemoryFile::path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

}  // namespace syncbench::fuzz
