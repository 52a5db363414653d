#include "harness/machine/host.hpp"

#include <array>
#include <fstream>
#include <limits>

#include <unistd.h>

#include "harness/machine/redaction.hpp"

namespace syncbench::machine {

std::string host_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return "?";
  return redact("host", name.data());
}

Bytes available_memory() {
  std::ifstream file("/proc/meminfo");
  for (std::string key; file >> key;) {
    std::size_t kibibytes = 0;
    if (key == "MemAvailable:" && file >> kibibytes) return Bytes{kibibytes * 1024};
    file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return Bytes{0};
}

}  // namespace syncbench::machine
