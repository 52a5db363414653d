#include "harness/app/fuzz/input.hpp"

#include <cstdio>
#include <cstdlib>

namespace syncbench::fuzz {

void require(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "fuzz: %s\n", what);
  std::abort();
}

std::string_view text_of(Input input) noexcept { return {reinterpret_cast<const char*>(input.data()), input.size()}; }

}  // namespace syncbench::fuzz
