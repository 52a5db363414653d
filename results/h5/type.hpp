#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "results/h5/handle.hpp"

namespace syncbench::results::h5 {

/// The numbers that the schema stores.
enum class Number { int64, float64, uint8, uint16 };

/// As the file holds it: little-endian on every machine.
Type stored(Number number);
/// As memory holds it.
Type native(Number number);

/// UTF-8 text of at most `bytes` bytes (at least 1), padded with NUL.
Type fixed_text(std::size_t bytes);
/// UTF-8 text of any length; in memory a `char*`.
Type variable_text();

/// A compound of that size without members yet.
Type compound(std::size_t bytes);
void insert(const Type& compound, const std::string& name, std::size_t offset, const Type& member);

/// Type of the compound's member of that name; throws Failure if the type is no compound or lacks it. `dataset` is
/// where the compound stands, for the message.
Type member(const Dataset& dataset, const Type& compound, const std::string& name);

Type type_of(const Dataset& dataset);
Type type_of(const Attribute& attribute);

std::size_t size_of(const Type& type);
/// Exactly that number, in either byte order.
bool is(const Type& type, Number number);
bool is_integer(const Type& type);  ///< any that fits an int64 (unsigned 64-bit values beyond it are clipped by HDF5)
bool is_real(const Type& type);     ///< float32 or float64
bool is_text(const Type& type);
bool is_variable_text(const Type& type);

/// The text in a fixed field, without what its padding adds.
std::string unpadded(const Type& type, const char* field);

}  // namespace syncbench::results::h5
