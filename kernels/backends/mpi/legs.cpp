#include "kernels/backends/mpi/legs.hpp"

#include "harness/mpi/check.hpp"
#include "kernels/backends/mpi/persistent.hpp"

namespace syncbench::kernels::mpi_backend {
namespace {

LegAndAnswer receive_from(std::byte* buffer, int peer) {
  return {.leg = {.kind = Leg::Kind::receive, .buffer = buffer, .peer = peer}, .answer = {}};
}

LegAndAnswer send_to(std::byte* buffer, int peer) {
  return {.leg = {.kind = Leg::Kind::send, .buffer = buffer, .peer = peer}, .answer = {}};
}

std::vector<LegAndAnswer> legs_of_the_centre(const Call& call) {
  std::vector<LegAndAnswer> legs;
  for (int peer = 0; peer < call.ranks; ++peer) {
    if (peer == call.rank) continue;
    LegAndAnswer asked = receive_from(call.receive + static_cast<std::size_t>(peer) * call.block_bytes, peer);
    asked.answer = send_to(call.send, peer).leg;
    legs.push_back(asked);
  }
  return legs;
}

}  // namespace

std::vector<LegAndAnswer> legs_of(const Call& call) {
  if (call.collective == Collective::ring)
    return {receive_from(call.receive, (call.rank + call.ranks - 1) % call.ranks),
            send_to(call.send, (call.rank + 1) % call.ranks)};
  if (call.collective != Collective::centre) return {LegAndAnswer{}};
  if (call.is_root()) return legs_of_the_centre(call);
  return {receive_from(call.receive, call.root), send_to(call.send, call.root)};
}

void post(const Call& call, const Leg& leg, MPI_Request& request) {
  switch (leg.kind) {
    case Leg::Kind::collective:
      post(call, request);
      return;
    case Leg::Kind::send:
      SYNCBENCH_MPI(MPI_Isend(leg.buffer, call.count, call.type, leg.peer, kLegTag, call.communicator, &request));
      return;
    case Leg::Kind::receive:
      SYNCBENCH_MPI(MPI_Irecv(leg.buffer, call.count, call.type, leg.peer, kLegTag, call.communicator, &request));
      return;
  }
}

void prepare(const Call& call, const Leg& leg, MPI_Request& request) {
  switch (leg.kind) {
    case Leg::Kind::collective:
      prepare_collective(call, request);
      return;
    case Leg::Kind::send:
      SYNCBENCH_MPI(MPI_Send_init(leg.buffer, call.count, call.type, leg.peer, kLegTag, call.communicator, &request));
      return;
    case Leg::Kind::receive:
      SYNCBENCH_MPI(MPI_Recv_init(leg.buffer, call.count, call.type, leg.peer, kLegTag, call.communicator, &request));
      return;
  }
}

}  // namespace syncbench::kernels::mpi_backend
