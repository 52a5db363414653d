#include "runtime.hpp"

#include <cstdlib>

#include <mpi.h>

#include "check.hpp"
#include <syncbench/core/error.hpp>

namespace syncbench::mpi {

MpiRuntime::MpiRuntime(int& argc, char**& argv) {
  int provided = MPI_THREAD_SINGLE;
  SYNCBENCH_MPI(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided));
  if (provided < MPI_THREAD_FUNNELED)
    throw Error(ExitCode::unavailable,
                "this MPI library gives no MPI_THREAD_FUNNELED, which syncbench needs for its watchdog");
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

MpiRuntime::~MpiRuntime() {
  if (!finished_) MPI_Finalize();
}

void MpiRuntime::finish() {
  finished_ = true;
  SYNCBENCH_MPI(MPI_Finalize());
}

void abort_job(int exit_code) noexcept {
  MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::_Exit(exit_code);  // an MPI whose abort returns must not let us go on
}

}  // namespace syncbench::mpi
