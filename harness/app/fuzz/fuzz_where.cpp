#include <vector>

#include "analysis/run/selection.hpp"
#include "harness/app/fuzz/input.hpp"
#include "harness/core/error.hpp"
#include "harness/core/text.hpp"

namespace syncbench::fuzz {
namespace {

void read_where(Input input) {
  static const std::vector<results::PointHeader> kPoints{
      {"p0000",
       {{"bytes_send", std::int64_t{8}}, {"policy", std::string("bucketed:1M,25M")}, {"fraction", 0.5}},
       {},
       {}},
      {"p0001", {{"bytes_send", std::int64_t{65536}}, {"policy", std::string("serial")}, {"fraction", 1.0}}, {}, {}}};
  try {
    const analysis::Selection selection(split(text_of(input), '\n'));
    bool any = false;
    for (const results::PointHeader& point : kPoints) any |= selection.matches(point);
    selection.require_a_match(kPoints);
    require(any, "a selection that matches nothing was taken");
  } catch (const Error& error) {
    require(error.code() == ExitCode::usage, error.what());
  }
}

}  // namespace
}  // namespace syncbench::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  syncbench::fuzz::read_where({data, size});
  return 0;
}
