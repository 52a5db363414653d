#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <syncbench/core/names.hpp>
#include <syncbench/core/units.hpp>
#include <syncbench/kernels/buffer_plan.hpp>
#include <syncbench/kernels/operation.hpp>

namespace syncbench::kernels {

/// How the operations of a storm are issued.
enum class IssuePolicy {
  serial,     ///< wait after each
  pipelined,  ///< post all, wait for all
  fused,      ///< pack into one buffer, one operation, unpack
};

/// What one sample consists of.
struct Workload {
  std::vector<Operation> operations;
  IssuePolicy policy = IssuePolicy::serial;
  BufferPlan buffers{};
  bool operator==(const Workload&) const = default;
};

/// Bytes that one rank has in its send buffers, and in its receive buffers, over all operations.
struct Traffic {
  Bytes send, receive;
};
Traffic traffic_of(const Workload& workload, Rank rank, int ranks) noexcept;

/// The most that any rank sends, and receives: what a point's `bytes_send` and `bytes_receive` mean.
Traffic largest_traffic(const Workload& workload, int ranks) noexcept;

/// Bytes that one slot of a rank's buffers takes in whole strides, the most of any rank, fused copies included.
Bytes slot_size(const Workload& workload, int ranks) noexcept;

/// Slots that the workload's buffers go over: enough for the working set with BufferUse::rotate, else one.
std::size_t slots_of(const Workload& workload, int ranks) noexcept;

/// Memory that one rank's buffers take, the most of any rank, fused copies and all slots included.
Bytes memory_of(const Workload& workload, int ranks) noexcept;

}  // namespace syncbench::kernels

template <>
struct syncbench::Names<syncbench::kernels::IssuePolicy> {
  static constexpr std::array<std::pair<kernels::IssuePolicy, std::string_view>, 3> table{{
      {kernels::IssuePolicy::serial, "serial"},
      {kernels::IssuePolicy::pipelined, "pipelined"},
      {kernels::IssuePolicy::fused, "fused"},
  }};
};
