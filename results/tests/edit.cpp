#include "results/tests/edit.hpp"

#include <stdexcept>

#include <hdf5.h>

#include "results/h5/attribute.hpp"
#include "results/h5/dataset.hpp"

namespace syncbench::results::testing {
namespace {

void require(bool done, const std::string& what) {
  if (!done) throw std::runtime_error("the test could not edit " + what);
}

// An object, whatever it is.
struct Opened {
  Opened(hid_t file, const std::string& path) : id(H5Oopen(file, path.c_str(), H5P_DEFAULT)) { require(id >= 0, path); }
  ~Opened() { H5Oclose(id); }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;
  hid_t id;
};

}  // namespace

Edit::Edit(const std::filesystem::path& file) : file_(H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT)) {
  require(file_ >= 0, file.string());
}

Edit::~Edit() { H5Fclose(file_); }

void Edit::remove(const std::string& path) { require(H5Ldelete(file_, path.c_str(), H5P_DEFAULT) >= 0, path); }

void Edit::rename(const std::string& from, const std::string& to) {
  require(H5Lmove(file_, from.c_str(), file_, to.c_str(), H5P_DEFAULT, H5P_DEFAULT) >= 0, from);
}

void Edit::remove_attribute(const std::string& object, const std::string& name) {
  require(H5Adelete_by_name(file_, object.c_str(), name.c_str(), H5P_DEFAULT) >= 0, object);
}

void Edit::set_attribute(const std::string& object, const std::string& name, std::int64_t value) {
  const Opened opened(file_, object);
  H5Adelete(opened.id, name.c_str());
  h5::write_attribute(opened.id, name, value);
}

void Edit::set_attribute(const std::string& object, const std::string& name, const std::string& text) {
  const Opened opened(file_, object);
  H5Adelete(opened.id, name.c_str());
  h5::write_attribute(opened.id, name, std::string_view(text));
}

void Edit::link_softly(const std::string& path, const std::string& target) {
  require(H5Lcreate_soft(target.c_str(), file_, path.c_str(), H5P_DEFAULT, H5P_DEFAULT) >= 0, path);
}

void Edit::link_outside(const std::string& path, const std::string& file, const std::string& target) {
  require(H5Lcreate_external(file.c_str(), target.c_str(), file_, path.c_str(), H5P_DEFAULT, H5P_DEFAULT) >= 0, path);
}

void Edit::claim(const std::string& path, const std::vector<std::uint64_t>& extent) {
  const h5::Type type = h5::stored(h5::Number::int64);
  h5::create_dataset(file_, path, type, {extent, h5::Extent(extent.size(), 1), nullptr}, type).close();
}

void Edit::add_variable_text(const std::string& path, const std::string& text) {
  const h5::Type type = h5::variable_text();
  h5::Dataset dataset = h5::create_dataset(file_, path, type, {}, type);
  const char* value = text.c_str();
  h5::write(dataset, type, {}, &value);
  h5::describe(dataset, "text", "by the test");
  dataset.close();
}

void Edit::set_value(const std::string& dataset, const std::vector<std::uint64_t>& place, std::int64_t value) {
  h5::Dataset opened(H5Dopen2(file_, dataset.c_str(), H5P_DEFAULT));
  require(opened.open(), dataset);
  h5::write(opened, h5::native(h5::Number::int64), {place, h5::Extent(place.size(), 1)}, &value);
  opened.close();
}

}  // namespace syncbench::results::testing
