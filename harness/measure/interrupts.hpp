#pragma once

namespace syncbench::measure {

/// Signals that ask for an early end: SIGUSR1 (a scheduler's warning), SIGTERM, SIGINT. While an object lives they only
/// set a flag, so that a batch ends in order and what was measured is kept. One object a process, made after MPI_Init,
/// since MPI libraries install handlers of their own there.
class Interrupts {
 public:
  Interrupts();
  /// Gives the signals back to their former handlers.
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  /// The number of the last such signal; 0 if there was none.
  static int pending() noexcept;
};

}  // namespace syncbench::measure
