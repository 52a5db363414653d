#pragma once

#include <functional>
#include <optional>
#include <string>

namespace syncbench::app {

/// Reads an environment variable; nothing if it is not set. Injected, so that launches are tested without launchers.
using Environment = std::function<std::optional<std::string>(const char* name)>;

/// The environment of this process.
Environment process_environment();

/// What the process that started us says of the launch, before MPI is asked.
struct Launcher {
  std::string name;          ///< "mpirun", "srun", "mpiexec", or empty where nobody started us
  std::optional<int> rank;   ///< this process's number in the launch
  std::optional<int> tasks;  ///< processes that were started
  bool one_host = false;     ///< all of them are certainly on this host
  std::string job;           ///< the same in all of them and in no other launch of the time; empty: nothing says it
  int launch = 0;            ///< which launch of several it is, as SYNCBENCH_LAUNCH says
  bool introduces = false;   ///< it lets them find each other: a process manager's interface (PMIx or PMI) is there
};

/// Never fails: what is not said, or is no number, is left out.
Launcher detect_launcher(const Environment& environment);

/// Does this process speak for its launch? Before MPI is up, only the launcher's first process does, so that a mistake
/// is reported once and not once per rank.
bool speaks(const Launcher& launcher);

/// The sentence to end with when the launcher started more tasks than MPI sees, which happens when program and launcher
/// belong to different MPI libraries: each task then runs alone and all write one file. Nothing if all is well.
std::optional<std::string> mismatch(const Launcher& launcher, int mpi_size, const std::string& mpi_library);

/// The same sentence, where it can be known before MPI is up: srun without a process manager's interface, under which
/// Open MPI ends every task with a page of its own text. Nothing if all is well or nobody can tell.
std::optional<std::string> early_mismatch(const Launcher& launcher, const std::string& mpi_library);

}  // namespace syncbench::app
