#include "kernels/backends/mpi/flight.hpp"

#include <algorithm>

#include "harness/mpi/check.hpp"

namespace syncbench::kernels::mpi_backend {
namespace {

void free_all(std::vector<MPI_Request>& requests) noexcept {
  for (MPI_Request& request : requests) {
    if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
  }
}

}  // namespace

Flight::Flight(std::span<const Call> calls, Requests kind) : calls_(calls), kind_(kind), open_(calls.size(), 0) {
  for (std::size_t i = 0; i < calls.size(); ++i) {
    first_.push_back(purposes_.size());
    add(i);
  }
  first_.push_back(purposes_.size());
  requests_.assign(purposes_.size(), MPI_REQUEST_NULL);
  answers_.assign(answer_legs_.size(), MPI_REQUEST_NULL);
  waiting_.assign(purposes_.size(), MPI_REQUEST_NULL);
  indices_.assign(purposes_.size(), 0);
  if (kind == Requests::persistent) prepare_requests();
}

void Flight::add(std::size_t call) {
  for (const LegAndAnswers& each : legs_of(calls_[call])) {
    const std::size_t first = answer_legs_.size();
    answer_legs_.insert(answer_legs_.end(), each.answers.begin(), each.answers.end());
    purposes_.push_back({.call = call, .leg = each.leg, .first_answer = first, .past_answers = answer_legs_.size()});
  }
}

Flight::~Flight() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized != 0 || kind_ == Requests::immediate) return;
  free_all(requests_);
  free_all(answers_);
}

void Flight::prepare_requests() {
  for (std::size_t i = 0; i < purposes_.size(); ++i) {
    const auto& [call, leg, first_answer, past_answers] = purposes_[i];
    prepare(calls_[call], leg, requests_[i]);
    for (std::size_t k = first_answer; k < past_answers; ++k) prepare(calls_[call], answer_legs_[k], answers_[k]);
  }
}

void Flight::follow_calls() {
  purposes_.clear();
  answer_legs_.clear();
  for (std::size_t call = 0; call < calls_.size(); ++call) add(call);
}

void Flight::begin(std::size_t call) noexcept { open_[call] = first_[call + 1] - first_[call]; }

void Flight::post(std::size_t call) {
  begin(call);
  for (std::size_t i = first_[call]; i < first_[call + 1]; ++i)
    mpi_backend::post(calls_[call], purposes_[i].leg, requests_[i]);
}

void Flight::post_all() {
  for (std::size_t call = 0; call < calls_.size(); ++call) post(call);
}

void Flight::start() {
  for (std::size_t call = 0; call < calls_.size(); ++call) begin(call);
  if (requests_.empty()) return;
  SYNCBENCH_MPI(MPI_Startall(static_cast<int>(requests_.size()), requests_.data()));
}

void Flight::wait(std::size_t call) {
  const std::size_t first = first_[call], end = first_[call + 1];
  if (answers_.empty()) return wait_at_once(requests_, first, end);
  wait_stepwise(first, end, [](std::size_t) {});
}

void Flight::wait_all() {
  if (answers_.empty()) return wait_at_once(requests_, 0, requests_.size());
  wait_stepwise(0, requests_.size(), [](std::size_t) {});
}

void Flight::wait_all(Marks& marks, std::size_t first_mark) {
  for (std::size_t call = 0; call < calls_.size(); ++call) {
    if (open_[call] == 0) marks.mark(first_mark + call);  // a centre of one rank has no messages
  }
  wait_stepwise(0, requests_.size(), [&](std::size_t call) { marks.mark(first_mark + call); });
}

void Flight::answer(std::size_t request) {
  const auto& [call, leg, first_answer, past_answers] = purposes_[request];
  for (std::size_t k = first_answer; k < past_answers; ++k) {
    if (kind_ == Requests::persistent) {
      SYNCBENCH_MPI(MPI_Start(&answers_[k]));
    } else {
      mpi_backend::post(calls_[call], answer_legs_[k], answers_[k]);
    }
  }
}

// Requests are dealt with in the order in which they complete. Persistent ones that are complete are inactive, and
// MPI_Waitsome should pass over them; MPICH 4.0 says of those of collectives that they are complete again and again, or
// waits for ever. So it is given copies, and those that are complete are made null.
template <class Ended>
void Flight::wait_stepwise(std::size_t first, std::size_t end, Ended ended) {
  if (first >= end) return;
  const bool persistent = kind_ == Requests::persistent;
  if (persistent) std::copy_n(&requests_[first], end - first, &waiting_[first]);
  MPI_Request* const requests = persistent ? &waiting_[first] : &requests_[first];
  while (true) {
    int complete = 0;
    SYNCBENCH_MPI(
        MPI_Waitsome(static_cast<int>(end - first), requests, &complete, indices_.data(), MPI_STATUSES_IGNORE));
    if (complete == MPI_UNDEFINED) break;
    for (std::size_t i = 0; i < static_cast<std::size_t>(complete); ++i) {
      const std::size_t request = first + static_cast<std::size_t>(indices_[i]);
      waiting_[request] = MPI_REQUEST_NULL;
      answer(request);
      const std::size_t call = purposes_[request].call;
      if (--open_[call] == 0) ended(call);
    }
  }
  if (answers_.empty()) return;
  wait_at_once(answers_, purposes_[first].first_answer, purposes_[end - 1].past_answers);
}

void Flight::wait_at_once(std::vector<MPI_Request>& requests, std::size_t first, std::size_t end) {
  SYNCBENCH_MPI(MPI_Waitall(static_cast<int>(end - first), requests.data() + first, MPI_STATUSES_IGNORE));
}

}  // namespace syncbench::kernels::mpi_backend
