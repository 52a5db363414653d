#include "clock_sync.hpp"

#include <array>

#include "check.hpp"
#include "exchange.hpp"
#include <syncbench/core/error.hpp>
#include <syncbench/core/offset_interval.hpp>

namespace syncbench::mpi {
namespace {

constexpr int kTag = 3;
constexpr int kPingPongs = 100;
constexpr int kFewestPingPongs = 10;
enum class Verdict : int { good, again, hopeless };

// Ping-pongs as they travel, three numbers each, and at the end how far off the reference's own global time may be.
using Batch = std::array<std::int64_t, 3 * kPingPongs + 1>;

int round_of(int leader) {
  int round = 0;
  while (leader >= 2 << round) ++round;
  return round;
}

}  // namespace

ClockSync::ClockSync(const Communicator& world, Communicator node, Clock clock)
    : clock_(clock),
      node_(std::move(node)),
      leaders_(world.split(node_.is_root() ? std::optional<int>(0) : std::nullopt)) {
  nodes_ = static_cast<int>(broadcast_number(world, leaders_ ? leaders_->size() : 0, Rank{0}));
  const bool leads_first = leaders_ && leaders_->is_root();
  on_reference_node_ = broadcast_number(node_, leads_first ? 1 : 0, Rank{0}) != 0;
}

void ClockSync::synchronise() {
  if (leaders_) {
    const int own = leaders_->rank().value;
    for (int step = 1; step < nodes_; step *= 2) {
      const bool learns_now = own > 0 && (1 << round_of(own)) == step;
      if (learns_now) learn_from(own - step);
      if (own < step && own + step < nodes_) teach(own + step);
    }
  }
  share_in_node();
}

void ClockSync::teach(int child) {
  const MPI_Comm comm = leaders_->handle();
  int count = kPingPongs;
  for (int verdict = static_cast<int>(Verdict::again); verdict == static_cast<int>(Verdict::again); count /= 2) {
    Batch batch{};
    for (int i = 0; i < count; ++i) {
      const Nanos sent = clock_.now();
      SYNCBENCH_MPI(MPI_Send(nullptr, 0, MPI_BYTE, child, kTag, comm));
      std::int64_t stamped = 0;
      SYNCBENCH_MPI(MPI_Recv(&stamped, 1, MPI_INT64_T, child, kTag, comm, MPI_STATUS_IGNORE));
      const Nanos received = clock_.now();
      const auto at = static_cast<std::size_t>(3 * i);
      batch[at] = model_.global(sent).count();
      batch[at + 1] = stamped;
      batch[at + 2] = model_.global(received).count();
    }
    batch.back() = model_.epsilon(clock_.now()).count();
    SYNCBENCH_MPI(MPI_Send(batch.data(), static_cast<int>(batch.size()), MPI_INT64_T, child, kTag, comm));
    SYNCBENCH_MPI(MPI_Recv(&verdict, 1, MPI_INT, child, kTag, comm, MPI_STATUS_IGNORE));
  }
}

void ClockSync::learn_from(int parent) {
  const MPI_Comm comm = leaders_->handle();
  for (int count = kPingPongs;; count /= 2) {
    for (int i = 0; i < count; ++i) {
      SYNCBENCH_MPI(MPI_Recv(nullptr, 0, MPI_BYTE, parent, kTag, comm, MPI_STATUS_IGNORE));
      const std::int64_t stamped = clock_.now().count();
      SYNCBENCH_MPI(MPI_Send(&stamped, 1, MPI_INT64_T, parent, kTag, comm));
    }
    Batch batch{};
    SYNCBENCH_MPI(
        MPI_Recv(batch.data(), static_cast<int>(batch.size()), MPI_INT64_T, parent, kTag, comm, MPI_STATUS_IGNORE));
    std::vector<PingPong> pings;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
      pings.push_back({.sent = batch[3 * i], .stamped = batch[3 * i + 1], .received = batch[3 * i + 2]});
    const OffsetInterval interval = offset_interval(pings, expected_drift(model_));
    const Verdict verdict = !interval.empty()               ? Verdict::good
                            : count / 2 >= kFewestPingPongs ? Verdict::again
                                                            : Verdict::hopeless;
    const int word = static_cast<int>(verdict);
    SYNCBENCH_MPI(MPI_Send(&word, 1, MPI_INT, parent, kTag, comm));
    if (verdict == Verdict::hopeless) {
      throw Error(ExitCode::data,
                  std::string("the clock of ") + host_name() +
                      " cannot be compared with rank 0's: no offset explains its ping-pongs (was it stepped?)");
    }
    if (verdict == Verdict::again) continue;
    add(next_fix(model_, interval, Nanos{batch.back()}));
    return;
  }
}

void ClockSync::add(const ClockFix& fix) {
  if (contradicts(model_, fix)) contradictions_.push_back(history_.size());
  model_.add(fix);
  history_.push_back(fix);
}

void ClockSync::share_in_node() {
  if (on_reference_node_ || nodes_ == 1) {
    history_.push_back({.when = clock_.now(), .offset = {}, .slope = 0, .bound = {}, .half_width = {}, .residual = {}});
    return;
  }
  // A fix is five times and a slope, which travels by its bits.
  static_assert(sizeof(ClockFix) == 6 * sizeof(std::int64_t));
  ClockFix fix = node_.is_root() ? history_.back() : ClockFix{};
  SYNCBENCH_MPI(MPI_Bcast(&fix, sizeof fix, MPI_BYTE, 0, node_.handle()));
  if (!node_.is_root()) add(fix);
}

}  // namespace syncbench::mpi
