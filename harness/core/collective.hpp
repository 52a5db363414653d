#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "harness/core/names.hpp"

namespace syncbench {

/// The communication patterns that points are about, by their meaning, not by any library's calls.
enum class Collective {
  allreduce,
  broadcast,
  barrier,
  reduce,
  reduce_scatter,
  allgather,
  all_to_all,
  gather,
  scatter,
  scan,
  exscan,
  ring,    ///< send to the next rank, receive from the one before
  centre,  ///< every rank sends to the root and gets its answer back
};

/// Whether one of the ranks is its root.
constexpr bool has_root(Collective collective) noexcept {
  switch (collective) {
    case Collective::broadcast:
    case Collective::reduce:
    case Collective::gather:
    case Collective::scatter:
    case Collective::centre:
      return true;
    case Collective::allreduce:
    case Collective::barrier:
    case Collective::reduce_scatter:
    case Collective::allgather:
    case Collective::all_to_all:
    case Collective::scan:
    case Collective::exscan:
    case Collective::ring:
      break;
  }
  return false;
}

template <>
struct Names<Collective> {
  static constexpr std::array<std::pair<Collective, std::string_view>, 13> table{{
      {Collective::allreduce, "allreduce"},
      {Collective::broadcast, "broadcast"},
      {Collective::barrier, "barrier"},
      {Collective::reduce, "reduce"},
      {Collective::reduce_scatter, "reduce-scatter"},
      {Collective::allgather, "allgather"},
      {Collective::all_to_all, "all-to-all"},
      {Collective::gather, "gather"},
      {Collective::scatter, "scatter"},
      {Collective::scan, "scan"},
      {Collective::exscan, "exscan"},
      {Collective::ring, "ring"},
      {Collective::centre, "centre"},
  }};
};

}  // namespace syncbench
