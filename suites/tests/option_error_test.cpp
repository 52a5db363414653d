#include "suites/suite/option_error.hpp"

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench::suite;

namespace {

std::string refusal(std::string_view text) {
  try {
    refuse_choice(text, {"allreduce", "broadcast", "barrier", "reduce-scatter", "all-to-all", "centre"});
  } catch (const OptionError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("names that MPI, NCCL and other suites use lead to ours") {
  using Catch::Matchers::ContainsSubstring;
  CHECK_THAT(refusal("bcast"), ContainsSubstring("did you mean broadcast?"));
  CHECK_THAT(refusal("MPI_Bcast"), ContainsSubstring("did you mean broadcast?"));
  CHECK_THAT(refusal("alltoall"), ContainsSubstring("did you mean all-to-all?"));
  CHECK_THAT(refusal("ncclReduceScatter"), ContainsSubstring("did you mean reduce-scatter?"));
  CHECK_THAT(refusal("all_reduce"), ContainsSubstring("did you mean allreduce?"));
  CHECK_THAT(refusal("barier"), ContainsSubstring("did you mean barrier?"));
}
