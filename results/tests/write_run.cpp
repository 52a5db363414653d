// Writes the small run of the tests to the file that is named, and beside it the parts of a run that died: for tests
// that read them without our code.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "results/tests/sample_run.hpp"

using namespace syncbench::results;
using namespace syncbench::results::testing;

namespace {

void write_dead_run(const std::string& file) {
  RunWriter writer(file, sample_header(4, 2), RunWriter::Existing::refuse);
  write_point(writer, "p0000", SampleData({4, 5, 0, true}));
}

// 2 ranks, 2 + 200 iterations. Iteration i takes i ns on rank 0 and 1000 - i ns on rank 1, so that the slower rank's
// time is 1000 - i throughout; iterations 50 to 59 started late on rank 1.
void write_quantile_run(const std::string& file) {
  SampleData data({2, 202, 0, false});
  for (std::size_t i = 0; i < 202; ++i) {
    const auto time = static_cast<std::int64_t>(i);
    data.leave[i] = data.enter[i] + time;
    data.leave[202 + i] = data.enter[202 + i] + 1000 - time;
    if (i >= 50 && i < 60) data.status[202 + i] = 3;
  }
  RunWriter writer(file, sample_header(2, 1), RunWriter::Existing::refuse);
  PointHeader point = sample_point("p0000");
  point.attributes["warmup_iterations"] = std::int64_t{2};
  PointWriter part = writer.begin(point, data.shape);
  part.write(data.whole());
  part.commit({});
  writer.finish("finished");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
    return 64;
  }
  const std::string folder = argv[1];
  try {
    write_small_run(folder + "/small.h5");
    write_dead_run(folder + "/dead.h5");
    write_quantile_run(folder + "/quantiles.h5");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
