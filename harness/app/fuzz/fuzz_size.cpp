#include "harness/app/fuzz/input.hpp"
#include "harness/core/text.hpp"
#include "harness/machine/processor_list.hpp"
#include "suites/suite/option_error.hpp"
#include "suites/suite/size_list.hpp"

namespace syncbench::fuzz {
namespace {

void read_size(Input input) {
  const std::string_view text = text_of(input);
  parse_whole(text);
  parse_number(text);
  machine::parse_processor_list(text);
  if (const auto bytes = parse_bytes(text)) require(parse_bytes(bytes_text(*bytes)) == bytes, "a size's text differs");
  try {
    suite::sizes_from(text);
  } catch (const suite::OptionError&) {
  }
}

}  // namespace
}  // namespace syncbench::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  syncbench::fuzz::read_size({data, size});
  return 0;
}
