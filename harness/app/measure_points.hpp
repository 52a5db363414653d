#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "harness/app/backends.hpp"
#include "harness/app/gather_detours.hpp"
#include "harness/app/live_table.hpp"
#include "harness/app/plan.hpp"
#include "harness/app/point_record.hpp"
#include "harness/app/seats.hpp"
#include "harness/measure/listen.hpp"
#include "harness/measure/runner.hpp"
#include "harness/mpi/communicator.hpp"
#include "results/writer.hpp"

namespace syncbench::app {

/// The only loop over points: decides with all ranks what can be measured, measures, gathers, stores, shows.
class PointLoop {
 public:
  /// Makes a backend for some of the ranks, collectively among them; the communicator outlives it.
  using MakeBackend = std::function<std::unique_ptr<kernels::Backend>(const std::string&, const mpi::Communicator&)>;

  /// All arguments outlive the loop. `writer` and `table` are used on rank 0 alone; `writer` is null elsewhere.
  PointLoop(const mpi::Communicator& world, const Backends& backends, MakeBackend make_backend,
            measure::Surroundings& surroundings, Seats& seats, const RunFacts& facts, results::RunWriter* writer,
            LiveTable& table)
      : world_(world),
        backends_(backends),
        make_backend_(std::move(make_backend)),
        surroundings_(surroundings),
        seats_(seats),
        facts_(facts),

        writer_(writer),
        table_(table) {}

  /// Measures one comparison group and stores all its points. Collective; blocks. Throws AgreedError when results
  /// cannot be written; what a program throws, on the rank where it was thrown.
  void measure(std::span<const PlannedPoint> group);

  /// "p0003: allreduce 1 of 1, element 7: 3, expected 4 (rank 2)" for every point with a wrong payload; on rank 0.
  const std::vector<std::string>& wrong_payloads() const noexcept { return wrong_payloads_; }

  /// A sentence for every group during which a clock left its bounds; the same on all ranks.
  const std::vector<std::string>& clock_warnings() const noexcept { return clock_warnings_; }

  /// Stores a group's points as not measured, with the reason. Collective; throws as measure() does.
  void skip(std::span<const PlannedPoint> group, const std::string& reason);

  /// The signal that ended the last group before its time, on all ranks alike; 0: none.
  int signal() const noexcept { return signal_; }

 private:
  struct Prepared {
    const PlannedPoint* planned;
    std::optional<mpi::Communicator> group;     // this rank's own, where ranks are in groups
    std::unique_ptr<kernels::Backend> backend;  // of that group
    std::unique_ptr<Program> program;           // none on a rank that sits out
  };

  std::vector<measure::Measurement> measure_seated(std::span<const PlannedPoint> group,
                                                   std::span<const measure::Subject> subjects);
  void look_at_datagrams(std::span<const Prepared> prepared);
  void join_group(Prepared& prepared);
  std::vector<Prepared> prepare(std::span<const PlannedPoint> group);
  std::string reason_against(const PlannedPoint& planned) const;
  void skip(const PlannedPoint& planned, const std::string& reason);
  bool record_clock(std::span<const PlannedPoint> group, std::size_t first_fix);
  void listen(const PlannedPoint& planned);
  std::unique_ptr<Program> prepare_program(const PlannedPoint& planned) const;
  void store(const PlannedPoint& planned, const Program* program, const measure::Measurement& measurement,
             bool contradicted, const measure::Heard* heard);
  void store_samples(const PlannedPoint& planned, results::PointHeader header, const measure::Measurement& measurement,
                     const measure::Heard* heard, const DetourTotals& totals);
  void store_summary(const PlannedPoint& planned, results::PointHeader header, const measure::Measurement& measurement);
  void note_wrong_payload(const PlannedPoint& planned, const measure::Measurement& measurement);

  const mpi::Communicator& world_;
  const Backends& backends_;
  MakeBackend make_backend_;
  measure::Surroundings& surroundings_;
  Seats& seats_;
  const RunFacts& facts_;

  results::RunWriter* writer_;
  LiveTable& table_;
  std::vector<std::string> wrong_payloads_;
  std::vector<std::string> clock_warnings_;
  results::Attributes datagrams_;  // of the group that is being measured, on rank 0
  int signal_ = 0;
};

}  // namespace syncbench::app
