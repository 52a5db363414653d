#include "harness/cmake/testing/runner.hpp"

int main(int argc, char** argv) { return syncbench::testing::run_tests(argc, argv); }
