#include "results/h5/input_driver.hpp"

#include <cerrno>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include <fcntl.h>
#include <hdf5.h>
#include <sys/stat.h>
#include <unistd.h>

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

#include "results/h5/failure.hpp"
#include "results/h5/file_driver.hpp"
#include "results/h5/first_look.hpp"
#include "results/h5/global_heap.hpp"

namespace syncbench::results::h5 {
namespace {

// The callbacks are called from C: none of them throws.
struct Input : H5FD_t {
  int descriptor = -1;
  haddr_t allocated = 0;  // end of what HDF5 believes in
  haddr_t end = 0;        // of the file
  std::optional<HeapTexts> texts;
  FirstLook look;
};

Input& input_of(H5FD_t* file) noexcept { return *static_cast<Input*>(file); }
const Input& input_of(const H5FD_t* file) noexcept { return *static_cast<const Input*>(file); }

// Of all files that are open: HDF5 gives these pointers back, or one of another driver's, which is none of them. Never
// destroyed, for HDF5 may close files when the process is about to end.
std::set<const void*>& open_texts() {
  static auto* const all = new std::set<const void*>;
  return *all;
}

Input* make_input(int descriptor) noexcept try {
  struct stat state {};
  if (::fstat(descriptor, &state) != 0) {
    report_to_hdf5(errno);
    return nullptr;
  }
  auto input = std::make_unique<Input>();
  input->descriptor = descriptor;
  input->end = static_cast<haddr_t>(state.st_size);
  input->texts.emplace(descriptor, input->end);
  input->look.file_size = input->end;
  open_texts().insert(&*input->texts);
  return input.release();
} catch (const std::bad_alloc&) {
  return nullptr;
}

H5FD_t* open(const char* name, unsigned, hid_t, haddr_t) noexcept {
  const int descriptor = ::open(name, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    report_to_hdf5(errno);
    return nullptr;
  }
  Input* input = make_input(descriptor);
  if (input == nullptr) ::close(descriptor);
  return input;
}

herr_t close(H5FD_t* file) noexcept {
  open_texts().erase(&*input_of(file).texts);
  ::close(input_of(file).descriptor);
  delete &input_of(file);
  return 0;
}

herr_t query(const H5FD_t*, unsigned long* features) noexcept {
  // No accumulation of metadata: it would read pieces of several structures at once, and heaps have to be seen.
  *features = H5FD_FEAT_DATA_SIEVE | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

haddr_t get_allocated(const H5FD_t* file, H5FD_mem_t) noexcept { return input_of(file).allocated; }

herr_t set_allocated(H5FD_t* file, H5FD_mem_t, haddr_t end) noexcept {
  input_of(file).allocated = end;
  return 0;
}

haddr_t get_end(const H5FD_t* file, H5FD_mem_t) noexcept { return input_of(file).end; }

// For what is looked at beyond HDF5's own reads. A read that fails is told to HDF5, or it would pass for damage.
bool fetch(const Input& input, haddr_t from, std::span<unsigned char> bytes) noexcept {
  const int problem = read_fully(input.descriptor, from, bytes.data(), bytes.size());
  if (problem != 0) report_to_hdf5(problem);
  return problem == 0;
}

// HDF5 reads a collection's beginning first and the rest later: the whole is fetched here to be looked at.
bool is_sound_heap(const Input& input, haddr_t from, std::span<const unsigned char> begin) {
  const auto size = heap_collection_size(begin);
  if (!size) return true;
  if (*size > input.end - from) return false;
  std::vector<unsigned char> collection(*size);
  if (!fetch(input, from, collection)) return false;
  return HeapCollection::parse(std::move(collection)).has_value();
}

// The same for an object header, whose first bytes HDF5 reads without knowing how many there are.
bool is_sound_header(Input& input, haddr_t from, std::uint64_t size) {
  if (size > input.end - from) return false;
  std::vector<unsigned char> header(size);
  return fetch(input, from, header) && input.look.is_sound_header(header);
}

bool is_sound(Input& input, haddr_t from, std::span<const unsigned char> bytes) {
  if (const auto size = object_header_size(bytes)) return is_sound_header(input, from, *size);
  return input.look.is_sound(bytes);
}

herr_t read(H5FD_t* file, H5FD_mem_t kind, hid_t, haddr_t from, size_t size, void* buffer) noexcept try {
  Input& input = input_of(file);
  const std::span<unsigned char> bytes(static_cast<unsigned char*>(buffer), size);
  if (!fetch(input, from, bytes)) return -1;
  if (kind != H5FD_MEM_DRAW && from < input.end && !is_sound(input, from, bytes)) return -1;
  // HDF5 reads global heaps as it does raw data. Ours are compressed or texts: none begins like a heap.
  const bool maybe_heap = (kind == H5FD_MEM_GHEAP || kind == H5FD_MEM_DRAW) && from < input.end;
  return !maybe_heap || is_sound_heap(input, from, bytes) ? 0 : -1;
} catch (const std::exception&) {
  return -1;
}

// For heap_texts() alone.
herr_t get_handle(H5FD_t* file, hid_t, void** handle) noexcept {
  *handle = &*input_of(file).texts;
  return 0;
}

herr_t write(H5FD_t*, H5FD_mem_t, hid_t, haddr_t, size_t, const void*) noexcept { return -1; }

H5FD_class_t make_driver() noexcept {
  H5FD_class_t driver{};
  begin_driver(driver, "syncbench_input", 511);
  driver.open = open;
  driver.close = close;
  driver.query = query;
  driver.get_eoa = get_allocated;
  driver.set_eoa = set_allocated;
  driver.get_eof = get_end;
  driver.get_handle = get_handle;
  driver.read = read;
  driver.write = write;
  return driver;
}

// HDF5 keeps a copy of the class and the identifier for the rest of the process.
hid_t driver_id() {
  static const H5FD_class_t driver = make_driver();
  static const hid_t id = H5FDregister(&driver);
  return id;
}

}  // namespace

void use_input_driver(const Properties& access) {
  if (H5Pset_driver(access.id(), driver_id(), nullptr) < 0) fail(kNone, "", "the file driver could not be set up");
}

HeapTexts& heap_texts(Id object) {
  const File file(H5Iget_file_id(object));
  void* texts = nullptr;
  if (H5Fget_vfd_handle(file.id(), H5P_DEFAULT, &texts) < 0 || !open_texts().contains(texts))
    fail(object, "", "is not open for reading texts of variable length");
  return *static_cast<HeapTexts*>(texts);
}

}  // namespace syncbench::results::h5
