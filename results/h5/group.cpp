#include "results/h5/group.hpp"

#include <hdf5.h>

namespace syncbench::results::h5 {
namespace {

// Attributes stay in the group's header up to this many: a heap and a tree for them would cost 1–4 KB a point.
constexpr unsigned kCompactAttributes = 200;

herr_t append_name(hid_t, const char* name, const H5L_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

void require_hard_link(Id parent, const std::string& name) {
  if (!has(parent, name)) refuse(parent, name, "is missing");
  H5L_info_t info;
  if (H5Lget_info(parent, name.c_str(), &info, H5P_DEFAULT) < 0) fail(parent, name, "is not a readable link");
  if (info.type != H5L_TYPE_HARD) refuse(parent, name, "is a link to elsewhere, which the schema does not know");
}

// Whatever the link leads to: the only way to learn its kind that has the same signature in all HDF5 versions.
struct Object {
  Object(Id parent, const std::string& name) : id(H5Oopen(parent, name.c_str(), H5P_DEFAULT)) {
    if (id < 0) fail(parent, name, "could not be opened");
  }
  ~Object() { H5Oclose(id); }
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  H5I_type_t kind() const { return H5Iget_type(id); }
  hid_t id;
};

void require_kind(Id parent, const std::string& name, H5I_type_t kind, const char* problem) {
  require_hard_link(parent, name);
  if (Object(parent, name).kind() != kind) refuse(parent, name, problem);
}

}  // namespace

Group create_group(Id parent, const std::string& name) {
  const Properties creation(H5Pcreate(H5P_GROUP_CREATE));
  if (!creation.open() || H5Pset_attr_phase_change(creation.id(), kCompactAttributes, kCompactAttributes / 2) < 0) {
    fail(parent, name, "could not be set up");
  }
  const hid_t id = H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, creation.id(), H5P_DEFAULT);
  if (id < 0) fail(parent, name, "could not be created");
  return Group(id);
}

Group open_group(Id parent, const std::string& name) {
  require_kind(parent, name, H5I_GROUP, "is not a group");
  const hid_t id = H5Gopen2(parent, name.c_str(), H5P_DEFAULT);
  if (id < 0) fail(parent, name, "could not be opened");
  return Group(id);
}

Dataset open_dataset(Id parent, const std::string& name) {
  require_kind(parent, name, H5I_DATASET, "is not a dataset");
  const hid_t id = H5Dopen2(parent, name.c_str(), H5P_DEFAULT);
  if (id < 0) fail(parent, name, "could not be opened");
  return Dataset(id);
}

Group open_root(const File& file) {
  const hid_t id = H5Gopen2(file.id(), "/", H5P_DEFAULT);
  if (id < 0) fail(file.id(), "", "could not be opened");
  return Group(id);
}

bool has(Id parent, const std::string& name) {
  const htri_t there = H5Lexists(parent, name.c_str(), H5P_DEFAULT);
  if (there < 0) fail(parent, name, "could not be looked up");
  return there > 0;
}

std::vector<std::string> children(const Group& group) {
  std::vector<std::string> names;
  if (H5Literate(group.id(), H5_INDEX_NAME, H5_ITER_INC, nullptr, append_name, &names) < 0) {
    fail(group.id(), "", "could not be listed");
  }
  return names;
}

bool is_dataset(Id parent, const std::string& name) {
  require_hard_link(parent, name);
  return Object(parent, name).kind() == H5I_DATASET;
}

}  // namespace syncbench::results::h5
