#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <syncbench/results/model.hpp>

namespace syncbench::analysis {

/// An attribute as text, for people; empty if the point has none of that name.
std::string text_attribute(const results::Attributes& attributes, std::string_view key);

/// An attribute that is a whole number; nothing if it is missing or of another type.
std::optional<std::int64_t> whole_attribute(const results::Attributes& attributes, std::string_view key);

}  // namespace syncbench::analysis
