#pragma once

#include <mpi.h>

namespace syncbench::mpi {

/// Throws what check() throws.
[[noreturn]] void fail(int code, const char* expression);

/// Throws Error(internal) with rank, host, expression and MPI's own words unless `code` is MPI_SUCCESS. Only codes of
/// communicators whose errors return come here: Communicator sees to that.
inline void check(int code, const char* expression) {
  if (code != MPI_SUCCESS) [[unlikely]]
    fail(code, expression);
}

/// Name of this host, as MPI tells it (valid between MPI_Init and MPI_Finalize).
const char* host_name();

}  // namespace syncbench::mpi

/// Calls MPI and throws on failure.
#define SYNCBENCH_MPI(call) ::syncbench::mpi::check((call), #call)
