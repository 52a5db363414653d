#pragma once

#include <span>
#include <string>

#include "harness/core/marks.hpp"
#include "harness/core/units.hpp"

namespace syncbench {

/// What a program does with its payload before an iteration.
enum class Payload : bool {
  reuse,  ///< whatever the last iteration left
  fresh,  ///< send buffers filled anew for this iteration, receive buffers poisoned: verify() will be asked
};

/// What came of looking at received payload.
struct Verification {
  bool right = true;
  std::string first_wrong;  ///< where and what, for people: "allreduce 3 of 137, element 17: 6, expected 9"
};

/// Something that holds this rank up inside an iteration, on purpose. The runner has one where lateness is injected
/// between two operations.
class Pause {
 public:
  virtual ~Pause() = default;
  virtual void wait(Iteration iteration) const = 0;

 protected:
  Pause() = default;
  Pause(const Pause&) = default;
  Pause& operator=(const Pause&) = default;
};

/// Something prepared and ready to be timed. Backends implement it; the runner knows nothing else of them.
class Program {
 public:
  virtual ~Program() = default;

  /// Untimed, before every iteration: choose the buffer slot, flush, refill. Collective in order, not in time.
  virtual void arm(Iteration iteration, Payload payload) = 0;

  /// Timed. Blocks, and returns when this rank may use the result. May throw Error; the runner catches outside its
  /// loop.
  virtual void run(Marks& marks) = 0;

  /// Untimed, after an iteration that was armed with Payload::fresh: is what this rank received right?
  virtual Verification verify() = 0;

  /// From now on run() waits with `pause`, which outlives the program's last run, at the one place that the program has
  /// for that; most have none. Untimed.
  virtual void hold_with(const Pause* /*pause*/) noexcept {}

  /// Names of the marks that run() sets, in index order; empty for a program without marks.
  virtual std::span<const std::string> mark_names() const noexcept = 0;

 protected:
  Program() = default;
  Program(const Program&) = default;
  Program& operator=(const Program&) = default;
};

}  // namespace syncbench
