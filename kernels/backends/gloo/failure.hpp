#pragma once

#include <exception>
#include <string>

namespace syncbench::kernels::gloo_backend {

/// Throws what an exception of Gloo's means, with rank, host and what was being done ("allreduce"): PeerLost for its
/// IoException, Error(internal) for all others. An Error of ours passes as it is. To be called in a catch block.
[[noreturn]] void rethrow_in_our_words(int rank, const std::string& doing);

/// Does something of Gloo's.
template <class Work>
void guarded(int rank, std::string_view doing, Work work) {
  try {
    work();
  } catch (...) {
    rethrow_in_our_words(rank, std::string(doing));
  }
}

}  // namespace syncbench::kernels::gloo_backend
