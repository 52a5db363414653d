#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/core/nanos.hpp"

namespace syncbench {

/// Something that kept a rank from running: between two readings of its clock that should have followed each other at
/// once.
struct Detour {
  Nanos when{0};  ///< the reading before, on the rank's local clock
  Nanos length{0};
};

/// Keeps detours in memory that is allocated and touched by the constructor (std::bad_alloc); adding allocates nothing.
/// What does not fit is counted.
class DetourLog {
 public:
  explicit DetourLog(std::size_t capacity) : kept_(capacity) {}

  void add(Detour detour) noexcept {
    if (size_ == kept_.size()) {
      ++lost_;
      return;
    }
    kept_[size_++] = detour;
  }

  /// In the order of time.
  std::span<const Detour> kept() const noexcept { return {kept_.data(), size_}; }
  std::uint64_t lost() const noexcept { return lost_; }  ///< came when it was full

 private:
  std::vector<Detour> kept_;
  std::size_t size_ = 0;
  std::uint64_t lost_ = 0;
};

}  // namespace syncbench
