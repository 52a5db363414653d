#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/app/plan.hpp"
#include "harness/app/rank_facts.hpp"
#include "harness/machine/seat.hpp"
#include "harness/machine/thread_binding.hpp"
#include "kernels/backend.hpp"
#include "kernels/host_buffers.hpp"

namespace syncbench::app {

/// Rank 0's machine on all ranks: plans are made for it, so that they are the same everywhere. Collective; throws
/// Error(internal).
machine::NumaMap agreed_numa_map(const mpi::Communicator& world, const machine::NumaMap& own);

/// A rank among those of its host.
machine::Occupant occupant_of(const std::vector<RankFacts>& facts, Rank rank);

/// Where this rank sits, point by point: chooses processors and memory for points that ask for some, and goes home
/// afterwards.
class Seats {
 public:
  /// `planned`: the machine that plans were made for; `own`: the one that there is. `buffers` outlive it.
  Seats(machine::NumaMap planned, machine::NumaMap own, machine::Occupant occupant, kernels::HostBuffers& buffers);

  /// Why this rank cannot sit as the point asks; empty if it can. Local: the caller lets all ranks decide together.
  /// Tries whether the system allows it.
  std::string against(const suite::Point& point);

  /// The program of a probe of memory; this rank works if it is its host's first.
  std::unique_ptr<Program> prepare(const kernels::Probe& probe);

  /// The backend's program for a workload, with its buffers and its runs where the point asks for. Throws as
  /// Backend::prepare() does.
  std::unique_ptr<Program> prepare(const suite::Point& point, kernels::Backend& backend, Rank rank, int ranks);

  void go_home() noexcept { binding_.go_home(); }

 private:
  bool is_the_only_memory(int node) const;

  machine::NumaMap planned_, own_;
  machine::Occupant occupant_;
  kernels::HostBuffers& buffers_;
  machine::ThreadBinding binding_;
};

}  // namespace syncbench::app
