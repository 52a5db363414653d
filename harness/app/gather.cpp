#include "harness/app/gather.hpp"

#include <algorithm>
#include <exception>
#include <vector>

#include "harness/app/by_turns.hpp"

namespace syncbench::app {
namespace {

// A stretch of one rank's samples as it travels: enter, leave, target, marks, evidence as int64, then statuses, one
// after another.
class Stretch {
 public:
  Stretch(const Timeline& timeline, bool targets)
      : marks_(timeline.mark_count()), counters_(timeline.counter_count()), targets_(targets) {}

  std::size_t bytes(std::size_t iterations) const noexcept {
    return iterations * ((2 + (targets_ ? 1 : 0) + marks_ + counters_) * sizeof(std::int64_t) + 1);
  }

  void pack(const Timeline& timeline, std::size_t first, std::size_t count, std::vector<std::byte>& to) const {
    to.clear();
    append(timeline.enters().subspan(first, count), to);
    append(timeline.leaves().subspan(first, count), to);
    if (targets_) append(timeline.targets().subspan(first, count), to);
    append(timeline.mark_rows().subspan(first * marks_, count * marks_), to);
    append(timeline.evidence_rows().subspan(first * counters_, count * counters_), to);
    append(timeline.statuses().subspan(first, count), to);
  }

  std::size_t marks() const noexcept { return marks_; }
  std::size_t counters() const noexcept { return counters_; }
  bool targets() const noexcept { return targets_; }

 private:
  template <class T>
  static void append(std::span<const T> values, std::vector<std::byte>& to) {
    const auto bytes = std::as_bytes(values);
    to.insert(to.end(), bytes.begin(), bytes.end());
  }

  std::size_t marks_, counters_;
  bool targets_;
};

// Rank 0's side: a block of several ranks' stretches, put together in the order that files want.
class Block {
 public:
  Block(std::size_t first_rank, std::size_t first_iteration, std::size_t iterations, const Stretch& stretch)
      : first_rank_(first_rank), first_iteration_(first_iteration), iterations_(iterations), stretch_(stretch) {}

  void add(const std::vector<std::byte>& packed) {
    const std::byte* from = packed.data();
    from = take(from, iterations_, enter_);
    from = take(from, iterations_, leave_);
    if (stretch_.targets()) from = take(from, iterations_, target_);
    from = take(from, iterations_ * stretch_.marks(), marks_);
    from = take(from, iterations_ * stretch_.counters(), evidence_);
    take(from, iterations_, status_);
    ++ranks_;
  }

  results::SampleBlock view() const {
    return {.first_rank = first_rank_,
            .ranks = ranks_,
            .first_iteration = first_iteration_,
            .iterations = iterations_,
            .enter = enter_,
            .leave = leave_,
            .target = target_,
            .marks = marks_,
            .status = status_,
            .evidence = evidence_};
  }

 private:
  template <class T>
  static const std::byte* take(const std::byte* from, std::size_t count, std::vector<T>& to) {
    const std::size_t before = to.size();
    to.resize(before + count);
    std::copy_n(from, count * sizeof(T), reinterpret_cast<std::byte*>(to.data() + before));
    return from + count * sizeof(T);
  }

  std::size_t first_rank_, ranks_ = 0, first_iteration_, iterations_;
  const Stretch& stretch_;
  std::vector<std::int64_t> enter_, leave_, target_, marks_, evidence_;
  std::vector<std::uint8_t> status_;
};

}  // namespace

void gather_samples(const mpi::Communicator& world, const Timeline& timeline, bool targets, GatherExtent extent,
                    const std::function<void(const results::SampleBlock&)>& take) {
  const Stretch stretch(timeline, targets);
  const auto ranks = static_cast<std::size_t>(world.size());
  const auto own = static_cast<std::size_t>(world.rank().value);
  std::vector<std::byte> packed;
  std::exception_ptr failure;  // rank 0 goes on asking, or the others would wait for ever
  for (std::size_t first_rank = 0; first_rank < ranks; first_rank += extent.ranks) {
    const std::size_t end_rank = std::min(ranks, first_rank + extent.ranks);
    for (std::size_t first = 0; first < timeline.size(); first += extent.iterations) {
      const std::size_t count = std::min(extent.iterations, timeline.size() - first);
      if (!world.is_root()) {
        if (own < first_rank || own >= end_rank) continue;
        stretch.pack(timeline, first, count, packed);
        send_when_asked(world, packed);
        continue;
      }
      Block block(first_rank, first, count, stretch);
      for (std::size_t rank = first_rank; rank < end_rank; ++rank) {
        packed.resize(stretch.bytes(count));
        if (rank == own) stretch.pack(timeline, first, count, packed);
        if (rank != own) ask(world, rank, packed);
        block.add(packed);
      }
      try {
        if (!failure) take(block.view());
      } catch (...) {
        failure = std::current_exception();
      }
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace syncbench::app
