#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/units.hpp"
#include "harness/machine/unreadable.hpp"

namespace syncbench::machine {

/// Files beyond this size are not read: no fact is that long.
inline constexpr Bytes kLargestFile{1024 * 1024};

/// Names beyond so many in one folder are not looked at.
inline constexpr std::size_t kMostNames = 8192;

/// The files of a node under a folder that stands for "/": tests lay out a machine in a temporary folder. Paths are
/// relative to it ("proc/self/status"). Nothing in here throws or waits; what cannot be read has a reason.
class Tree {
 public:
  explicit Tree(std::string root = "/") : root_(std::move(root)) {}

  /// A whole file; unreadable if it is larger than kLargestFile.
  TextOrReason read(std::string_view path) const;

  /// At most so much of a file, from its beginning: for long files of which the first lines are enough.
  TextOrReason beginning(std::string_view path, Bytes limit) const;

  /// What a symbolic link contains.
  TextOrReason link(std::string_view path) const;

  /// Whether there is something of that name.
  bool exists(std::string_view path) const;

  /// Names in a folder, sorted; empty if it cannot be read. Of more than kMostNames some are missing.
  std::vector<std::string> names_in(std::string_view folder) const;

  /// Those of names_in() that are the prefix and a number, and nothing else: "cpu0", "cpu1", not "cpuidle".
  std::vector<std::string> numbered_in(std::string_view folder, std::string_view prefix) const;

  /// Where that is in the real file system.
  std::string path_of(std::string_view path) const;

 private:
  std::string root_;
};

}  // namespace syncbench::machine
