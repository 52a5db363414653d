#include "results/h5/handle.hpp"

#include <string_view>
#include <type_traits>

#include <fmt/format.h>
#include <hdf5.h>

namespace syncbench::results::h5 {

static_assert(std::is_same_v<Id, hid_t>, "HDF5 before 1.10 had 32-bit identifiers");

namespace {

std::string_view name_of(Kind kind) noexcept {
  switch (kind) {
    case Kind::file:
      return "the file";
    case Kind::group:
      return "a group";
    case Kind::dataset:
      return "a dataset";
    case Kind::attribute:
      return "an attribute";
    case Kind::type:
      return "a type";
    case Kind::space:
      return "a dataspace";
    case Kind::properties:
      return "a property list";
  }
  return "?";
}

}  // namespace

int close_id(Kind kind, Id id) noexcept {
  switch (kind) {
    case Kind::file:
      return H5Fclose(id);
    case Kind::group:
      return H5Gclose(id);
    case Kind::dataset:
      return H5Dclose(id);
    case Kind::attribute:
      return H5Aclose(id);
    case Kind::type:
      return H5Tclose(id);
    case Kind::space:
      return H5Sclose(id);
    case Kind::properties:
      return H5Pclose(id);
  }
  return -1;
}

void fail_to_close(Kind kind) { fail(kNone, "", fmt::format("{} could not be closed", name_of(kind))); }

}  // namespace syncbench::results::h5
