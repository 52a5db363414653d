#include "harness/app/launcher.hpp"

#include <filesystem>
#include <map>

#include <unistd.h>

#include "harness/app/meeting_place.hpp"
#include "harness/app/step_ender.hpp"
#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using app::Launcher;
using Catch::Matchers::ContainsSubstring;

namespace {

Launcher launched_with(std::map<std::string, std::string> variables) {
  return app::detect_launcher([variables](const char* name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  });
}

}  // namespace

TEST_CASE("nobody started a process without a launcher's variables, and it speaks for itself") {
  const Launcher launcher = launched_with({});
  CHECK(launcher.name.empty());
  CHECK(app::speaks(launcher));
  CHECK_FALSE(app::mismatch(launcher, 1, "Open MPI"));
}

TEST_CASE("each launcher is known by its variables, and its first process speaks") {
  const Launcher mpirun =
      launched_with({{"OMPI_COMM_WORLD_SIZE", "4"}, {"OMPI_COMM_WORLD_RANK", "3"}, {"PMIX_RANK", "3"}});
  CHECK(mpirun.name == "mpirun");
  CHECK(mpirun.tasks == 4);
  CHECK_FALSE(app::speaks(mpirun));
  const Launcher srun = launched_with({{"SLURM_STEP_NUM_TASKS", "8"}, {"SLURM_PROCID", "0"}, {"PMIX_RANK", "0"}});
  CHECK(srun.name == "srun");
  CHECK(srun.tasks == 8);
  CHECK(app::speaks(srun));
  const Launcher hydra = launched_with({{"PMI_SIZE", "2"}, {"PMI_RANK", "1"}});
  CHECK(hydra.name == "mpiexec");
  CHECK_FALSE(app::speaks(hydra));
}

TEST_CASE("mpirun inside a Slurm job counts its own tasks, not its daemon's step") {
  const Launcher launcher = launched_with({{"SLURM_STEP_NUM_TASKS", "2"},
                                           {"SLURM_PROCID", "1"},
                                           {"OMPI_COMM_WORLD_SIZE", "16"},
                                           {"OMPI_COMM_WORLD_RANK", "0"}});
  CHECK(launcher.name == "mpirun");
  CHECK(launcher.tasks == 16);
  CHECK(app::speaks(launcher));
}

TEST_CASE("more tasks than MPI sees is a mismatch that says what to try") {
  const Launcher srun = launched_with({{"SLURM_STEP_NUM_TASKS", "4"}, {"SLURM_PROCID", "0"}});
  CHECK_THAT(app::mismatch(srun, 1, "Open MPI v4").value(),
             ContainsSubstring("srun started 4 tasks but MPI sees 1; try srun --mpi=pmix"));
  const Launcher mpirun = launched_with({{"OMPI_COMM_WORLD_SIZE", "2"}, {"OMPI_COMM_WORLD_RANK", "0"}});
  CHECK_THAT(app::mismatch(mpirun, 1, "MPICH Version: 4.0").value(),
             ContainsSubstring("mpirun started 2 tasks but MPI sees 1") && ContainsSubstring("MPICH Version: 4.0"));
  CHECK_FALSE(app::mismatch(mpirun, 2, "MPICH"));
  CHECK_FALSE(app::mismatch(mpirun, 4, "MPICH"));
}

TEST_CASE("srun without an interface that Open MPI could use is known before MPI is up") {
  const Launcher none = launched_with({{"SLURM_STEP_NUM_TASKS", "2"}, {"SLURM_PROCID", "0"}});
  CHECK_THAT(app::early_mismatch(none, "Open MPI v4.1.4").value(),
             ContainsSubstring("srun started 2 tasks but MPI sees 1; try srun --mpi=pmix"));
  CHECK_FALSE(app::early_mismatch(none, "MPICH Version: 4.0.2"));
  const Launcher pmix = launched_with({{"SLURM_STEP_NUM_TASKS", "2"}, {"SLURM_PROCID", "0"}, {"PMIX_RANK", "0"}});
  CHECK_FALSE(app::early_mismatch(pmix, "Open MPI v4.1.4"));
  CHECK_FALSE(app::early_mismatch(launched_with({{"SLURM_STEP_NUM_TASKS", "1"}}), "Open MPI v4.1.4"));
  CHECK_FALSE(app::early_mismatch(launched_with({}), "Open MPI v4.1.4"));
}

