#pragma once

#include <cstdint>
#include <filesystem>

#include "results/model.hpp"

namespace syncbench::bench {

/// The header of a run that nobody made, with so many ranks a node.
results::RunHeader made_up_header(std::int64_t ranks, std::int64_t ranks_a_node);

/// A folder for results that goes with the bench. Throws std::filesystem::filesystem_error.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace syncbench::bench
