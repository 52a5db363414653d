#include <string>

#include "analysis/facts/fact_findings.hpp"
#include "analysis/facts/interface_findings.hpp"
#include "analysis/facts/network_findings.hpp"
#include "harness/app/fuzz/input.hpp"
#include "harness/core/error.hpp"

namespace syncbench::fuzz {
namespace {

void read_facts(Input input) {
  const std::string text(text_of(input));
  const std::size_t half = text.find('\0');  // a second node's after a NUL
  try {
    std::vector<analysis::NodeFacts> nodes(2);
    nodes[0].end = nodes[1].begin = analysis::parse_facts(text.substr(0, half));
    if (half != std::string::npos) nodes[0].begin = nodes[1].end = analysis::parse_facts(text.substr(half + 1));
    analysis::fact_findings(nodes);
    analysis::network_findings(nodes);
    for (const analysis::NodeFacts& node : nodes) analysis::interfaces_in_use(node);
  } catch (const Error& error) {
    require(error.code() == ExitCode::data, error.what());
  }
}

}  // namespace
}  // namespace syncbench::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  syncbench::fuzz::read_facts({data, size});
  return 0;
}
