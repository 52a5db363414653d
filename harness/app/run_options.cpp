#include "harness/app/run_options.hpp"

#include "kernels/backend.hpp"
#include "suites/suite/suite_registration.hpp"

namespace syncbench::app {
namespace {

std::vector<std::string> suite_choices() {
  std::vector<std::string> names;
  for (const suite::Suite* each : suite::Suite::all()) names.emplace_back(each->name());
  names.emplace_back("all");
  return names;
}

std::vector<std::string> backend_choices() {
  std::vector<std::string> names;
  for (const kernels::BackendRegistration* each : kernels::BackendRegistration::all()) names.emplace_back(each->name());
  return names;
}

// The module that has them need not be here. What a collective lacks is not measured, with that reason.
std::vector<std::string> gloo_algorithm_choices() {
  return {"auto",        "ring",       "bcube",      "ring-whole", "ring-chunked", "halving-doubling",
          "bcube-bound", "one-to-all", "all-to-all", "all-to-one", "vector"};
}

}  // namespace

void declare(suite::OptionSet& set, RunOptions& o) {
  o.profile = set.profile();
  const Treatment treatment = treatment_of(set.profile());
  o.precision = treatment.stop.precision;
  o.time_ms =
      static_cast<std::size_t>(std::chrono::duration_cast<std::chrono::milliseconds>(treatment.stop.most_time).count());

  set.add_names("suite", o.suites, suite_choices(), "what to measure");
  set.add_choice("profile", o.profile, "how much time to take for how much certainty");
  set.add_names("backend", o.backends, backend_choices(), "libraries to measure, side by side in alternating blocks");
  set.add_choice(
      "mpi-threads", o.mpi_threads,
      "the thread level that MPI is asked for; single is what MPI_Init gives, multiple what many frameworks ask "
      "for and pay for in every small message");
  set.add(
      "modules", o.modules, "DIR",
      "where backends that are modules are looked for; without it beside this program and where they are installed");
  set.add("gloo-iface", o.gloo_iface, "NAME",
          "network interface of backend gloo; without it the host's address is taken");
  set.add_names("gloo-algorithm", o.gloo_algorithms, gloo_algorithm_choices(),
                "algorithms of backend gloo, each a point of its own beside the others");
  set.add_choice("start", o.start, "how ranks agree on the start of an iteration");
  set.add_choice("buffers", o.buffers,
                 "the same buffers in every iteration, a rotation of many that no cache holds, or the same flushed "
                 "from all caches");
  set.add_choice(
      "clock", o.clock,
      "where time is read: the kernel's raw monotonic clock, or the CPU's time stamp counter, which is cheaper");
  set.add("iterations", o.iterations, {.lowest = 1, .highest = 100'000'000},
          "iterations of a point after its warm-up; auto: until the profile's promise is kept");
  set.add("warmup", o.warmup, {.lowest = 0, .highest = 100'000'000},
          "iterations that are kept but flagged as warm-up; auto: found when a point is over");
  set.add("precision", o.precision, 0, 0.5, "how well the median must be known to stop, as a share of it");
  set.add("time-ms", o.time_ms, {.lowest = 1, .highest = 86'400'000},
          "milliseconds a point may take before it ends early");
  set.add_choice("verify", o.verify, "how often received payload is checked, outside the timed region");
  set.add_choice("evidence", o.evidence,
                 "what the kernel is asked just outside each iteration: the thread's processor time, and with full its "
                 "switches and page faults; costs a system call or two, never for the shortest times");
  set.add_choice("record", o.record,
                 "every rank's every iteration, or, where that would be too much, each iteration's slowest time and "
                 "each rank's quantiles, from which nobody can tell who was late");
  set.add("timeout", o.timeout_s, {.lowest = 1, .highest = 86'400},
          "seconds without progress of a rank after which the run ends as hung (75)");
  set.add("io-timeout", o.io_timeout_s, {.lowest = 1, .highest = 86'400}, "the same while rank 0 stores results");
  set.add("seed", o.seed, {}, "of the random order of blocks; 0 draws one");
  set.add("out", o.out, "FILE|DIR/", "where the result goes; an existing file is never overwritten");
  set.add("label", o.label, "KEY=VALUE,...", "kept in the result, to find it again");
  set.add("force", o.force, "replace an existing result, when the new one is finished");
  set.add_choice("progress", o.progress, "a line with the time left below the table; auto: at a terminal");
  set.add("quiet", o.quiet, "no table, only the last line and errors");
}

}  // namespace syncbench::app
