#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "results/h5/handle.hpp"

namespace syncbench::results::h5 {

using Scalar = std::variant<std::int64_t, double, std::string>;

/// Attributes of a file's root, a group or a dataset. Texts are of variable length, which h5py reads as `str`.
void write_attribute(Id object, const std::string& name, std::int64_t value);
void write_attribute(Id object, const std::string& name, double value);
void write_attribute(Id object, const std::string& name, std::string_view value);
void write_attribute(Id object, const std::string& name, const Scalar& value);
void write_attribute(Id object, const std::string& name, std::span<const std::string> values);

/// `unit` and `description`, which every dataset has.
void describe(const Dataset& dataset, std::string_view unit, std::string_view description);

bool has_attribute(Id object, const std::string& name);
/// Sorted by byte.
std::vector<std::string> attribute_names(Id object);

/// A scalar integer, real or text; anything else is a Failure.
Scalar read_attribute(Id object, const std::string& name);
std::int64_t read_integer(Id object, const std::string& name);
std::string read_text(Id object, const std::string& name);
/// A one-dimensional array of texts.
std::vector<std::string> read_texts(Id object, const std::string& name);

}  // namespace syncbench::results::h5
