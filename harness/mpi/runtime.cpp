#include "harness/mpi/runtime.hpp"

#include <cstdlib>

#include <fmt/format.h>
#include <mpi.h>

#include "harness/core/error.hpp"
#include "harness/mpi/check.hpp"

namespace syncbench::mpi {
namespace {

int constant_of(ThreadLevel level) noexcept {
  switch (level) {
    case ThreadLevel::single:
      return MPI_THREAD_SINGLE;
    case ThreadLevel::funneled:
      return MPI_THREAD_FUNNELED;
    case ThreadLevel::serialized:
      return MPI_THREAD_SERIALIZED;
    case ThreadLevel::multiple:
      return MPI_THREAD_MULTIPLE;
  }
  return MPI_THREAD_SINGLE;
}

}  // namespace

MpiRuntime::MpiRuntime(int& argc, char**& argv, ThreadLevel level) {
  if (level == ThreadLevel::single) {
    SYNCBENCH_MPI(MPI_Init(&argc, &argv));
  } else {
    int provided = MPI_THREAD_SINGLE;
    SYNCBENCH_MPI(MPI_Init_thread(&argc, &argv, constant_of(level), &provided));
    if (provided < constant_of(level))
      throw Error(ExitCode::unavailable,
                  fmt::format("this MPI library does not give --mpi-threads {}; leave the option out", name_of(level)));
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

MpiRuntime::~MpiRuntime() {
  if (!finished_) MPI_Finalize();
}

void MpiRuntime::finish() {
  finished_ = true;
  SYNCBENCH_MPI(MPI_Finalize());
}

ThreadLevel thread_level() {
  int provided = MPI_THREAD_SINGLE;
  SYNCBENCH_MPI(MPI_Query_thread(&provided));
  for (const ThreadLevel level : {ThreadLevel::funneled, ThreadLevel::serialized, ThreadLevel::multiple}) {
    if (provided == constant_of(level)) return level;
  }
  return ThreadLevel::single;
}

void abort_job(int exit_code) noexcept {
  MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::_Exit(exit_code);  // an MPI whose abort returns must not let us go on
}

}  // namespace syncbench::mpi
