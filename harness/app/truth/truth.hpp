#pragma once

#include <cstdint>
#include <cstdlib>
#include <ctime>

#include <dlfcn.h>
#include <mpi.h>
#include <sys/syscall.h>
#include <unistd.h>

// What the libraries of this folder share. They are preloaded into one program at a time, never together.
namespace truth {

inline std::int64_t number(const char* variable, std::int64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoll(text, nullptr, 10);
}

// Straight from the system: clock_gettime itself may be one of ours.
inline std::int64_t now() {
  timespec time{};
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC_RAW, &time);
  return time.tv_sec * 1'000'000'000 + time.tv_nsec;
}

inline void busy(std::int64_t nanos) {
  const std::int64_t end = now() + nanos;
  while (now() < end) {
  }
}

// True on the chosen rank for every N-th call.
class Victim {
 public:
  bool is_due() {
    if (!is_chosen()) return false;
    return ++calls_ % every_ == 0;
  }

  void delay() const { busy(nanos_); }

 private:
  bool is_chosen() {
    if (rank_ < 0) PMPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    return rank_ == chosen_;
  }

  int rank_ = -1;
  int chosen_ = static_cast<int>(number("SYNCBENCH_TRUTH_RANK", 1));
  std::int64_t nanos_ = 1000 * number("SYNCBENCH_TRUTH_US", 500);
  std::int64_t every_ = number("SYNCBENCH_TRUTH_EVERY", 50) > 0 ? number("SYNCBENCH_TRUTH_EVERY", 50) : 1;
  std::int64_t calls_ = 0;
};

// What is timed moves floats or bytes; what holds the harness together moves whole numbers.
inline bool is_timed(MPI_Datatype type) { return type == MPI_FLOAT; }

}  // namespace truth
