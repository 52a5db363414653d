#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/names.hpp"
#include "harness/core/nanos.hpp"
#include "harness/core/units.hpp"
#include "kernels/buffer_plan.hpp"
#include "kernels/cycle.hpp"
#include "kernels/operation.hpp"
#include "kernels/step.hpp"

namespace syncbench::kernels {

/// How the operations of a storm are issued.
enum class IssuePolicy {
  serial,      ///< wait after each
  pipelined,   ///< post all, wait for all
  grouped,     ///< prepared beforehand, started by one call, wait for all
  fused,       ///< pack into one buffer, one operation, unpack
  bucketed,    ///< pack into buffers of limited size, one operation each, unpack
  overlapped,  ///< post all, compute, wait for all
};

/// How a message that does not lie together is brought to the library.
enum class Packing {
  none,             ///< as it lies: contiguous
  datatype,         ///< the library is told the layout, by a derived datatype that was made beforehand
  list_datatype,    ///< the same, but described as a list of all stretches of memory
  nested_datatype,  ///< the same, but described as one stretch whose extent reaches to the next, so many times
  new_datatype,     ///< as datatype, and it is made and freed each time
  library,          ///< packed and unpacked by the library (MPI_Pack), sent in between
  hand,             ///< packed and unpacked by the application
  messages,         ///< each stretch of memory is a message of its own
};

/// When a bucket of IssuePolicy::bucketed is full. Defaults: those of PyTorch's DistributedDataParallel.
struct BucketLimits {
  Bytes first{std::size_t{1} << 20};  ///< of the first bucket, small so that sending begins early
  Bytes rest{std::size_t{25} << 20};  ///< of all others
  bool operator==(const BucketLimits&) const = default;
};

/// What one sample consists of.
struct Workload {
  std::vector<Operation> operations;  ///< in the order in which they are issued
  IssuePolicy policy = IssuePolicy::serial;
  BucketLimits buckets{};           ///< for IssuePolicy::bucketed
  Nanos compute{0};                 ///< for IssuePolicy::overlapped: how long the rank is busy before it waits
  Packing packing = Packing::none;  ///< other than none: of one operation, and the policy is serial
  bool mark_each = false;           ///< mark each operation's end, at the price of a clock reading each
  BufferPlan buffers{};
  std::string algorithm{};  ///< of the library, by the name that its backend knows; empty: what the library chooses
  Step step{};  ///< what else is done in the timed region; then the policy is serial and marks are the step's
  std::optional<Cycle>
      cycle{};  ///< the library is made anew in each iteration; then there is one operation and no step
  bool operator==(const Workload&) const = default;
};

/// Whether it packs into a buffer of its own.
constexpr bool packs(Packing packing) noexcept { return packing == Packing::library || packing == Packing::hand; }

/// The policy with its numbers, as users write it: "bucketed:1M,25M", "overlapped:100".
std::string policy_text(const Workload& workload);

/// The operations' element type, or "mixed". Precondition: there is an operation.
std::string_view type_text(const Workload& workload) noexcept;

/// The marks that every backend's program sets for the workload, in order:
/// - fused: "packed", "exchanged"; what follows is unpacking;
/// - bucketed: "packed 1", "posted 1", "packed 2", … and then "exchanged 1", "unpacked 1", "exchanged 2", …;
/// - overlapped: "posted", "computed";
/// - with a step: those of the step alone (step.hpp);
/// - with a cycle: those of the cycle alone (cycle.hpp);
/// - with Packing::library and hand: "packed", "exchanged"; what follows is unpacking;
/// - with Packing::new_datatype: "made", "exchanged"; what follows is freeing;
/// - with mark_each and a policy that leaves the operations apart, "done 1" … as well, in the operations' order.
std::vector<std::string> mark_names_of(const Workload& workload, int ranks);

/// Bytes that one rank has in its send buffers, and in its receive buffers, over all operations.
struct Traffic {
  Bytes send, receive;
};
Traffic traffic_of(const Workload& workload, Rank rank, int ranks) noexcept;

/// The most that any rank sends, and receives: what a point's `bytes_send` and `bytes_receive` mean.
Traffic largest_traffic(const Workload& workload, int ranks) noexcept;

/// Bytes that one slot of a rank's buffers takes in whole strides, the most of any rank, copies of fused and bucketed
/// included.
Bytes slot_size(const Workload& workload, int ranks);

/// Slots that the workload's buffers go over: enough for the working set with BufferUse::rotate, else one.
std::size_t slots_of(const Workload& workload, int ranks);

/// Memory that one rank's buffers take, the most of any rank: whole pages, the copies of fused and bucketed, all
/// slots and what a step takes included.
Bytes memory_of(const Workload& workload, int ranks);

/// The part of it that fused, bucketed and packing need for their copies, in payload bytes of one slot; else 0.
Bytes extra_bytes_of(const Workload& workload, int ranks);

/// How many operations the library is given in an iteration: fewer than there are where they are merged.
std::size_t issued_operations(const Workload& workload, int ranks);

}  // namespace syncbench::kernels

template <>
struct syncbench::Names<syncbench::kernels::Packing> {
  static constexpr std::array<std::pair<kernels::Packing, std::string_view>, 8> table{{
      {kernels::Packing::none, "none"},
      {kernels::Packing::datatype, "datatype"},
      {kernels::Packing::list_datatype, "list-datatype"},
      {kernels::Packing::nested_datatype, "nested-datatype"},
      {kernels::Packing::new_datatype, "new-datatype"},
      {kernels::Packing::library, "mpi-pack"},
      {kernels::Packing::hand, "hand"},
      {kernels::Packing::messages, "messages"},
  }};
};

template <>
struct syncbench::Names<syncbench::kernels::IssuePolicy> {
  static constexpr std::array<std::pair<kernels::IssuePolicy, std::string_view>, 6> table{{
      {kernels::IssuePolicy::serial, "serial"},
      {kernels::IssuePolicy::pipelined, "pipelined"},
      {kernels::IssuePolicy::grouped, "grouped"},
      {kernels::IssuePolicy::fused, "fused"},
      {kernels::IssuePolicy::bucketed, "bucketed"},
      {kernels::IssuePolicy::overlapped, "overlapped"},
  }};
};
