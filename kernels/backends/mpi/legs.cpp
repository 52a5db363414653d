#include "kernels/backends/mpi/legs.hpp"

#include <algorithm>

#include "harness/core/schedule.hpp"
#include "harness/mpi/check.hpp"
#include "kernels/backends/mpi/persistent.hpp"

namespace syncbench::kernels::mpi_backend {
namespace {

std::byte* block(const Call& call, std::size_t number) { return call.receive + number * call.block_bytes; }

// From where a message is sent: this rank's own data, or the block into which those of another rank were received.
std::byte* source(const Call& call, const ScheduledSend& send, const std::vector<ScheduledReceive>& receives) {
  if (send.origin.value == call.rank) return call.send;
  const auto brought = std::find_if(receives.begin(), receives.end(),
                                    [&](const ScheduledReceive& each) { return each.origin == send.origin; });
  return block(call, brought->block);
}

}  // namespace

std::vector<LegAndAnswers> legs_of(const Call& call) {
  if (!is_pattern(call.collective)) return {LegAndAnswers{}};
  const RankSchedule part = schedule_of(call.collective, Rank{call.rank}, call.ranks, Rank{call.root});
  std::vector<LegAndAnswers> legs;
  for (const ScheduledReceive& each : part.receives) {
    const Leg receive{.kind = Leg::Kind::receive, .buffer = block(call, each.block), .peer = each.from.value};
    legs.push_back({.leg = receive, .answers = {}});
  }
  for (const ScheduledSend& each : part.sends) {
    const Leg send{.kind = Leg::Kind::send, .buffer = source(call, each, part.receives), .peer = each.to.value};
    if (!each.after) {
      legs.push_back({.leg = send, .answers = {}});
      continue;
    }
    const auto asked = std::find_if(legs.begin(), legs.end(), [&](const LegAndAnswers& leg) {
      return leg.leg.kind == Leg::Kind::receive && leg.leg.peer == each.after->value;
    });
    asked->answers.push_back(send);
  }
  return legs;
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
