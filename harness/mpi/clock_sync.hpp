#pragma once

#include <optional>
#include <vector>

#include "harness/core/clock.hpp"
#include "harness/core/clock_model.hpp"
#include "harness/core/offset_interval.hpp"
#include "harness/mpi/communicator.hpp"

namespace syncbench::mpi {

/// Keeps every rank's clock model against rank 0's clock. Ranks of one node share the kernel's clock, so only node
/// leaders (their lowest ranks) measure, and hand what they find to their node. In round k of ⌈log2 nodes⌉ the leaders
/// below 2^k are references for those 2^k above them: a child learns against its parent's global clock, as in HCA3
/// (Hunold & Carpen-Amarie 2018, doi 10.1109/CLUSTER.2018.00057), and the bounds add along the way.
class ClockSync {
 public:
  /// Collective. `node`: the ranks of `world` that share this rank's clock (split_by_node(); tests make nodes up). The
  /// clock's source outlives the object. Throws Error(internal) when MPI fails.
  ClockSync(const Communicator& world, Communicator node, Clock clock);

  /// Measures all clocks once more and adds a fix to the models. Collective; blocks: about 100 round trips for each of
  /// the ⌈log2 nodes⌉ rounds, up to 1,000 where they come out much wider than they did before on the same hop, of which
  /// the narrowest count; nothing at all is sent where there is one node. Throws Error(internal), or Error(data) if
  /// a clock's offset cannot be bounded (it was stepped).
  void synchronise();

  /// This rank's local clock against rank 0's; the identity on rank 0's node.
  const ClockModel& model() const noexcept { return model_; }
  Clock clock() const noexcept { return clock_; }
  bool several_nodes() const noexcept { return nodes_ > 1; }

  /// What each synchronisation found, for the result file; on rank 0's node the offset is 0 by definition.
  const std::vector<ClockFix>& history() const noexcept { return history_; }

  /// Synchronisations, by their place in history(), that contradicted the bound of those before them on this node.
  const std::vector<std::size_t>& contradictions() const noexcept { return contradictions_; }

 private:
  // What one batch of ping-pongs says of the own clock.
  struct Sighting {
    OffsetInterval interval;
    Nanos reference_bound;
  };

  void learn_from(int parent);
  Sighting receive_batch(int parent, int count);
  bool disturbed(const OffsetInterval& interval) const noexcept;
  void teach(int child);
  void send_batch(int child, int count);
  void add(const ClockFix& fix);
  void share_in_node();

  Clock clock_;
  Communicator node_;
  std::optional<Communicator> leaders_;  ///< on node leaders only
  int nodes_ = 1;
  bool on_reference_node_ = false;
  ClockModel model_;
  std::optional<Nanos> narrowest_;  ///< half width of any synchronisation with the parent
  std::vector<ClockFix> history_;
  std::vector<std::size_t> contradictions_;
};

}  // namespace syncbench::mpi
