#include "kernels/memory_programs.hpp"

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/clock.hpp"
#include "kernels/host_buffers.hpp"
#include "kernels/seated_program.hpp"

using namespace syncbench;
using kernels::HostBuffers;

namespace {

// From the first processor that this thread may run on; memory where it comes from by itself.
kernels::MemoryPlace here() {
  return {.cpu_node = 0, .processors = {machine::thread_processors().front()}, .memory_node = -1};
}

// Notes where it ran.
class Where final : public Program {
 public:
  explicit Where(std::vector<int>& seen) : seen_(seen) {}
  void arm(Iteration, Payload) override {}
  void run(Marks&) override { seen_ = machine::thread_processors(); }
  Verification verify() override { return {}; }
  std::span<const std::string> mark_names() const noexcept override { return {}; }

 private:
  std::vector<int>& seen_;
};

Marks no_marks() { return {raw_clock(), nullptr, 0}; }

}  // namespace

TEST_CASE("a chase goes through its cycle step by step and knows where it is, and a copy is what was copied") {
  machine::ThreadBinding binding;
  const auto chase = kernels::prepare(kernels::MemoryChase{.place = here(), .size = Bytes{100'000}}, true, binding);
  const auto copy = kernels::prepare(kernels::MemoryCopy{.place = here(), .size = Bytes{100'000}}, true, binding);
  Marks marks = no_marks();
  for (std::size_t i = 0; i < 3; ++i) {
    for (Program* each : {chase.get(), copy.get()}) {
      each->arm(Iteration{i}, Payload::fresh);
      each->run(marks);
      CHECK(each->verify().right);
    }
  }
  CHECK(machine::thread_processors() == here().processors);
}

TEST_CASE("what was not copied is found") {
  machine::ThreadBinding binding;
  const auto copy = kernels::prepare(kernels::MemoryCopy{.place = here(), .size = Bytes{4'096}}, true, binding);
  copy->arm(Iteration{7}, Payload::fresh);
  CHECK_FALSE(copy->verify().right);
}

TEST_CASE("a rank without work stays where it is") {
  const auto home = machine::thread_processors();
  machine::ThreadBinding binding;
  const kernels::MemoryPlace nowhere{.cpu_node = 0, .processors = {8'191}, .memory_node = 0};
  const auto idle = kernels::prepare(kernels::MemoryChase{.place = nowhere, .size = Bytes{1 << 20}}, false, binding);
  Marks marks = no_marks();
  idle->arm(Iteration{0}, Payload::fresh);
  idle->run(marks);
  CHECK(idle->verify().right);
  CHECK(machine::thread_processors() == home);
}

TEST_CASE("programs with different seats take turns, each in its own") {
  const auto home = machine::thread_processors();
  {
    machine::ThreadBinding binding;
    std::vector<int> first, second;
    const auto a = kernels::seated(std::make_unique<Where>(first), {home.front()}, binding);
    const auto b = kernels::seated(std::make_unique<Where>(second), {home.back()}, binding);
    Marks marks = no_marks();
    for (std::size_t i = 0; i < 2; ++i) {
      for (Program* each : {a.get(), b.get()}) {
        each->arm(Iteration{i}, Payload::reuse);
        each->run(marks);
      }
      CHECK(first == std::vector<int>{home.front()});
      CHECK(second == std::vector<int>{home.back()});
    }
  }
  CHECK(machine::thread_processors() == home);
}

TEST_CASE("buffers come in pages of their own when they are to, and go as they came") {
  HostBuffers buffers;
  for (const auto pages : {HostBuffers::Pages::any, HostBuffers::Pages::fresh, HostBuffers::Pages::huge}) {
    buffers.take(pages);
    kernels::Buffer buffer = buffers.allocate(Bytes{10'000});
    buffers.take(HostBuffers::Pages::any);
    const std::vector<std::byte> written(10'000, std::byte{3});
    std::vector<std::byte> read(10'000);
    buffers.write(buffer, 0, written);
    buffers.read(buffer, 0, read);
    CHECK(read == written);
  }
}
