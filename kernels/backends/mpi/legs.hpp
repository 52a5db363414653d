#pragma once

#include <optional>
#include <vector>

#include <mpi.h>

#include "kernels/backends/mpi/call.hpp"

namespace syncbench::kernels::mpi_backend {

/// Of every message that an operation consists of; order alone tells messages of several operations apart, as MPI's
/// messages between two ranks do not overtake each other.
inline constexpr int kLegTag = 1;

/// A message of one operation, or a whole collective of MPI's own: what one request stands for.
struct Leg {
  enum class Kind { collective, send, receive };
  Kind kind = Kind::collective;
  std::byte* buffer = nullptr;
  int peer = MPI_PROC_NULL;
};

/// A leg, and the one that answers it: the root of a centre sends back as soon as it has received.
struct LegAndAnswer {
  Leg leg;
  std::optional<Leg> answer;
};

/// What an operation consists of on this rank, in the order of posting.
std::vector<LegAndAnswer> legs_of(const Call& call);

/// Starts a leg. Throws Error(internal).
void post(const Call& call, const Leg& leg, MPI_Request& request);

/// Makes a persistent request of a leg, to be started again and again. Collective in order where the leg is a
/// collective. Throws Error(internal). Precondition: for collectives, the library has persistent ones.
void prepare(const Call& call, const Leg& leg, MPI_Request& request);

}  // namespace syncbench::kernels::mpi_backend
