#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

/// What each target defines and libFuzzer calls: gives bytes to one reader of ours. A refusal (Error) is right;
/// whatever else ends the process is a bug. Returns 0.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace syncbench::fuzz {

/// Bytes that a stranger might give us.
using Input = std::span<const std::uint8_t>;

/// Ends the process if an answer contradicts itself: libFuzzer then keeps the input.
void require(bool right, const char* what);

std::string_view text_of(Input input) noexcept;

}  // namespace syncbench::fuzz
