#include "results/h5/output_driver.hpp"

#include <algorithm>
#include <cerrno>
#include <new>

#include <fcntl.h>
#include <hdf5.h>
#include <sys/types.h>
#include <unistd.h>

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

#include "results/h5/file_driver.hpp"

namespace syncbench::results::h5 {
namespace {

// The callbacks are called from C: none of them throws.
struct Output : H5FD_t {
  int descriptor = -1;
  haddr_t allocated = 0;  // HDF5's end of what it has given out
  haddr_t end = 0;        // end of what was written
  OutputOutcome* outcome = nullptr;
};

Output& output_of(H5FD_t* file) noexcept { return *static_cast<Output*>(file); }
const Output& output_of(const H5FD_t* file) noexcept { return *static_cast<const Output*>(file); }

void remember(OutputOutcome& outcome, int error) noexcept {
  if (outcome.first_error == 0) outcome.first_error = error;
}

// The access properties hold a copy of the pointer to the outcome.
OutputOutcome* outcome_in(hid_t access) noexcept {
  const void* info = H5Pget_driver_info(access);
  return info == nullptr ? nullptr : *static_cast<OutputOutcome* const*>(info);
}

H5FD_t* open(const char* name, unsigned, hid_t access, haddr_t) noexcept {
  OutputOutcome* outcome = outcome_in(access);
  if (outcome == nullptr) return nullptr;
  const int descriptor = ::open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor < 0) {
    remember(*outcome, errno);
    return nullptr;
  }
  auto* output = new (std::nothrow) Output();
  if (output == nullptr) {
    ::close(descriptor);
    return nullptr;
  }
  output->descriptor = descriptor;
  output->outcome = outcome;
  return output;
}

// A network's file system may say only now that the disk or the quota is full: everything has to be there before.
herr_t close(H5FD_t* file) noexcept {
  Output& output = output_of(file);
  if (output.outcome->first_error == 0 && ::fsync(output.descriptor) != 0) remember(*output.outcome, errno);
  if (::close(output.descriptor) != 0) remember(*output.outcome, errno);
  delete &output;
  return 0;
}

herr_t query(const H5FD_t*, unsigned long* features) noexcept {
  *features = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
              H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

haddr_t get_allocated(const H5FD_t* file, H5FD_mem_t) noexcept { return output_of(file).allocated; }

herr_t set_allocated(H5FD_t* file, H5FD_mem_t, haddr_t end) noexcept {
  output_of(file).allocated = end;
  return 0;
}

haddr_t get_end(const H5FD_t* file, H5FD_mem_t) noexcept { return output_of(file).end; }

herr_t read(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t from, size_t size, void* buffer) noexcept {
  const Output& output = output_of(file);
  if (const int problem = read_fully(output.descriptor, from, buffer, size)) remember(*output.outcome, problem);
  return 0;
}

herr_t write(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t to, size_t size, const void* buffer) noexcept {
  Output& output = output_of(file);
  const auto* bytes = static_cast<const char*>(buffer);
  output.end = std::max(output.end, to + size);
  while (size > 0 && output.outcome->first_error == 0) {
    const ssize_t put = ::pwrite(output.descriptor, bytes, size, static_cast<off_t>(to));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) {
      remember(*output.outcome, put < 0 ? errno : ENOSPC);
      break;
    }
    bytes += put;
    to += static_cast<haddr_t>(put);
    size -= static_cast<size_t>(put);
  }
  return 0;
}

// HDF5 gives room out in larger pieces than it fills, and expects the file to end where the pieces do.
herr_t truncate(H5FD_t* file, hid_t, hbool_t) noexcept {
  Output& output = output_of(file);
  if (output.end == output.allocated || output.outcome->first_error != 0) return 0;
  if (::ftruncate(output.descriptor, static_cast<off_t>(output.allocated)) != 0) remember(*output.outcome, errno);
  output.end = output.allocated;
  return 0;
}

H5FD_class_t make_driver() noexcept {
  H5FD_class_t driver{};
  begin_driver(driver, "syncbench_output", 510);
  driver.fapl_size = sizeof(void*);  // an OutputOutcome*
  driver.open = open;
  driver.close = close;
  driver.query = query;
  driver.get_eoa = get_allocated;
  driver.set_eoa = set_allocated;
  driver.get_eof = get_end;
  driver.read = read;
  driver.write = write;
  driver.truncate = truncate;
  return driver;
}

// HDF5 keeps a copy of the class and the identifier for the rest of the process.
hid_t driver_id() {
  static const H5FD_class_t driver = make_driver();
  static const hid_t id = H5FDregister(&driver);
  return id;
}

}  // namespace

void use_output_driver(const Properties& access, OutputOutcome& outcome) {
  OutputOutcome* info = &outcome;
  if (H5Pset_driver(access.id(), driver_id(), &info) < 0) fail(kNone, "", "the file driver could not be set up");
}

}  // namespace syncbench::results::h5
