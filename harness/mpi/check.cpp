#include "harness/mpi/check.hpp"

#include <array>
#include <string>

#include <fmt/format.h>

#include "harness/core/error.hpp"

namespace syncbench::mpi {
namespace {

std::string words_of(int code) {
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  if (MPI_Error_string(code, text.data(), &length) != MPI_SUCCESS) return fmt::format("error {}", code);
  return {text.data(), static_cast<std::size_t>(length)};
}

}  // namespace

void fail(int code, const char* expression) {
  int rank = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  throw Error(ExitCode::internal,
              fmt::format("rank {} on {}: {} failed: {}", rank, host_name(), expression, words_of(code)));
}

const char* host_name() {
  static const std::string name = [] {
    std::array<char, MPI_MAX_PROCESSOR_NAME> text{};
    int length = 0;
    if (MPI_Get_processor_name(text.data(), &length) != MPI_SUCCESS) return std::string("?");
    return std::string(text.data(), static_cast<std::size_t>(length));
  }();
  return name.c_str();
}

}  // namespace syncbench::mpi
