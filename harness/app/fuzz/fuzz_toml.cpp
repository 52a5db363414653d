#include "harness/app/configuration.hpp"
#include "harness/app/fuzz/input.hpp"
#include "harness/app/fuzz/memory_file.hpp"
#include "harness/core/error.hpp"

namespace syncbench::fuzz {
namespace {

void read_toml(Input input) {
  const MemoryFile file(input);
  app::CommandLine line;
  line.config = file.path().string();
  try {
    const app::Configuration configuration = app::Configuration::resolve(line);
    require(!configuration.toml().empty() && !configuration.json().empty(), "a configuration without content");
  } catch (const Error& error) {
    require(error.code() == ExitCode::usage, error.what());
  }
}

}  // namespace
}  // namespace syncbench::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  syncbench::fuzz::read_toml({data, size});
  return 0;
}
