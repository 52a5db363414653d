#include "kernels/backends/gloo/failure.hpp"

#include <new>

#include <fmt/format.h>
#include <gloo/common/error.h>

#include "harness/core/error.hpp"
#include "harness/mpi/check.hpp"

namespace syncbench::kernels::gloo_backend {
namespace {

// Without the place in Gloo's source, "[./gloo/transport/tcp/pair.cc:598] ", that begins it.
std::string words_of(const std::exception& failure) {
  const std::string text = failure.what();
  const auto end = text.find("] ");
  return text.starts_with('[') && end != std::string::npos ? text.substr(end + 2) : text;
}

std::string sentence(int rank, const std::string& doing, const std::exception& failure) {
  return fmt::format("rank {} on {}: Gloo failed in {}: {}", rank, mpi::host_name(), doing, words_of(failure));
}

}  // namespace

void rethrow_in_our_words(int rank, const std::string& doing) {
  try {
    throw;
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const ::gloo::IoException& failure) {
    throw PeerLost(sentence(rank, doing, failure));
  } catch (const std::exception& failure) {
    throw Error(ExitCode::internal, sentence(rank, doing, failure));
  }
}

}  // namespace syncbench::kernels::gloo_backend
