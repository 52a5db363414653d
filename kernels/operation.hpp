#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/collective.hpp"
#include "harness/core/names.hpp"
#include "harness/core/units.hpp"
#include "kernels/element_type.hpp"
#include "kernels/layout.hpp"

namespace syncbench::kernels {

enum class ReduceOp { sum };

/// Where a buffer lives.
enum class Placement { host };

/// Who takes part: the listed ranks in that order, or everyone if the list is empty.
struct Group {
  std::vector<Rank> ranks;
  bool everyone() const noexcept { return ranks.empty(); }
  bool operator==(const Group&) const = default;
};

/// One collective operation as a value: what to do, not how.
struct Operation {
  Collective collective = Collective::allreduce;
  ElementType type = ElementType::f32;
  ReduceOp op = ReduceOp::sum;
  std::size_t count = 0;  ///< elements of one rank's message, or of one block where buffers have a block a rank
  Group participants;
  Rank root{0};
  Layout layout{};  ///< of the message in the send buffer, and in the receive buffer
  Placement placement = Placement::host;
  bool operator==(const Operation&) const = default;
};

}  // namespace syncbench::kernels

template <>
struct syncbench::Names<syncbench::kernels::ReduceOp> {
  static constexpr std::array<std::pair<kernels::ReduceOp, std::string_view>, 1> table{
      {{kernels::ReduceOp::sum, "sum"}}};
};

template <>
struct syncbench::Names<syncbench::kernels::Placement> {
  static constexpr std::array<std::pair<kernels::Placement, std::string_view>, 1> table{
      {{kernels::Placement::host, "host"}}};
};
