#include "results/h5/file.hpp"

#include <hdf5.h>

#include "results/h5/input_driver.hpp"

namespace syncbench::results::h5 {
namespace {

// Half of the entries of a node in the tree that finds a dataset's chunks. HDF5's own value of 32 costs 2.6 KB a
// dataset, and nearly all of ours are of one chunk.
constexpr unsigned kChunkTreeHalf = 4;

Properties properties(hid_t of_class) {
  const hid_t id = H5Pcreate(of_class);
  if (id < 0) fail(kNone, "", "a property list could not be made");
  return Properties(id);
}

Properties access_properties() {
  Properties access = properties(H5P_FILE_ACCESS);
  if (H5Pset_libver_bounds(access.id(), H5F_LIBVER_V18, H5F_LIBVER_V110) < 0) {
    fail(kNone, "", "the file access could not be set up");
  }
  return access;
}

Properties creation_properties() {
  Properties creation = properties(H5P_FILE_CREATE);
  if (H5Pset_istore_k(creation.id(), kChunkTreeHalf) < 0) fail(kNone, "", "the file could not be set up");
  return creation;
}

}  // namespace

File create_file(const std::filesystem::path& path, OutputOutcome& outcome) {
  const Properties creation = creation_properties();
  const Properties access = access_properties();
  use_output_driver(access, outcome);
  const hid_t id = H5Fcreate(path.c_str(), H5F_ACC_EXCL, creation.id(), access.id());
  if (id < 0) fail(kNone, "", "the file could not be created");
  return File(id);
}

File open_file(const std::filesystem::path& path) {
  const Properties access = access_properties();
  use_input_driver(access);
  const hid_t id = H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id());
  if (id < 0) fail(kNone, "", "not a readable HDF5 file");
  return File(id);
}

void flush(const File& file) {
  if (H5Fflush(file.id(), H5F_SCOPE_LOCAL) < 0) fail(kNone, "", "the file could not be flushed");
}

void close_last(File& file) {
  const ssize_t open = H5Fget_obj_count(file.id(), H5F_OBJ_ALL | H5F_OBJ_LOCAL);
  if (open < 0) fail(kNone, "", "the file's open objects could not be counted");
  if (open != 1) throw Failure("objects of the file are still open");
  file.close();
}

std::uint64_t file_size(Id object) {
  const File file(H5Iget_file_id(object));
  hsize_t size = 0;
  if (!file.open() || H5Fget_filesize(file.id(), &size) < 0) fail(object, "", "the file's size is not known");
  return size;
}

}  // namespace syncbench::results::h5
