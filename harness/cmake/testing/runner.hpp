#pragma once

namespace syncbench::testing {

/// Runs the tests that the arguments choose (all, if they choose none), as Catch2's own main does; returns its exit
/// code.
int run_tests(int argc, char** argv);

}  // namespace syncbench::testing
