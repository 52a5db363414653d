// Catch2's own code, once for all tests: v2 is a header that takes half a minute to compile.
#if __has_include(<catch2/catch_session.hpp>)
#include <catch2/catch_session.hpp>
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#endif

#include "harness/cmake/testing/runner.hpp"

namespace syncbench::testing {

int run_tests(int argc, char** argv) { return Catch::Session().run(argc, argv); }

}  // namespace syncbench::testing
