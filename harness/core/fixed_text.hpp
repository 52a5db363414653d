#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace syncbench {

/// A text of at most `kSize` bytes that needs no memory of its own: for signal handlers, which must not allocate. What
/// does not fit is cut off. Never throws.
template <std::size_t kSize>
class FixedText {
 public:
  FixedText() = default;
  FixedText(std::string_view text) noexcept { *this += text; }  // NOLINT: a text is what it stands for

  FixedText& operator+=(std::string_view more) noexcept {
    const std::size_t fitting = std::min(more.size(), kSize - size_);
    std::copy_n(more.begin(), fitting, bytes_.begin() + static_cast<std::ptrdiff_t>(size_));
    size_ += fitting;
    return *this;
  }

  /// Appends the number in decimal digits.
  FixedText& operator+=(std::uint64_t number) noexcept {
    std::array<char, 20> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    return *this += std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data()));
  }

  void clear() noexcept { size_ = 0; }
  bool empty() const noexcept { return size_ == 0; }
  std::string_view view() const noexcept { return {bytes_.data(), size_}; }

 private:
  std::array<char, kSize> bytes_{};
  std::size_t size_ = 0;
};

}  // namespace syncbench
