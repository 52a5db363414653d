#include "suites/suite/size_list.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/core/text.hpp"
#include "suites/suite/option_error.hpp"

namespace syncbench::suite {
namespace {

Bytes size_from(std::string_view text) {
  const auto size = parse_bytes(text);
  if (!size)
    throw OptionError(
        fmt::format("'{}' is not a size; sizes are whole bytes, or carry K, M, G or T, as in 8, 64K or 4M", text));
  if (size->count == 0) throw OptionError("a message of 0 bytes carries nothing; the smallest size is 1");
  if (*size > kLargestSize)
    throw OptionError(fmt::format("{} is too large; the largest size is {}", text, bytes_text(kLargestSize)));
  return *size;
}

std::size_t factor_from(std::string_view text) {
  const auto factor = text.starts_with('x') ? parse_whole(text.substr(1)) : std::nullopt;
  if (!factor || *factor < 2)
    throw OptionError(fmt::format("'{}' is not a step; steps are x2 or more, as in 8:4M:x4", text));
  return static_cast<std::size_t>(*factor);
}

void append_range(std::string_view item, std::vector<Bytes>& sizes) {
  const auto parts = split(item, ':');
  if (parts.size() > 3)
    throw OptionError(fmt::format("'{}' is not a range; ranges are first:last or first:last:xN, as in 8:4M", item));
  const Bytes first = size_from(parts[0]);
  const Bytes last = size_from(parts[1]);
  const std::size_t factor = parts.size() == 3 ? factor_from(parts[2]) : 2;
  if (last < first)
    throw OptionError(fmt::format("the range {} ends before it begins; did you mean {}:{}?", item, parts[1], parts[0]));
  for (std::size_t size = first.count; size <= last.count; size *= factor) {
    sizes.push_back(Bytes{size});
    if (size > last.count / factor) break;
  }
}

}  // namespace

std::vector<Bytes> sizes_from(std::string_view text) {
  std::vector<Bytes> sizes;
  for (const std::string& item : split(text, ',')) {
    if (item.find(':') != std::string::npos) {
      append_range(item, sizes);
    } else {
      sizes.push_back(size_from(item));
    }
  }
  if (sizes.empty()) throw OptionError("at least one size is needed, as in 8:4M");
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

}  // namespace syncbench::suite