TEST_CASE("variables that are no numbers are as good as not set") {
  const Launcher launcher = launched_with({{"PMI_SIZE", "many"}, {"PMI_RANK", "-1"}});
  CHECK_FALSE(launcher.tasks);
  CHECK(app::speaks(launcher));
}

TEST_CASE("a launch is known by its process manager's name, and where that has none by the step of the job") {
  const Launcher mpirun = launched_with({{"OMPI_COMM_WORLD_SIZE", "4"}, {"PMIX_NAMESPACE", "417/1"}});
  CHECK(mpirun.job == "417_1");  // it becomes part of a file's name
  CHECK(launched_with({{"SLURM_STEP_NUM_TASKS", "2"}, {"SLURM_JOB_ID", "12"}, {"SLURM_STEP_ID", "0"}}).job ==
        "slurm-12.0");
  CHECK(launched_with({{"PMI_SIZE", "2"}, {"PMI_RANK", "1"}}).job.empty());
}

TEST_CASE("whether all processes are on one host is known from the launcher or taken for no") {
  CHECK(launched_with({{"OMPI_COMM_WORLD_SIZE", "4"}, {"OMPI_COMM_WORLD_LOCAL_SIZE", "4"}}).one_host);
  CHECK_FALSE(launched_with({{"OMPI_COMM_WORLD_SIZE", "4"}, {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}}).one_host);
  CHECK(launched_with({{"PMI_SIZE", "2"}, {"MPI_LOCALNRANKS", "2"}}).one_host);
  CHECK(launched_with({{"SLURM_STEP_NUM_TASKS", "2"}, {"SLURM_STEP_NUM_NODES", "1"}}).one_host);
  CHECK_FALSE(launched_with({{"SLURM_STEP_NUM_TASKS", "2"}, {"SLURM_STEP_NUM_NODES", "2"}}).one_host);
  CHECK_FALSE(launched_with({{"PMI_SIZE", "2"}}).one_host);
}

namespace {

std::string meeting_folder(const Launcher& launcher, const std::string& out) {
  const auto environment = [](const char* name) -> std::optional<std::string> {
    if (std::string_view(name) == "TMPDIR") return "/scratch";
    return std::nullopt;
  };
  return app::meeting_place(launcher, environment, out, 4711).folder;
}

}  // namespace

TEST_CASE("ranks of one host meet where temporary files are, others beside the result") {
  const std::string user = std::to_string(getuid());
  Launcher launcher{.name = "mpirun", .rank = 1, .tasks = 2, .one_host = true, .job = "41"};
  CHECK(meeting_folder(launcher, "/results/x.h5") == "/scratch/.syncbench-hang-" + user + "-41");
  launcher.job.clear();
  CHECK(meeting_folder(launcher, {}) == "/scratch/.syncbench-hang-" + user + "-of-4711");
  launcher.one_host = false;
  CHECK(meeting_folder(launcher, "/results/x.h5").empty());  // nothing tells this launch from others
  launcher.job = "slurm-7.0";
  CHECK(meeting_folder(launcher, "/results/x.h5") == "/results/.syncbench-hang-" + user + "-slurm-7.0");
  CHECK(meeting_folder(launcher, "/") == "/.syncbench-hang-" + user + "-slurm-7.0");
  launcher.rank = std::nullopt;
  CHECK(meeting_folder(launcher, "/results/x.h5").empty());
}

TEST_CASE("only a step of srun needs a command to end it, and the program must be there") {
  std::map<std::string, std::string> variables{
      {"PATH", "relative:/nowhere:/bin"}, {"SLURM_JOB_ID", "7"}, {"SLURM_STEP_ID", "0"}};
  const auto environment = [&variables](const char* name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
  const Launcher srun{.name = "srun", .rank = 0, .tasks = 2, .job = {}};
  CHECK(app::step_ender(srun, environment).empty() != std::filesystem::exists("/bin/scancel"));
  variables["PATH"] = "relative:/nowhere";
  CHECK(app::step_ender(srun, environment).empty());
  variables["PATH"] = "/bin";
  variables.erase("SLURM_STEP_ID");
  CHECK(app::step_ender(srun, environment).empty());
  CHECK(app::step_ender({.name = "mpirun", .rank = 0, .tasks = 2, .job = {}}, environment).empty());
}
