#include "harness/mpi/clock_sync.hpp"

#include <algorithm>
#include <array>

#include "harness/core/error.hpp"
#include "harness/mpi/check.hpp"
#include "harness/mpi/exchange.hpp"

namespace syncbench::mpi {
namespace {

constexpr int kTag = 3;
constexpr int kPingPongs = 100;
constexpr int kFewestPingPongs = 10;
constexpr int kMostBatches = 10;
// A batch that is wider than the narrowest of its hop by more than this was disturbed.
constexpr double kDisturbed = 1.25;

// What a child makes of a batch: it is good, or another one is wanted, of as many ping-pongs or of fewer.
enum class Verdict : int { good, repeat, shorter, hopeless };

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
  int count = kPingPongs;
  for (Verdict verdict = Verdict::repeat; verdict == Verdict::repeat || verdict == Verdict::shorter;) {
    if (verdict == Verdict::shorter) count /= 2;
    send_batch(child, count);
    int word = 0;
    SYNCBENCH_MPI(MPI_Recv(&word, 1, MPI_INT, child, kTag, leaders_->handle(), MPI_STATUS_IGNORE));
    verdict = static_cast<Verdict>(word);
  }
}

void ClockSync::send_batch(int child, int count) {
  const MPI_Comm comm = leaders_->handle();
  Batch batch{};
  for (int i = 0; i < count; ++i) {
    const Nanos sent = clock_.now();
    SYNCBENCH_MPI(MPI_Send(nullptr, 0, MPI_BYTE, child, kTag, comm));
    std::int64_t stamped = 0;
    SYNCBENCH_MPI(MPI_Recv(&stamped, 1, MPI_INT64_T, child, kTag, comm, MPI_STATUS_IGNORE));
    const Nanos received = clock_.now();
    const std::size_t at = 3 * static_cast<std::size_t>(i);
    batch[at] = model_.global(sent).count();
    batch[at + 1] = stamped;
    batch[at + 2] = model_.global(received).count();
  }
  batch.back() = model_.epsilon(clock_.now()).count();
  SYNCBENCH_MPI(MPI_Send(batch.data(), static_cast<int>(batch.size()), MPI_INT64_T, child, kTag, comm));
}

void ClockSync::learn_from(int parent) {
  std::optional<Sighting> best;
  int count = kPingPongs;
  Verdict verdict = Verdict::repeat;
  for (int left = kMostBatches; verdict == Verdict::repeat || verdict == Verdict::shorter;) {
    if (verdict == Verdict::shorter) count /= 2;
    const Sighting now = receive_batch(parent, count);
    const bool empty = now.interval.empty();
    if (!empty && (!best || now.interval.half_width() < best->interval.half_width())) best = now;
    if (!best) {
      verdict = count / 2 >= kFewestPingPongs ? Verdict::shorter : Verdict::hopeless;
    } else {
      verdict = --left > 0 && disturbed(best->interval) ? Verdict::repeat : Verdict::good;
    }
    const int word = static_cast<int>(verdict);
    SYNCBENCH_MPI(MPI_Send(&word, 1, MPI_INT, parent, kTag, leaders_->handle()));
  }
  if (!best) {
    throw Error(ExitCode::data, std::string("the clock of ") + host_name() +
                                    " cannot be compared with rank 0's: no offset explains its ping-pongs (was it "
                                    "stepped?)");
  }
  narrowest_ = std::min(narrowest_.value_or(best->interval.half_width()), best->interval.half_width());
  add(next_fix(model_, best->interval, best->reference_bound));
}

ClockSync::Sighting ClockSync::receive_batch(int parent, int count) {
  const MPI_Comm comm = leaders_->handle();
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
  return {.interval = offset_interval(pings, expected_drift(model_)), .reference_bound = Nanos{batch.back()}};
}

bool ClockSync::disturbed(const OffsetInterval& interval) const noexcept {
  if (!narrowest_) return false;
  return static_cast<double>(interval.half_width().count()) > kDisturbed * static_cast<double>(narrowest_->count());
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
