#pragma once

#include <string>
#include <string_view>

#include "results/h5/space.hpp"
#include "results/h5/type.hpp"

namespace syncbench::results::h5 {

/// How a dataset lies in the file.
struct Layout {
  Extent extent;
  Extent chunk;                ///< empty: contiguous and uncompressed; else chunks with shuffle and deflate level 1
  const void* fill = nullptr;  ///< what is read where nothing was written, of the dataset's memory type; null: zeros
};

/// `fill_type` is the type of what `layout.fill` points at.
Dataset create_dataset(Id parent, const std::string& name, const Type& type, const Layout& layout,
                       const Type& fill_type);

Extent extent_of(const Dataset& dataset);

/// `data` holds the rectangle's elements, row-major, of type `memory`. A rectangle without dimensions is a scalar.
void write(const Dataset& dataset, const Type& memory, const Rectangle& rectangle, const void* data);
void read(const Dataset& dataset, const Type& memory, const Rectangle& rectangle, void* data);

/// The rectangle that is everything.
Rectangle whole(const Extent& extent);

/// Throws Failure unless the dataset's extent can be true, to be called before memory for it is allocated: a file of a
/// few hundred bytes may claim an extent of terabytes. Data that lie outside the file (external, virtual) are refused
/// too.
void require_plausible(const Dataset& dataset);

/// A scalar text, of any length; the dataset may be of fixed or variable length.
void write_text(Id parent, const std::string& name, const std::string& text, std::string_view description);
std::string read_text_dataset(Id parent, const std::string& name);

}  // namespace syncbench::results::h5
