#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "harness/core/names.hpp"

namespace syncbench::mpi {

/// Which threads may call MPI, as the standard names it. A library may pay for a higher level in every call.
enum class ThreadLevel {
  single,      ///< the process has one thread; MPI_Init asks for it
  funneled,    ///< only the thread that initialised MPI calls it
  serialized,  ///< any thread, one at a time
  multiple,    ///< any thread at any time; what many frameworks ask for
};

/// MPI from its initialisation to MPI_Finalize; one object a process. Only the constructing thread calls MPI, whatever
/// the level.
class MpiRuntime {
 public:
  /// Calls MPI_Init for `single`, so that a run is what an ordinary program gets, and MPI_Init_thread for the others.
  /// Blocks until all processes of the launch have started. Throws Error(unavailable) where the library does not give
  /// the level, Error(internal) where initialising fails.
  MpiRuntime(int& argc, char**& argv, ThreadLevel level = ThreadLevel::single);

  /// Finalises if finish() did not; ignores errors.
  ~MpiRuntime();
  MpiRuntime(const MpiRuntime&) = delete;
  MpiRuntime& operator=(const MpiRuntime&) = delete;

  /// MPI_Finalize. Blocks until all ranks have come here. Throws Error(internal).
  void finish();

 private:
  bool finished_ = false;
};

/// The level that MPI works at, which may be higher than the one that was asked for: libraries have variables for it.
/// Does not block. Throws Error(internal).
ThreadLevel thread_level();

/// Ends all ranks of the job at once with this exit code; does not return. For errors that other ranks do not know of.
[[noreturn]] void abort_job(int exit_code) noexcept;

}  // namespace syncbench::mpi

template <>
struct syncbench::Names<syncbench::mpi::ThreadLevel> {
  static constexpr std::array<std::pair<mpi::ThreadLevel, std::string_view>, 4> table{{
      {mpi::ThreadLevel::single, "single"},
      {mpi::ThreadLevel::funneled, "funneled"},
      {mpi::ThreadLevel::serialized, "serialized"},
      {mpi::ThreadLevel::multiple, "multiple"},
  }};
};
