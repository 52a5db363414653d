#include "harness/machine/thread_binding.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <utility>

#include <fmt/format.h>
#include <sched.h>
#include <sys/mman.h>

#include "harness/core/error.hpp"
#include "harness/machine/hwloc_handles.hpp"

namespace syncbench::machine {
namespace {

constexpr int kMostProcessors = 8192;
constexpr std::size_t kHugePage = std::size_t{2} << 20;

struct SetDelete {
  void operator()(cpu_set_t* set) const { CPU_FREE(set); }
};
using ProcessorSet = std::unique_ptr<cpu_set_t, SetDelete>;

const std::size_t kSetSize = CPU_ALLOC_SIZE(kMostProcessors);

ProcessorSet empty_set() {
  ProcessorSet set(CPU_ALLOC(kMostProcessors));
  if (set) CPU_ZERO_S(kSetSize, set.get());
  return set;
}

Bitmap bitmap_of(const std::vector<int>& numbers) {
  Bitmap bitmap(hwloc_bitmap_alloc());
  for (const int each : numbers) hwloc_bitmap_set(bitmap.get(), static_cast<unsigned>(each));
  return bitmap;
}

}  // namespace

std::vector<int> thread_processors() {
  const ProcessorSet set = empty_set();
  std::vector<int> processors;
  if (!set || sched_getaffinity(0, kSetSize, set.get()) != 0) return processors;
  for (int each = 0; each < kMostProcessors; ++each) {
    if (CPU_ISSET_S(static_cast<std::size_t>(each), kSetSize, set.get())) processors.push_back(each);
  }
  return processors;
}

std::string thread_processor_list() { return list_text(bitmap_of(thread_processors()).get()); }

bool ThreadBinding::move_to(const std::vector<int>& processors) noexcept {
  if (processors == now_ || processors.empty()) return !processors.empty();
  const ProcessorSet set = empty_set();
  if (!set) return false;
  for (const int each : processors) {
    if (each < kMostProcessors) CPU_SET_S(static_cast<std::size_t>(each), kSetSize, set.get());
  }
  if (sched_setaffinity(0, kSetSize, set.get()) != 0) return false;
  try {
    now_ = processors;
  } catch (const std::bad_alloc&) {
    now_.clear();  // moves again next time, which does no harm
  }
  return true;
}

struct MemoryFrom::State {
  Topology topology;
};

MemoryFrom::MemoryFrom(const std::vector<int>& nodes) {
  if (nodes.empty()) return;
  state_ = std::make_unique<State>(State{load_topology(0)});
  const auto policy = nodes.size() == 1 ? HWLOC_MEMBIND_BIND : HWLOC_MEMBIND_INTERLEAVE;
  held_ = state_->topology && hwloc_set_membind(state_->topology.get(), bitmap_of(nodes).get(), policy,
                                                HWLOC_MEMBIND_THREAD | HWLOC_MEMBIND_BYNODESET) == 0;
}

MemoryFrom::~MemoryFrom() {
  if (!state_ || !state_->topology) return;
  const auto everywhere = hwloc_topology_get_topology_nodeset(state_->topology.get());
  hwloc_set_membind(state_->topology.get(), everywhere, HWLOC_MEMBIND_DEFAULT,
                    HWLOC_MEMBIND_THREAD | HWLOC_MEMBIND_BYNODESET);
}

PlacedMemory::PlacedMemory(Bytes size, int node, bool huge)
    : size_{(std::max<std::size_t>(size.count, 1) + kHugePage - 1) / kHugePage * kHugePage} {
  if (size_.count < size.count) throw std::bad_alloc();
  void* data = mmap(nullptr, size_.count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) throw std::bad_alloc();
  data_ = static_cast<std::byte*>(data);
  madvise(data, size_.count, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);  // a wish
  if (node >= 0) {
    const Topology topology = load_topology(0);
    const bool bound =
        topology && hwloc_set_area_membind(topology.get(), data, size_.count, bitmap_of({node}).get(),
                                           HWLOC_MEMBIND_BIND, HWLOC_MEMBIND_BYNODESET | HWLOC_MEMBIND_STRICT) == 0;
    if (!bound) {
      munmap(data, size_.count);
      throw Error(ExitCode::unavailable, fmt::format("memory of node {} is not to be had", node));
    }
  }
  std::memset(data_, 0x5A, size_.count);
}

PlacedMemory::PlacedMemory(PlacedMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(other.size_) {}

PlacedMemory& PlacedMemory::operator=(PlacedMemory&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

PlacedMemory::~PlacedMemory() {
  if (data_ != nullptr) munmap(data_, size_.count);
}

}  // namespace syncbench::machine
