#include "kernels/buffer_plan.hpp"

#include <cstring>
#include <set>

#include "harness/cmake/testing/catch.hpp"
#include "kernels/cache_lines.hpp"
#include "kernels/host_buffers.hpp"
#include "kernels/slotted_buffer.hpp"
#include "kernels/workload.hpp"

using namespace syncbench;
using namespace syncbench::kernels;

namespace {

Workload rotating(Collective collective, std::size_t count, IssuePolicy policy, Bytes working_set) {
  Operation operation;
  operation.collective = collective;
  operation.count = count;
  return {.operations = {operation, operation},
          .policy = policy,
          .buffers = {.use = BufferUse::rotate, .working_set = working_set}};
}

}  // namespace

TEST_CASE("slots are used once each before the first comes back, and then in the same order") {
  const SlotOrder order(1000, 7);
  std::set<std::size_t> seen;
  std::size_t neighbours = 0;
  for (std::size_t i = 0; i < 1000; ++i) {
    seen.insert(order.slot(Iteration{i}));
    CHECK(order.slot(Iteration{i}) == order.slot(Iteration{i + 1000}));
    if (i > 0 && order.slot(Iteration{i}) == order.slot(Iteration{i - 1}) + 1) ++neighbours;
  }
  CHECK(seen.size() == 1000);
  CHECK(*seen.rbegin() == 999);
  CHECK(neighbours < 20);  // of a random order about one
}

TEST_CASE("the order of slots depends on the seed and on nothing else") {
  const SlotOrder one(100, 7), same(100, 7), other(100, 8);
  bool differs = false;
  for (std::size_t i = 0; i < 100; ++i) {
    CHECK(one.slot(Iteration{i}) == same.slot(Iteration{i}));
    differs = differs || one.slot(Iteration{i}) != other.slot(Iteration{i});
  }
  CHECK(differs);
}

TEST_CASE("a slot has each buffer in whole strides of 128 bytes, and there are as many as fill the working set") {
  // Two allreduces of 8 bytes: 2 * (128 + 128); 1 MiB holds 2048 of those.
  const Workload serial = rotating(Collective::allreduce, 2, IssuePolicy::serial, Bytes{1 << 20});
  CHECK(slot_size(serial, 2) == Bytes{512});
  CHECK(slots_of(serial, 2) == 2048);
  CHECK(memory_of(serial, 2) == Bytes{(1 << 20) + 4 * 2048});  // and the order, four bytes a slot
  // Fused: one packed buffer of 16 bytes each way besides.
  CHECK(slot_size(rotating(Collective::allreduce, 2, IssuePolicy::fused, {}), 2) == Bytes{768});
  // In a broadcast a rank has only one of the two; 129 elements are 516 bytes, 640 in strides.
  CHECK(slot_size(rotating(Collective::broadcast, 129, IssuePolicy::serial, {}), 3) == Bytes{1280});
}

TEST_CASE("a working set that is no multiple of a slot is rounded up, and there is always one slot") {
  CHECK(slots_of(rotating(Collective::allreduce, 2, IssuePolicy::serial, Bytes{513}), 2) == 2);
  CHECK(slots_of(rotating(Collective::allreduce, 2, IssuePolicy::serial, Bytes{1}), 2) == 1);
  CHECK(slots_of(rotating(Collective::barrier, 0, IssuePolicy::serial, Bytes{1 << 20}), 2) == 1);
  Workload hot = rotating(Collective::allreduce, 2, IssuePolicy::serial, Bytes{1 << 20});
  for (const BufferUse use : {BufferUse::hot, BufferUse::cold}) {
    hot.buffers.use = use;
    CHECK(slots_of(hot, 2) == 1);
    CHECK(memory_of(hot, 2) < Bytes{1 << 20});
  }
}

TEST_CASE("slots lie beside each other and keep their bytes apart") {
  HostBuffers buffers;
  SlottedBuffer slotted(buffers, Bytes{130}, 3);
  CHECK(slotted.at(1) - slotted.at(0) == 256);
  for (std::size_t slot = 0; slot < 3; ++slot) {
    const std::vector<std::byte> bytes(130, static_cast<std::byte>(slot + 1));
    slotted.write(slot, 0, bytes);
  }
  for (std::size_t slot = 0; slot < 3; ++slot) {
    std::vector<std::byte> bytes(130);
    slotted.read(slot, 0, bytes);
    CHECK(bytes == std::vector<std::byte>(130, static_cast<std::byte>(slot + 1)));
  }
}

TEST_CASE("flushing lines leaves their bytes as they are, at any address and length") {
  std::vector<std::byte> bytes(1000);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i % 251);
  for (const std::size_t from : {0U, 1U, 63U, 500U}) flush_lines(bytes.data() + from, Bytes{499});
  flush_lines(bytes.data(), Bytes{0});
  for (std::size_t i = 0; i < bytes.size(); ++i) REQUIRE(bytes[i] == static_cast<std::byte>(i % 251));
}
