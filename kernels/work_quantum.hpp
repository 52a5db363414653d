#pragma once

#include <cstdint>
#include <memory>

#include "harness/core/clock.hpp"
#include "harness/core/program.hpp"
#include "harness/mpi/communicator.hpp"
#include "kernels/probe.hpp"

namespace syncbench::kernels {

/// So many steps of a chain in which each needs the last one's result (xorshift of Marsaglia 2003), so that no
/// processor can do two at once and no compiler leaves one out. Returns the end of the chain; 0 is its one fixed point.
std::uint64_t work(std::uint64_t steps, std::uint64_t seed) noexcept;

/// Steps that take `length` by this clock when nothing disturbs them: from the fastest of several tries. At least 1.
/// Blocks for a few times the length. A length under 1 µs counts as 1 µs.
std::uint64_t steps_for(Nanos length, Clock clock);

/// A program that works the quantum on every rank: as many steps everywhere as rank 0 needs for its length (Fixed work
/// quanta: Sottile & Minnich 2004; Hoefler, Schneider & Lumsdaine 2010). Collective; throws Error(internal).
std::unique_ptr<Program> prepare(const WorkQuantum& quantum, const mpi::Communicator& communicator, Clock clock);

}  // namespace syncbench::kernels
