#pragma once

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

/// A leg, and the messages that this rank sends as soon as the leg has arrived.
struct LegAndAnswers {
  Leg leg;
  std::vector<Leg> answers;
};

/// What an operation consists of on this rank, in the order of posting. A pattern's legs follow from its schedule.
/// Throws std::bad_alloc.
std::vector<LegAndAnswers> legs_of(const Call& call);

/// Starts a leg. Throws Error(internal).
void post(const Call& call, const Leg& leg, MPI_Request& request);

/// Makes a persistent request of a leg, to be started again and again. Collective in order where the leg is a
/// collective. Throws Error(internal). Precondition: for collectives, the library has persistent ones.
void prepare(const Call& call, const Leg& leg, MPI_Request& request);

}  // namespace syncbench::kernels::mpi_backend
