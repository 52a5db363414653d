#include "harness/app/fuzz/input.hpp"
#include "kernels/layout.hpp"
#include "suites/suite/layout_list.hpp"
#include "suites/suite/option_error.hpp"

namespace syncbench::fuzz {
namespace {

constexpr std::size_t kCount = 1024;  // elements of a message

// Where the elements lie is told in two ways, which have to agree.
void compare(const kernels::Layout& layout) {
  const auto type = kernels::ElementType::f32;
  const std::size_t count = kernels::whole_count(layout, type, kCount);
  require(count >= kCount, "a layout holds fewer elements than it has to");
  const Bytes span = kernels::span_of(layout, type, count);
  const auto ranges = kernels::ranges_of(layout, type, count);
  require(ranges.size() == kernels::range_count(layout, type, count), "another number of ranges than it has");
  require(ranges.empty() || ranges.back().offset + ranges.back().length <= span.count, "a range beyond the buffer");
}

void read_layout(Input input) {
  std::vector<kernels::Layout> layouts;
  try {
    layouts = suite::layouts_from(text_of(input));
  } catch (const suite::OptionError&) {
    return;
  }
  for (const kernels::Layout& layout : layouts) {
    const auto again = suite::layouts_from(kernels::layout_text(layout));
    require(again.size() == 1 && again.front() == layout, "a layout's text means another layout");
    compare(layout);
  }
}

}  // namespace
}  // namespace syncbench::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  syncbench::fuzz::read_layout({data, size});
  return 0;
}
