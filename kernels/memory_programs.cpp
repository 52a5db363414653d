#include "kernels/memory_programs.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/core/error.hpp"
#include "harness/core/shuffle.hpp"

namespace syncbench::kernels {
namespace {

constexpr std::size_t kLine = 64;

void move_to(const std::vector<int>& processors, machine::ThreadBinding& binding) {
  if (binding.move_to(processors)) return;
  throw Error(ExitCode::unavailable,
              fmt::format("the system does not let a rank run on processors {}", fmt::join(processors, ",")));
}

// What both have in common: where the thread runs, and that a rank without work has none.
class FromCore : public Program {
 public:
  void arm(Iteration, Payload) override {
    if (works_) binding_.move_to(processors_);
  }
  std::span<const std::string> mark_names() const noexcept override { return {}; }

 protected:
  FromCore(const MemoryPlace& place, bool works, machine::ThreadBinding& binding)
      : processors_(place.processors), works_(works), binding_(binding) {
    if (works) kernels::move_to(processors_, binding);
  }
  bool works() const noexcept { return works_; }

 private:
  std::vector<int> processors_;
  bool works_;
  machine::ThreadBinding& binding_;
};

class ChaseProgram final : public FromCore {
 public:
  ChaseProgram(const MemoryChase& chase, bool works, machine::ThreadBinding& binding)
      : FromCore(chase.place, works, binding) {
    if (!works) return;
    memory_.emplace(chase.size, chase.place.memory_node, chase.huge_pages);
    order_ = shuffled(std::max<std::size_t>(2, chase.size.count / kLine), 1, 0);
    for (std::size_t i = 0; i < order_.size(); ++i) *line(i) = line((i + 1) % order_.size());
    at_ = line(0);
  }

  void run(Marks&) override {
    if (!works()) return;
    void* at = at_;
    for (std::size_t i = 0; i < kChaseSteps; ++i) at = *static_cast<void**>(at);
    at_ = at;
    steps_ += kChaseSteps;
  }

  Verification verify() override {
    if (!works() || at_ == line(steps_ % order_.size())) return {};
    return {.right = false, .first_wrong = "the pointer chase came to another line than it should"};
  }

 private:
  void** line(std::size_t place) const { return reinterpret_cast<void**>(memory_->data() + kLine * order_[place]); }

  std::optional<machine::PlacedMemory> memory_;
  std::vector<std::size_t> order_;
  void* at_ = nullptr;
  std::size_t steps_ = 0;
};

class CopyProgram final : public FromCore {
 public:
  CopyProgram(const MemoryCopy& copy, bool works, machine::ThreadBinding& binding)
      : FromCore(copy.place, works, binding), size_(copy.size.count) {
    if (!works) return;
    from_.emplace(copy.size, copy.place.memory_node, copy.huge_pages);
    to_.emplace(copy.size, copy.place.memory_node, copy.huge_pages);
  }

  void arm(Iteration iteration, Payload payload) override {
    FromCore::arm(iteration, payload);
    if (works() && payload == Payload::fresh)
      std::memset(from_->data(), static_cast<int>(iteration.value & 0x7F), size_);
  }

  void run(Marks&) override {
    if (works()) std::memcpy(to_->data(), from_->data(), size_);
  }

  Verification verify() override {
    if (!works() || std::memcmp(to_->data(), from_->data(), size_) == 0) return {};
    return {.right = false, .first_wrong = "the copy is not what was copied"};
  }

 private:
  std::size_t size_;
  std::optional<machine::PlacedMemory> from_, to_;
};

}  // namespace

std::unique_ptr<Program> prepare(const MemoryChase& chase, bool works, machine::ThreadBinding& binding) {
  return std::make_unique<ChaseProgram>(chase, works, binding);
}

std::unique_ptr<Program> prepare(const MemoryCopy& copy, bool works, machine::ThreadBinding& binding) {
  return std::make_unique<CopyProgram>(copy, works, binding);
}

}  // namespace syncbench::kernels
