#include "kernels/memory_step.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

#include <sys/mman.h>

namespace syncbench::kernels {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kFragments = 256;
constexpr std::size_t kLargestFragment = 65'536;

std::size_t at_least_a_page(Bytes bytes) noexcept { return std::max(bytes.count, kPage); }

// From a half of what will be wanted to one and a half times as much, in no order that a pool could use.
std::size_t fragment_bytes(std::size_t wanted, std::size_t index) noexcept {
  const std::size_t base = std::min(wanted, kLargestFragment * 2 / 3);
  return base / 2 + base * (index * 7 % 16) / 16;
}

}  // namespace

MemoryStep::MemoryStep(Allocation allocation, Bytes bytes) : allocation_(allocation), bytes_(at_least_a_page(bytes)) {
  std::vector<Piece> given_back;
  fragments_.reserve(kFragments);
  given_back.reserve(kFragments);
  for (std::size_t i = 0; i < kFragments; ++i) {
    const std::size_t size = fragment_bytes(bytes_, i);
    (i % 2 == 0 ? fragments_ : given_back).push_back({allocate(size), size});
  }
  for (const Piece& each : given_back) free(each.memory, each.bytes);
}

MemoryStep::~MemoryStep() {
  give_back();
  for (const Piece& each : fragments_) free(each.memory, each.bytes);
}

void MemoryStep::take() {
  taken_ = allocate(bytes_);
  for (std::size_t at = 0; at < bytes_; at += kPage) static_cast<volatile std::byte*>(taken_)[at] = std::byte{1};
}

void MemoryStep::give_back() noexcept {
  if (taken_ != nullptr) free(taken_, bytes_);
  taken_ = nullptr;
}

Bytes MemoryStep::memory(Bytes bytes) noexcept {
  return Bytes{at_least_a_page(bytes) + kFragments * std::min(at_least_a_page(bytes), kLargestFragment)};
}

std::byte* MemoryStep::allocate(std::size_t bytes) const {
  if (allocation_ == Allocation::mmap) {
    void* const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    return static_cast<std::byte*>(mapped);
  }
  void* const memory = std::malloc(bytes);  // NOLINT(cppcoreguidelines-no-malloc): it is what is measured
  if (memory == nullptr) throw std::bad_alloc();
  return static_cast<std::byte*>(memory);
}

void MemoryStep::free(std::byte* memory, std::size_t bytes) const noexcept {
  if (allocation_ == Allocation::mmap) {
    munmap(memory, bytes);
  } else {
    std::free(memory);  // NOLINT(cppcoreguidelines-no-malloc)
  }
}

}  // namespace syncbench::kernels
