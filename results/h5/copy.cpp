#include "results/h5/copy.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <hdf5.h>

#include "results/h5/attribute.hpp"
#include "results/h5/dataset.hpp"
#include "results/h5/file.hpp"
#include "results/h5/group.hpp"
#include "results/h5/type.hpp"

namespace syncbench::results::h5 {
namespace {

// Whether values of the type are, or have, pointers to what lies elsewhere.
bool leads_elsewhere(hid_t type) {
  switch (static_cast<int>(H5Tget_class(type))) {  // an int, since later versions of HDF5 know more classes
    case H5T_STRING:
      return H5Tis_variable_str(type) != 0;
    case H5T_ARRAY:
      return leads_elsewhere(Type(H5Tget_super(type)).id());
    case H5T_COMPOUND: {
      const int members = H5Tget_nmembers(type);
      for (int i = 0; i < members; ++i)
        if (leads_elsewhere(Type(H5Tget_member_type(type, static_cast<unsigned>(i))).id())) return true;
      return members <= 0;
    }
    case H5T_INTEGER:
    case H5T_FLOAT:
    case H5T_ENUM:
    case H5T_BITFIELD:
    case H5T_OPAQUE:
      return false;
    default:
      return true;
  }
}

// Values as memory holds them.
class Values {
 public:
  Values(Id object, const std::string& name, const Type& stored, const Space& space)
      : type_(H5Tget_native_type(stored.id(), H5T_DIR_DEFAULT)) {
    const std::uint64_t count = elements(extent_of(space));
    if (!type_.open() || leads_elsewhere(type_.id()))
      refuse(object, name, "is of a type that the schema does not know");
    if (count > file_size(object)) refuse(object, name, "claims more values than the file could hold");
    bytes_.resize(count * size_of(type_));
  }

  const Type& type() const noexcept { return type_; }
  void* data() noexcept { return bytes_.data(); }

 private:
  Type type_;
  std::vector<std::byte> bytes_;
};

Attribute open_attribute(Id object, const std::string& name) {
  Attribute attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT));
  if (!attribute.open()) fail(object, name, "could not be opened");
  return attribute;
}

void copy_numbers(Id from, const std::string& name, const Attribute& attribute, Id to) {
  const Type type = type_of(attribute);
  const Space space = space_of(attribute);
  Values values(from, name, type, space);
  if (H5Aread(attribute.id(), values.type().id(), values.data()) < 0) fail(from, name, "could not be read");
  Attribute copied(H5Acreate2(to, name.c_str(), type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT));
  if (!copied.open() || H5Awrite(copied.id(), values.type().id(), values.data()) < 0)
    fail(to, name, "could not be written");
  copied.close();
}

void copy_attribute(Id from, const std::string& name, Id to) {
  const Attribute attribute = open_attribute(from, name);
  if (!is_text(type_of(attribute))) return copy_numbers(from, name, attribute, to);
  if (extent_of(space_of(attribute)).empty()) return write_attribute(to, name, std::string_view(read_text(from, name)));
  write_attribute(to, name, std::span<const std::string>(read_texts(from, name)));
}

void copy_attributes(Id from, Id to) {
  for (const std::string& name : attribute_names(from)) copy_attribute(from, name, to);
}

void copy_values(const Dataset& from, const Dataset& to) {
  Values values(from.id(), "", type_of(from), space_of(from));
  const Rectangle all = whole(extent_of(from));
  if (elements(all.count) == 0) return;
  read(from, values.type(), all, values.data());
  write(to, values.type(), all, values.data());
}

void copy_chunk(const Dataset& from, const std::vector<hsize_t>& start, const Dataset& to,
                std::vector<std::byte>& bytes) {
  hsize_t size = 0;
  if (H5Dget_chunk_storage_size(from.id(), start.data(), &size) < 0) fail(from.id(), "", "has no readable chunks");
  if (size == 0) return;  // nobody wrote it
  if (size > file_size(from.id())) refuse(from.id(), "", "has a chunk that is larger than the file");
  bytes.resize(size);
  std::uint32_t filters = 0;
  if (H5Dread_chunk(from.id(), H5P_DEFAULT, start.data(), &filters, bytes.data()) < 0)
    fail(from.id(), "", "could not be read");
  if (H5Dwrite_chunk(to.id(), H5P_DEFAULT, filters, start.data(), size, bytes.data()) < 0)
    fail(to.id(), "", "could not be written");
}

// The beginning of the next chunk, the fastest dimension first; false after the last one.
bool advance(std::vector<hsize_t>& start, const std::vector<hsize_t>& chunk, const Extent& extent) {
  for (std::size_t i = extent.size(); i-- > 0;) {
    start[i] += chunk[i];
    if (start[i] < extent[i]) return true;
    start[i] = 0;
  }
  return false;
}

void copy_chunks(const Dataset& from, const Properties& creation, const Dataset& to) {
  const Extent extent = extent_of(from);
  std::vector<hsize_t> chunk(extent.size()), start(extent.size());
  if (H5Pget_chunk(creation.id(), static_cast<int>(chunk.size()), chunk.data()) < 0)
    fail(from.id(), "", "has no readable chunks");
  if (elements(extent) == 0) return;
  std::vector<std::byte> bytes;
  do {
    copy_chunk(from, start, to, bytes);
  } while (advance(start, chunk, extent));
}

void copy_dataset(Id parent, const std::string& name, Id to) {
  const Dataset from = open_dataset(parent, name);
  require_plausible(from);
  const Properties creation(H5Dget_create_plist(from.id()));
  if (!creation.open()) fail(from.id(), "", "has no readable layout");
  Dataset copied(
      H5Dcreate2(to, name.c_str(), type_of(from).id(), space_of(from).id(), H5P_DEFAULT, creation.id(), H5P_DEFAULT));
  if (!copied.open()) fail(to, name, "could not be created");
  if (H5Pget_layout(creation.id()) == H5D_CHUNKED) {
    copy_chunks(from, creation, copied);
  } else {
    copy_values(from, copied);
  }
  copy_attributes(from.id(), copied.id());
  copied.close();
}

void copy_group(Id parent, const std::string& name, Id to) {
  const Group from = open_group(parent, name);
  Group copied = create_group(to, name);
  copy_attributes(from.id(), copied.id());
  for (const std::string& child : children(from)) copy(from.id(), child, copied.id());
  copied.close();
}

}  // namespace

void copy(Id from, const std::string& name, Id to) {
  is_dataset(from, name) ? copy_dataset(from, name, to) : copy_group(from, name, to);
}

}  // namespace syncbench::results::h5
