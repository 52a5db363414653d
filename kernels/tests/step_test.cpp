#include "harness/cmake/testing/catch.hpp"
#include "kernels/memory_step.hpp"
#include "kernels/workload.hpp"

using namespace syncbench;
using namespace syncbench::kernels;

TEST_CASE("a step's marks are what it does, in order") {
  using Texts = std::vector<std::string>;
  CHECK(mark_names_of(Step{}, 2).empty());
  CHECK(mark_names_of(Step{.pause = true}, 2) == Texts{"done 1", "resumed", "done 2"});
  CHECK(mark_names_of(Step{.allocation = Allocation::mmap, .packs = 1}, 1) == Texts{"allocated", "packed"});
  const Workload workload{.operations = {Operation{}, Operation{}}, .mark_each = true, .step = {.pause = true}};
  CHECK(mark_names_of(workload, 4).size() == 3);  // the operations' own marks are not set
}

TEST_CASE("a workload with a step needs its memory too") {
  Operation operation;
  operation.count = 1'000;  // 4,000 bytes of f32: one page a buffer
  Workload workload{.operations = {operation}};
  CHECK(memory_of(workload, 2) == Bytes{8'192});
  workload.step.packs = 2;
  CHECK(memory_of(workload, 2) == Bytes{8'192 + 17 * 4'000});
}

TEST_CASE("memory is taken again and again from either pool, and may stay taken") {
  for (const Allocation allocation : {Allocation::malloc, Allocation::mmap}) {
    MemoryStep memory(allocation, Bytes{1'000'000});
    for (int i = 0; i < 3; ++i) {
      memory.take();
      memory.give_back();
      memory.give_back();
    }
    memory.take();  // the destructor gives it back
  }
}
