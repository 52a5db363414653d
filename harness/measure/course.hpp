#pragma once

#include <memory>
#include <optional>

#include <syncbench/measure/control.hpp>
#include <syncbench/measure/gate.hpp>
#include <syncbench/measure/iteration_statistic.hpp>
#include <syncbench/measure/latecomer.hpp>
#include <syncbench/measure/measurement.hpp>
#include <syncbench/measure/repeated.hpp>
#include <syncbench/measure/surroundings.hpp>

namespace syncbench::measure {

/// One subject while it is measured: its gate, its samples, and how far it has come. Holds the project's one
/// measurement loop. All calls are collective, and every rank decides the same; they throw what a program throws,
/// Error(internal) when MPI fails, std::bad_alloc.
class Course {
 public:
  /// Subject and surroundings outlive the course.
  Course(const Subject& subject, Surroundings& surroundings);

  /// Runs a few iterations that are not recorded, for the gate to learn from, and chooses how many operations a sample
  /// holds. Before the first block; the course stays where it is from then on.
  void settle();

  /// What the operation takes when nobody is late, the same on all ranks, from some hundred iterations that are not
  /// recorded. After settle() and before be_late().
  Nanos undisturbed_time();

  /// From now on ranks are late as the treatment says, in multiples of `unit` where it says so.
  void be_late(Nanos unit);

  /// Measures in batches until the share part/parts of the way to the next check of the stop rule, in iterations or in
  /// the time that is left. At least one batch, so that a point that is cut short has samples from every block.
  void run_block(std::size_t block, std::size_t part, std::size_t parts);

  /// Asks the stop rule, after the last part of the way.
  void check();

  /// Ends it because some rank was asked to.
  void interrupt(int signal) noexcept;

  bool ended() const noexcept { return cause_.has_value(); }
  int signal() const noexcept { return measurement_.signal; }

  /// Finds the warm-up and gives the measurement away.
  Measurement take();

 private:
  void run_batch(Timeline& timeline, std::size_t iterations);
  void choose_operations(Nanos settled);
  Nanos median_of(std::size_t samples, std::size_t operations);
  Nanos agreed_median(std::vector<std::int64_t> times) const;
  Payload payload_for(Iteration iteration, bool last_of_batch) const noexcept;
  void verify(Iteration iteration);
  void classify(std::size_t first);
  void control(std::size_t first, Nanos batch_time);
  void find_warmup();

  const Subject& subject_;
  std::optional<Latecomer> latecomer_;
  Program* program_;  ///< that is timed: the subject's, or it several times over
  std::optional<Repeated> repeated_;
  Surroundings& surroundings_;
  std::unique_ptr<StartGate> gate_;
  StopRule rule_;
  IterationStatistic statistic_;
  Measurement measurement_;
  std::optional<StopCause> cause_;
  std::size_t stage_begin_ = 0;  ///< iterations at the last check
  Nanos stage_time_{0};          ///< time used at the last check
  std::size_t last_batch_ = 0;   ///< iterations; 0: none yet
  Nanos last_time_{0};
  Nanos time_{0};             ///< used so far, on the slowest rank of each batch
  std::size_t late_ = 0;      ///< starts since the last check
  std::int64_t corrupt_ = 0;  ///< payloads on this rank
};

}  // namespace syncbench::measure
