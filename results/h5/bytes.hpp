#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace syncbench::results::h5 {

/// Reads little-endian numbers from bytes that may end too early: what is not there reads as 0, and ok() says so from
/// then on.
class Bytes {
 public:
  explicit Bytes(std::span<const unsigned char> bytes) noexcept : left_(bytes) {}

  bool ok() const noexcept { return ok_; }
  std::size_t left() const noexcept { return left_.size(); }

  /// At most 8 bytes.
  std::uint64_t number(std::size_t bytes) noexcept {
    const std::span<const unsigned char> taken = take(bytes);
    std::uint64_t value = 0;
    for (std::size_t i = taken.size(); i-- > 0;) value = value << 8 | taken[i];
    return value;
  }

  /// The next bytes; empty if there are not as many.
  std::span<const unsigned char> take(std::uint64_t bytes) noexcept {
    if (bytes > left_.size()) {
      ok_ = false;
      left_ = {};
      return {};
    }
    const auto taken = left_.first(bytes);
    left_ = left_.subspan(bytes);
    return taken;
  }

 private:
  std::span<const unsigned char> left_;
  bool ok_ = true;
};

}  // namespace syncbench::results::h5
