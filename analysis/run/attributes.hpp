#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "results/model.hpp"

namespace syncbench::analysis {

/// An attribute as text, for people; empty if the point has none of that name.
std::string text_attribute(const results::Attributes& attributes, std::string_view key);

/// An attribute that is a whole number; nothing if it is missing or of another type.
std::optional<std::int64_t> whole_attribute(const results::Attributes& attributes, std::string_view key);

/// Whether an attribute says what was measured, rather than what came of it or how the measurement went.
bool is_factor(std::string_view key);

/// The policy with its numbers, as users ask for it: "bucketed:1M,25M", "overlapped:100".
std::string policy_of(const results::Attributes& attributes);

/// All factors but the given ones as one text: points with the same text differ in nothing else.
std::string factors_without(const results::Attributes& attributes, std::initializer_list<std::string_view> left_out);

}  // namespace syncbench::analysis
