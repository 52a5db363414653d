#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <string_view>

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

// Which ranks the N-th calls hit: a number, several ("1,2"), "all", or "rotating", one after the other.
class Chosen {
 public:
  bool operator()(int rank, int ranks, std::int64_t event) const {
    if (text_ == "all") return true;
    if (text_ == "rotating") return event % ranks == rank;
    for (std::string_view rest = text_; !rest.empty();) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      int number = -1;
      std::from_chars(rest.data(), rest.data() + end, number);
      if (number == rank) return true;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
  }

 private:
  static std::string_view asked() {
    const char* text = std::getenv("SYNCBENCH_TRUTH_RANK");
    return text == nullptr ? "1" : text;
  }

  std::string_view text_ = asked();
};

// True on the chosen ranks for every N-th call, of which all ranks make as many.
class Victim {
 public:
  bool is_due() {
    if (rank_ < 0) {
      PMPI_Comm_rank(MPI_COMM_WORLD, &rank_);
      PMPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    }
    return ++calls_ % every_ == 0 && chosen_(rank_, ranks_, calls_ / every_);
  }

  std::int64_t nanos() const { return nanos_; }
  void delay() const { busy(nanos_); }

 private:
  int rank_ = -1, ranks_ = 0;
  Chosen chosen_;
  std::int64_t nanos_ = 1000 * number("SYNCBENCH_TRUTH_US", 500);
  std::int64_t every_ = number("SYNCBENCH_TRUTH_EVERY", 50) > 0 ? number("SYNCBENCH_TRUTH_EVERY", 50) : 1;
  std::int64_t calls_ = 0;
};

// What is timed moves floats or bytes; what holds the harness together moves whole numbers.
inline bool is_timed(MPI_Datatype type) { return type == MPI_FLOAT; }

}  // namespace truth
