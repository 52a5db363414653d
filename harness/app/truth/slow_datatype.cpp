// A library to preload: every message of a derived datatype is held up before it is sent, as if its data took so long
// to copy, or with SYNCBENCH_TRUTH_WAY=pack MPI_Pack takes that long.
#include <cstring>

#include "harness/app/truth/truth.hpp"

namespace {

bool in_pack() {
  static const bool pack = [] {
    const char* way = std::getenv("SYNCBENCH_TRUTH_WAY");
    return way != nullptr && std::strcmp(way, "pack") == 0;
  }();
  return pack;
}

bool is_derived(MPI_Datatype type) {
  int integers = 0, addresses = 0, types = 0, combiner = 0;
  PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  return combiner != MPI_COMBINER_NAMED;
}

void maybe_delay() {
  static truth::Victim victim;
  if (victim.is_due()) victim.delay();
}

}  // namespace

extern "C" int MPI_Sendrecv(const void* send, int send_count, MPI_Datatype send_type, int to, int send_tag,
                            void* receive, int receive_count, MPI_Datatype receive_type, int from, int receive_tag,
                            MPI_Comm communicator, MPI_Status* status) {
  if (!in_pack() && is_derived(send_type)) maybe_delay();
  return PMPI_Sendrecv(send, send_count, send_type, to, send_tag, receive, receive_count, receive_type, from,
                       receive_tag, communicator, status);
}

extern "C" int MPI_Pack(const void* from, int count, MPI_Datatype type, void* to, int size, int* position,
                        MPI_Comm communicator) {
  if (in_pack()) maybe_delay();
  return PMPI_Pack(from, count, type, to, size, position, communicator);
}
