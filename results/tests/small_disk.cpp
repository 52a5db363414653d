#include "results/tests/small_disk.hpp"

#include <fmt/format.h>
#include <sys/mount.h>

namespace syncbench::results::testing {

SmallDisk::SmallDisk(std::size_t kibibytes) {
  const std::string options = fmt::format("size={}k", kibibytes);
  mounted_ = ::mount("none", folder_.path().c_str(), "tmpfs", 0, options.c_str()) == 0;
}

SmallDisk::~SmallDisk() {
  // Detached at once, and gone when the last file in it is closed, should one still be open.
  if (mounted_) ::umount2(folder_.path().c_str(), MNT_DETACH);
}

}  // namespace syncbench::results::testing
