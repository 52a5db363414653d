#include "results/h5/space.hpp"

#include <limits>

#include <hdf5.h>

namespace syncbench::results::h5 {

Space make_space(const Extent& extent) {
  const std::vector<hsize_t> dimensions(extent.begin(), extent.end());
  const hid_t id = extent.empty() ? H5Screate(H5S_SCALAR)
                                  : H5Screate_simple(static_cast<int>(extent.size()), dimensions.data(), nullptr);
  if (id < 0) fail(kNone, "", "a dataspace could not be made");
  return Space(id);
}

Space space_of(const Dataset& dataset) {
  const hid_t id = H5Dget_space(dataset.id());
  if (id < 0) fail(dataset.id(), "", "has no readable extent");
  return Space(id);
}

Space space_of(const Attribute& attribute) {
  const hid_t id = H5Aget_space(attribute.id());
  if (id < 0) fail(attribute.id(), "", "has an attribute without a readable extent");
  return Space(id);
}

Extent extent_of(const Space& space) {
  if (H5Sget_simple_extent_type(space.id()) == H5S_NULL) throw Failure("a dataspace is empty where values are needed");
  const int dimensions = H5Sget_simple_extent_ndims(space.id());
  if (dimensions < 0) fail(kNone, "", "a dataspace could not be read");
  std::vector<hsize_t> extent(static_cast<std::size_t>(dimensions));
  if (H5Sget_simple_extent_dims(space.id(), extent.data(), nullptr) < 0) {
    fail(kNone, "", "a dataspace could not be read");
  }
  return {extent.begin(), extent.end()};
}

std::uint64_t elements(const Extent& extent) noexcept {
  std::uint64_t product = 1;
  for (const std::uint64_t size : extent) {
    if (__builtin_mul_overflow(product, size, &product)) return std::numeric_limits<std::uint64_t>::max();
  }
  return product;
}

void select(const Space& space, const Rectangle& rectangle) {
  const std::vector<hsize_t> start(rectangle.start.begin(), rectangle.start.end());
  const std::vector<hsize_t> count(rectangle.count.begin(), rectangle.count.end());
  if (H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) < 0) {
    fail(kNone, "", "a part of a dataset could not be selected");
  }
}

}  // namespace syncbench::results::h5
