#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <mpi.h>

#include "harness/core/marks.hpp"
#include "kernels/backends/mpi/legs.hpp"

namespace syncbench::kernels::mpi_backend {

/// Operations that are under way at the same time, with all their requests. Everything is allocated by the constructor.
class Flight {
 public:
  enum class Requests {
    immediate,   ///< post() makes them anew each time
    persistent,  ///< made by the constructor, collectively in order; start() starts all of them by one call
  };

  /// The calls outlive the flight. Throws std::bad_alloc, Error(internal).
  Flight(std::span<const Call> calls, Requests kind);
  ~Flight();
  Flight(const Flight&) = delete;
  Flight& operator=(const Flight&) = delete;

  /// Says that the calls' buffers are others now. For immediate requests; allocates.
  void follow_calls();

  /// Posts one operation, or all in order. For immediate requests. Throws Error(internal), as all below do.
  void post(std::size_t call);
  void post_all();

  /// Starts all operations. For persistent requests.
  void start();

  /// Blocks until this rank may use the result of one operation, or of all.
  void wait(std::size_t call);
  void wait_all();

  /// Blocks for all, and marks the end of operation i as number `first_mark` + i when it is noticed. A rank
  /// that answers has ended an operation when it has posted its last answer.
  void wait_all(Marks& marks, std::size_t first_mark);

 private:
  // Whose request it is, and which answers are to be sent when it is complete.
  struct Purpose {
    std::size_t call;
    Leg leg;
    std::size_t first_answer, past_answers;
  };

  void prepare_requests();
  void begin(std::size_t call) noexcept;
  void add(std::size_t call);
  void answer(std::size_t request);
  template <class Ended>
  void wait_stepwise(std::size_t first, std::size_t end, Ended ended);
  void wait_at_once(std::vector<MPI_Request>& requests, std::size_t first, std::size_t end);

  std::span<const Call> calls_;
  Requests kind_;
  std::vector<Purpose> purposes_;
  std::vector<std::size_t> first_;     // request of each call, and one past the last
  std::vector<std::size_t> open_;      // legs of each call that are not complete
  std::vector<MPI_Request> requests_;  // by call, then leg
  std::vector<Leg> answer_legs_;       // by call, then leg
  std::vector<MPI_Request> answers_;   // theirs
  std::vector<MPI_Request> waiting_;   // persistent ones that are not complete
  std::vector<int> indices_;           // what MPI_Waitsome fills
};

}  // namespace syncbench::kernels::mpi_backend
