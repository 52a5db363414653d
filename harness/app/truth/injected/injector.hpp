#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace syncbench::truth {

/// Where a delay is put into an iteration of the real program.
enum class Place : std::size_t {
  between,  ///< before the gate
  gate,     ///< after the deadline was broadcast and before the rank looks at it
  arrives,  ///< after the gate
  inside,   ///< after entering, before the operation
  leaves,   ///< after the operation, before leaving
};
inline constexpr std::size_t kPlaces = 5;

/// What this rank is delayed by, from SYNCBENCH_INJECT: an array of faults as simulated/fault.hpp describes them, each
/// perhaps with "seconds": [from, until] since the point's first iteration, outside of which it rests. Hits are drawn
/// from SYNCBENCH_INJECT_SEED, the same on all ranks. What was done is written to SYNCBENCH_INJECT_LOG.<rank> when the
/// process ends, a line a delay: point, iteration, number of the fault, place, nanoseconds wanted, when it began and
/// ended (raw clock).
class Injector {
 public:
  /// The process's only one; made at the first call, perhaps before MPI_Init.
  static Injector& instance();
  ~Injector();
  Injector(const Injector&) = delete;
  Injector& operator=(const Injector&) = delete;

  /// Draws the hits of another point, of so many iterations at most.
  void begin_point(std::size_t most_iterations);
  /// Nothing is delayed until the next point. Forgets what was done in iterations from `kept` on: they are not in the
  /// file.
  void end_point(std::size_t kept);
  bool in_point() const noexcept { return in_point_; }
  /// Only iterations that are kept are delayed.
  void measuring(bool measures) noexcept { measures_ = measures; }

  /// The iteration that comes next. One that does not go through the gate is not delayed. Where an iteration is armed
  /// again, the one before was not kept (it verified payload): what was done in it is forgotten and due again.
  void arm(std::size_t iteration);
  /// It goes to the gate. The clock is read here, on all ranks alike: reading it behind the gate would make a rank
  /// late.
  void start();
  /// Delays this rank if it is due at this place, by being busy or, with "off_cpu", asleep.
  void delay(Place place);

 private:
  struct Hit {
    std::size_t iteration, fault;
    std::int64_t nanos;
    bool asleep;
    std::int64_t from, until;  // ns since the point began
  };
  struct Done {
    std::size_t point, iteration, fault;
    Place place;
    std::int64_t nanos, begin, end;
  };

  Injector();
  void hold(const Hit& hit, Place place);
  /// Forgets what was done in this point from an iteration on.
  void forget_from(std::size_t iteration);

  nlohmann::json faults_;
  std::uint32_t seed_ = 0;
  std::size_t rank_ = 0, ranks_ = 0, point_ = 0, iteration_ = 0;
  bool in_point_ = false, measures_ = false, started_ = false;
  std::int64_t begun_ = 0, elapsed_ = 0;  // when the point began; how long that was ago as the iteration started
  std::vector<Hit> hits_[kPlaces];
  std::size_t next_[kPlaces]{};
  std::vector<Done> done_;
};

}  // namespace syncbench::truth
