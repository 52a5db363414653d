// Does not compile, on purpose: kernels may not know how results are stored.
#include <syncbench/results/writer.hpp>
