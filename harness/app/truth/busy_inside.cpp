// A library to preload: one rank is busy inside the operation, before it gives the others anything, every N-th call.
#include "harness/app/truth/truth.hpp"

namespace {

void maybe_delay(MPI_Datatype type) {
  static truth::Victim victim;
  if (truth::is_timed(type) && victim.is_due()) victim.delay();
}

}  // namespace

extern "C" int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                             MPI_Comm communicator) {
  maybe_delay(type);
  return PMPI_Allreduce(send, receive, count, type, op, communicator);
}

extern "C" int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm communicator) {
  maybe_delay(type);
  return PMPI_Bcast(buffer, count, type, root, communicator);
}

extern "C" int MPI_Reduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, int root,
                          MPI_Comm communicator) {
  maybe_delay(type);
  return PMPI_Reduce(send, receive, count, type, op, root, communicator);
}

extern "C" int MPI_Sendrecv(const void* send, int send_count, MPI_Datatype send_type, int to, int send_tag,
                            void* receive, int receive_count, MPI_Datatype receive_type, int from, int receive_tag,
                            MPI_Comm communicator, MPI_Status* status) {
  maybe_delay(send_type);
  return PMPI_Sendrecv(send, send_count, send_type, to, send_tag, receive, receive_count, receive_type, from,
                       receive_tag, communicator, status);
}

extern "C" int MPI_Send(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm communicator) {
  maybe_delay(type);
  return PMPI_Send(buffer, count, type, to, tag, communicator);
}

extern "C" int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm communicator,
                         MPI_Request* request) {
  maybe_delay(type);
  return PMPI_Isend(buffer, count, type, to, tag, communicator, request);
}
