#include "results/h5/file_driver.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>

#include <hdf5.h>
#include <sys/types.h>
#include <unistd.h>

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

namespace syncbench::results::h5 {
namespace {

constexpr haddr_t kLargestAddress = (haddr_t{1} << 62) - 1;

#if H5_VERSION_GE(1, 13, 0)
void set_version(H5FD_class_t& driver, int number) noexcept {
  driver.version = H5FD_CLASS_VERSION;
  driver.value = static_cast<H5FD_class_value_t>(number);
}
#else
void set_version(H5FD_class_t&, int) noexcept {}
#endif

}  // namespace

void begin_driver(H5FD_class_t& driver, const char* name, int number) noexcept {
  set_version(driver, number);
  driver.name = name;
  driver.maxaddr = kLargestAddress;
  driver.fc_degree = H5F_CLOSE_WEAK;
  // Metadata and raw data in two places, which keeps each compact.
  const H5FD_mem_t kinds[] = H5FD_FLMAP_DICHOTOMY;
  std::copy(std::begin(kinds), std::end(kinds), driver.fl_map);
}

int read_fully(int descriptor, std::uint64_t from, void* buffer, std::size_t size) noexcept {
  auto* bytes = static_cast<char*>(buffer);
  int problem = 0;
  while (size > 0) {
    const ssize_t got = ::pread(descriptor, bytes, size, static_cast<off_t>(from));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) problem = errno;
    if (got <= 0) break;
    bytes += got;
    from += static_cast<std::uint64_t>(got);
    size -= static_cast<std::size_t>(got);
  }
  std::memset(bytes, 0, size);
  return problem;
}

}  // namespace syncbench::results::h5
