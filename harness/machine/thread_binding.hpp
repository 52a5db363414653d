#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/core/units.hpp"

namespace syncbench::machine {

/// The processors that the calling thread may run on now, ascending; empty if the system does not tell. A system call.
std::vector<int> thread_processors();

/// The same as a list, "0-3,8"; empty if the system does not tell.
std::string thread_processor_list();

/// Moves the calling thread from processor to processor, and back home in the end. One thread only.
class ThreadBinding {
 public:
  ThreadBinding() : home_(thread_processors()), now_(home_) {}
  ThreadBinding(const ThreadBinding&) = delete;
  ThreadBinding& operator=(const ThreadBinding&) = delete;
  ~ThreadBinding() { go_home(); }

  const std::vector<int>& home() const noexcept { return home_; }  ///< where the thread was at the beginning

  /// From now on the thread runs on these; nothing is done if it does already. Returns false, and leaves it where it
  /// is, if the system refuses.
  bool move_to(const std::vector<int>& processors) noexcept;
  void go_home() noexcept { move_to(home_); }

 private:
  std::vector<int> home_, now_;
};

/// While it lives, memory that the calling thread touches first is taken from these NUMA nodes: from the one, or page
/// by page in turn where there are several. Where the system refuses, held() is false and memory comes as usual.
class MemoryFrom {
 public:
  explicit MemoryFrom(const std::vector<int>& nodes);
  ~MemoryFrom();
  MemoryFrom(const MemoryFrom&) = delete;
  MemoryFrom& operator=(const MemoryFrom&) = delete;

  bool held() const noexcept { return held_; }

 private:
  struct State;
  std::unique_ptr<State> state_;
  bool held_ = true;
};

/// Fresh pages of their own, every one touched; on a NUMA node if one is named. Move-only.
class PlacedMemory {
 public:
  /// Throws std::bad_alloc, or Error(unavailable) if the node gives no memory. A negative node: where the thread runs.
  /// `huge`: in huge pages where the kernel has some.
  PlacedMemory(Bytes size, int node, bool huge);
  PlacedMemory(PlacedMemory&&) noexcept;
  PlacedMemory& operator=(PlacedMemory&&) noexcept;
  ~PlacedMemory();

  std::byte* data() const noexcept { return data_; }
  Bytes size() const noexcept { return size_; }

 private:
  std::byte* data_ = nullptr;
  Bytes size_;  ///< in whole huge pages
};

}  // namespace syncbench::machine
