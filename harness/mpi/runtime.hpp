#pragma once

namespace syncbench::mpi {

/// MPI from MPI_Init_thread(FUNNELED) to MPI_Finalize; one object a process. Only the constructing thread calls MPI.
class MpiRuntime {
 public:
  /// Blocks until all processes of the launch have started. Throws Error(unavailable) if MPI cannot give FUNNELED.
  MpiRuntime(int& argc, char**& argv);

  /// Finalises if finish() did not; ignores errors.
  ~MpiRuntime();
  MpiRuntime(const MpiRuntime&) = delete;
  MpiRuntime& operator=(const MpiRuntime&) = delete;

  /// MPI_Finalize. Blocks until all ranks have come here. Throws Error(internal).
  void finish();

 private:
  bool finished_ = false;
};

/// Ends all ranks of the job at once with this exit code; does not return. For errors that other ranks do not know of.
[[noreturn]] void abort_job(int exit_code) noexcept;

}  // namespace syncbench::mpi
