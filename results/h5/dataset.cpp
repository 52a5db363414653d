#include "results/h5/dataset.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <hdf5.h>

#include "results/h5/attribute.hpp"
#include "results/h5/file.hpp"
#include "results/h5/group.hpp"
#include "results/h5/variable_texts.hpp"

namespace syncbench::results::h5 {
namespace {

// Deflate's best: one bit for a match of 258 bytes and one for its distance, 258 × 8 / 2. Shuffle changes no sizes.
constexpr std::uint64_t kBestDeflateRatio = 1032;
constexpr unsigned kDeflateLevel = 1;

// HDF5 converts types through two buffers of 1 MiB that it allocates anew in every call, which is nearly all the time
// it takes to read a table of one row.
constexpr std::uint64_t kLargestConversionBuffer = 1024 * 1024;
constexpr std::uint64_t kSmallestConversionBuffer = 1024;

void set_chunks(const Properties& creation, const Extent& chunk) {
  const std::vector<hsize_t> dimensions(chunk.begin(), chunk.end());
  if (H5Pset_chunk(creation.id(), static_cast<int>(dimensions.size()), dimensions.data()) < 0 ||
      H5Pset_shuffle(creation.id()) < 0 || H5Pset_deflate(creation.id(), kDeflateLevel) < 0) {
    fail(kNone, "", "compressed chunks could not be set up");
  }
}

Properties creation_properties(const Layout& layout, const Type& fill_type) {
  Properties creation(H5Pcreate(H5P_DATASET_CREATE));
  if (!creation.open()) fail(kNone, "", "a property list could not be made");
  if (!layout.chunk.empty()) set_chunks(creation, layout.chunk);
  if (layout.fill != nullptr && H5Pset_fill_value(creation.id(), fill_type.id(), layout.fill) < 0) {
    fail(kNone, "", "a fill value could not be set");
  }
  return creation;
}

Properties transfer_properties(const Dataset& dataset, const Type& memory, const Rectangle& rectangle) {
  Properties transfer(H5Pcreate(H5P_DATASET_XFER));
  const std::uint64_t width = std::max<std::uint64_t>({size_of(memory), size_of(type_of(dataset)), 1});
  const std::uint64_t count = std::min(elements(rectangle.count), kLargestConversionBuffer / width + 1);
  const std::uint64_t bytes = std::max(count * width, kSmallestConversionBuffer);
  if (!transfer.open() || H5Pset_buffer(transfer.id(), bytes, nullptr, nullptr) < 0) {
    fail(dataset.id(), "", "could not be set up for transfer");
  }
  return transfer;
}

// What a read or write takes; both dataspaces select everything if the rectangle has no dimensions.
struct Transfer {
  Transfer(const Dataset& dataset, const Type& memory_type, const Rectangle& rectangle)
      : file(space_of(dataset)),
        memory(make_space(rectangle.count)),
        properties(transfer_properties(dataset, memory_type, rectangle)) {
    if (!rectangle.count.empty()) select(file, rectangle);
  }
  Space file, memory;
  Properties properties;
};

// Bytes of the file that the dataset's values take; what its chunk tree claims is bounded by the file itself.
std::uint64_t stored_bytes(const Dataset& dataset) {
  const std::uint64_t size = H5Dget_storage_size(dataset.id());
  if (size == 0) require_read(dataset.id());  // 0 may be a failure, too
  return std::min(size, file_size(dataset.id()));
}

std::uint64_t chunk_elements(const Properties& creation) {
  std::vector<hsize_t> dimensions(H5S_MAX_RANK);
  const int count = H5Pget_chunk(creation.id(), H5S_MAX_RANK, dimensions.data());
  return elements({dimensions.begin(), dimensions.begin() + std::max(count, 0)});
}

void require_bytes(const Dataset& dataset, std::uint64_t count, std::uint64_t available) {
  const std::uint64_t width = std::max<std::uint64_t>(size_of(type_of(dataset)), 1);
  if (count <= available / width) return;
  refuse(dataset.id(), "",
         fmt::format("claims {} values of {} bytes, more than the {} bytes stored for it can hold", count, width,
                     stored_bytes(dataset)));
}

std::string read_variable(const Dataset& dataset) {
  VariableTexts texts(1);
  read(dataset, VariableTexts::type(), {}, texts.data());
  return texts.copies_of(dataset).front();
}

std::string read_fixed(const Dataset& dataset, const Type& type) {
  std::vector<char> field(size_of(type));
  read(dataset, type, {}, field.data());
  return unpadded(type, field.data());
}

}  // namespace

Dataset create_dataset(Id parent, const std::string& name, const Type& type, const Layout& layout,
                       const Type& fill_type) {
  const Properties creation = creation_properties(layout, fill_type);
  const Space space = make_space(layout.extent);
  const hid_t id = H5Dcreate2(parent, name.c_str(), type.id(), space.id(), H5P_DEFAULT, creation.id(), H5P_DEFAULT);
  if (id < 0) fail(parent, name, "could not be created");
  return Dataset(id);
}

Extent extent_of(const Dataset& dataset) { return extent_of(space_of(dataset)); }

void write(const Dataset& dataset, const Type& memory, const Rectangle& rectangle, const void* data) {
  const Transfer transfer(dataset, memory, rectangle);
  if (H5Dwrite(dataset.id(), memory.id(), transfer.memory.id(), transfer.file.id(), transfer.properties.id(), data) <
      0) {
    fail(dataset.id(), "", "could not be written");
  }
}

void read(const Dataset& dataset, const Type& memory, const Rectangle& rectangle, void* data) {
  const Transfer transfer(dataset, memory, rectangle);
  if (H5Dread(dataset.id(), memory.id(), transfer.memory.id(), transfer.file.id(), transfer.properties.id(), data) <
      0) {
    fail(dataset.id(), "", "could not be read");
  }
}

Rectangle whole(const Extent& extent) { return {Extent(extent.size(), 0), extent}; }

void require_plausible(const Dataset& dataset) {
  const Properties creation(H5Dget_create_plist(dataset.id()));
  if (!creation.open()) fail(dataset.id(), "", "has no readable layout");
  const H5D_layout_t layout = H5Pget_layout(creation.id());
  if (layout == H5D_VIRTUAL || H5Pget_external_count(creation.id()) > 0) {
    refuse(dataset.id(), "", "keeps its values outside the file, which the schema does not know");
  }
  const bool chunked = layout == H5D_CHUNKED;
  const std::uint64_t available = stored_bytes(dataset) * (chunked ? kBestDeflateRatio : 1);
  const std::uint64_t count = elements(extent_of(dataset));
  require_bytes(dataset, count, available);
  // HDF5 allocates whole chunks.
  if (chunked && count > 0) require_bytes(dataset, chunk_elements(creation), available);
}

void write_text(Id parent, const std::string& name, const std::string& text, std::string_view description) {
  const Type type = fixed_text(text.size());
  // An empty text is one NUL, which c_str() has.
  Dataset dataset = create_dataset(parent, name, type, {}, type);
  write(dataset, type, {}, text.c_str());
  describe(dataset, "text", description);
  dataset.close();
}

std::string read_text_dataset(Id parent, const std::string& name) {
  const Dataset dataset = open_dataset(parent, name);
  const Type type = type_of(dataset);
  if (!is_text(type)) refuse(dataset.id(), "", "is not text");
  if (!extent_of(dataset).empty()) refuse(dataset.id(), "", "is an array where one text is needed");
  require_plausible(dataset);
  return is_variable_text(type) ? read_variable(dataset) : read_fixed(dataset, type);
}

}  // namespace syncbench::results::h5
