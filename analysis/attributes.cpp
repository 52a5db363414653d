#include "attributes.hpp"

namespace syncbench::analysis {

std::string text_attribute(const results::Attributes& attributes, std::string_view key) {
  const auto found = attributes.find(key);
  return found == attributes.end() ? "" : results::text_of(found->second);
}

std::optional<std::int64_t> whole_attribute(const results::Attributes& attributes, std::string_view key) {
  const auto found = attributes.find(key);
  if (found == attributes.end()) return std::nullopt;
  const auto* whole = std::get_if<std::int64_t>(&found->second);
  return whole != nullptr ? std::optional(*whole) : std::nullopt;
}

}  // namespace syncbench::analysis
