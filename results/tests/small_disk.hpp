#pragma once

#include <cstddef>

#include "results/tests/temporary_folder.hpp"

namespace syncbench::results::testing {

/// A file system of that size in memory, for as long as the object lives. Needs the right to mount.
class SmallDisk {
 public:
  explicit SmallDisk(std::size_t kibibytes);
  ~SmallDisk();
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool mounted() const noexcept { return mounted_; }
  std::filesystem::path operator/(const char* name) const { return folder_ / name; }

 private:
  TemporaryFolder folder_;
  bool mounted_ = false;
};

}  // namespace syncbench::results::testing
