#pragma once

#include <memory>
#include <optional>

#include "harness/measure/control.hpp"
#include "harness/measure/gate.hpp"
#include "harness/measure/iteration_statistic.hpp"
#include "harness/measure/latecomer.hpp"
#include "harness/measure/measurement.hpp"
#include "harness/measure/repeated.hpp"
#include "harness/measure/surroundings.hpp"

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

  /// Measures one block, in batches. All blocks hold the same number of iterations, which the first one finds out: so
  /// many that kBlocksToFirstCheck of them reach the stop rule's first check, and about its least time soon after. Only
  /// the last block may be shorter, where the point's caps end it.
  void run_block(std::size_t block);

  /// Asks the stop rule, after a block.
  void check();

  /// Ends it because some rank was asked to.
  void interrupt(int signal) noexcept;

  /// Nothing more can be measured: a cap, a wrong payload, a signal.
  bool ended() const noexcept { return ended_; }
  /// It may end: it is precise enough, or ended. It goes on as long as those it is compared with do.
  bool done() const noexcept { return cause_.has_value(); }
  int signal() const noexcept { return measurement_.signal; }

  /// The warm-up that this subject needs for itself; on rank 0, too few elsewhere. Collective, after the last block.
  Warmup own_warmup();

  /// Flags the warm-up, so many blocks or as many iterations as the treatment says, and gives the measurement away. All
  /// pass the same number.
  Measurement take(std::size_t warmup_blocks);

 private:
  bool takes_part() const noexcept { return subject_.program != nullptr; }
  Waiting waiting() const noexcept;
  void run_batch(Timeline& timeline, std::size_t iterations);
  template <Evidence evidence>
  void run_batch(Timeline& timeline, std::size_t iterations);
  void choose_operations(Nanos settled);
  Nanos median_of(std::size_t samples, std::size_t operations);
  Nanos agreed_median(std::vector<std::int64_t> times) const;
  Payload payload_for(Iteration iteration, bool last_of_batch) const noexcept;
  bool verifies_apart(std::size_t iterations) const noexcept;
  void verify_apart(const Timeline& timeline);
  void verify(Iteration iteration);
  void classify(std::size_t first);
  void control(std::size_t first, Nanos batch_time);
  std::size_t block_goal() const noexcept;
  bool is_block_over(std::size_t begin, Nanos begun, std::size_t batches) const noexcept;
  void end(StopCause cause) noexcept;

  const Subject& subject_;
  std::optional<Latecomer> latecomer_;
  Program* program_;  ///< that is timed: the subject's, or it several times over
  std::optional<Repeated> repeated_;
  Surroundings& surroundings_;
  std::unique_ptr<StartGate> gate_;
  std::optional<StopRule> rule_;  ///< from the first check on
  IterationStatistic statistic_;
  Measurement measurement_;
  std::optional<StopCause> cause_;
  bool ended_ = false;
  std::size_t block_size_ = 0;  ///< iterations; 0: the first block is not over
  std::size_t adapted_at_ = 0;  ///< iterations when the gate was last told how many starts were late
  std::size_t last_batch_ = 0;  ///< iterations; 0: none yet
  Nanos last_time_{0};
  Nanos time_{0};             ///< used so far, on the slowest rank of each batch
  std::int64_t curable_ = 0;  ///< late starts of this batch on this rank that the gate may cure
  std::size_t to_cure_ = 0;   ///< since the gate was told, on the rank that had most
  std::int64_t corrupt_ = 0;  ///< payloads on this rank
};

}  // namespace syncbench::measure
