#include "results/h5/type.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <hdf5.h>

namespace syncbench::results::h5 {
namespace {

Type copy_of(hid_t type) {
  const hid_t copy = H5Tcopy(type);
  if (copy < 0) fail(kNone, "", "a type could not be copied");
  return Type(copy);
}

Type as_utf8(Type type) {
  if (H5Tset_cset(type.id(), H5T_CSET_UTF8) < 0) fail(kNone, "", "a text type could not be made UTF-8");
  return type;
}

bool is_integer(const Type& type, std::size_t bytes, H5T_sign_t sign) {
  return H5Tget_class(type.id()) == H5T_INTEGER && size_of(type) == bytes && H5Tget_sign(type.id()) == sign;
}

}  // namespace

Type stored(Number number) {
  switch (number) {
    case Number::int64:
      return copy_of(H5T_STD_I64LE);
    case Number::float64:
      return copy_of(H5T_IEEE_F64LE);
    case Number::uint8:
      return copy_of(H5T_STD_U8LE);
    case Number::uint16:
      return copy_of(H5T_STD_U16LE);
  }
  return {};
}

Type native(Number number) {
  switch (number) {
    case Number::int64:
      return copy_of(H5T_NATIVE_INT64);
    case Number::float64:
      return copy_of(H5T_NATIVE_DOUBLE);
    case Number::uint8:
      return copy_of(H5T_NATIVE_UINT8);
    case Number::uint16:
      return copy_of(H5T_NATIVE_UINT16);
  }
  return {};
}

Type fixed_text(std::size_t bytes) {
  Type type = as_utf8(copy_of(H5T_C_S1));
  if (H5Tset_size(type.id(), std::max<std::size_t>(bytes, 1)) < 0 || H5Tset_strpad(type.id(), H5T_STR_NULLPAD) < 0) {
    fail(kNone, "", "a text type could not be made");
  }
  return type;
}

Type variable_text() {
  Type type = as_utf8(copy_of(H5T_C_S1));
  if (H5Tset_size(type.id(), H5T_VARIABLE) < 0) fail(kNone, "", "a text type could not be made");
  return type;
}

Type compound(std::size_t bytes) {
  const hid_t type = H5Tcreate(H5T_COMPOUND, bytes);
  if (type < 0) fail(kNone, "", "a compound type could not be made");
  return Type(type);
}

void insert(const Type& compound, const std::string& name, std::size_t offset, const Type& member) {
  if (H5Tinsert(compound.id(), name.c_str(), offset, member.id()) < 0) {
    fail(kNone, "", fmt::format("field '{}' could not be added to a compound type", name));
  }
}

Type member(const Dataset& dataset, const Type& compound, const std::string& name) {
  if (H5Tget_class(compound.id()) != H5T_COMPOUND) refuse(dataset.id(), "", "is not a table (compound dataset)");
  const int index = H5Tget_member_index(compound.id(), name.c_str());
  if (index < 0) refuse(dataset.id(), "", fmt::format("has no field '{}'", name));
  const hid_t type = H5Tget_member_type(compound.id(), static_cast<unsigned>(index));
  if (type < 0) fail(dataset.id(), "", fmt::format("field '{}' has no readable type", name));
  return Type(type);
}

Type type_of(const Dataset& dataset) {
  const hid_t type = H5Dget_type(dataset.id());
  if (type < 0) fail(dataset.id(), "", "has no readable type");
  return Type(type);
}

Type type_of(const Attribute& attribute) {
  const hid_t type = H5Aget_type(attribute.id());
  if (type < 0) fail(attribute.id(), "", "has an attribute without a readable type");
  return Type(type);
}

std::size_t size_of(const Type& type) { return H5Tget_size(type.id()); }

bool is(const Type& type, Number number) {
  switch (number) {
    case Number::int64:
      return is_integer(type, 8, H5T_SGN_2);
    case Number::float64:
      return H5Tget_class(type.id()) == H5T_FLOAT && size_of(type) == 8;
    case Number::uint8:
      return is_integer(type, 1, H5T_SGN_NONE);
    case Number::uint16:
      return is_integer(type, 2, H5T_SGN_NONE);
  }
  return false;
}

bool is_integer(const Type& type) { return H5Tget_class(type.id()) == H5T_INTEGER && size_of(type) <= 8; }

bool is_real(const Type& type) { return H5Tget_class(type.id()) == H5T_FLOAT && size_of(type) <= 8; }

bool is_text(const Type& type) { return H5Tget_class(type.id()) == H5T_STRING; }

bool is_variable_text(const Type& type) { return is_text(type) && H5Tis_variable_str(type.id()) > 0; }

std::string unpadded(const Type& type, const char* field) {
  std::string_view text(field, size_of(type));
  text = text.substr(0, text.find('\0'));
  if (H5Tget_strpad(type.id()) == H5T_STR_SPACEPAD) text = text.substr(0, text.find_last_not_of(' ') + 1);
  return std::string(text);
}

}  // namespace syncbench::results::h5
