#pragma once

#include <memory>

#include "kernels/backends/mpi/programs.hpp"

namespace syncbench::kernels::mpi_backend {

/// The most messages that one operation is taken apart into.
inline constexpr std::size_t kMostMessages = 16'384;

/// What this backend cannot do of a workload that packs somehow, in words; empty if it can.
std::string reason_against_packing(const Workload& workload);

/// The program for the workload's packing: a ring of one message in its layout. Throws std::bad_alloc, Error(internal).
/// Precondition: reason_against_packing() is empty, and the packing is not Packing::none.
std::unique_ptr<Program> make_packed_program(const Workload& workload, const Context& context);

}  // namespace syncbench::kernels::mpi_backend
