#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace syncbench::results::h5 {

/// HDF5 keeps texts of variable length in "global heap" collections (file format specification 3.0, section III.E),
/// which have no checksum, and HDF5 1.10.8 copies beyond its buffers where one is damaged or a reference into it is. So
/// we read them ourselves.

/// Size of the collection that begins here, header included; nothing if none does.
std::optional<std::uint64_t> heap_collection_size(std::span<const unsigned char> begin) noexcept;

/// The objects of one collection.
class HeapCollection {
 public:
  /// Nothing if the objects do not fill the bytes of the whole collection exactly, each with an index of its own.
  static std::optional<HeapCollection> parse(std::vector<unsigned char> bytes);

  /// Bytes of the object with that index; nothing if there is none.
  std::optional<std::string_view> object(std::uint64_t index) const;
  std::size_t size() const noexcept { return bytes_.size(); }

 private:
  struct Place {
    std::size_t begin = 0, size = 0;
  };
  explicit HeapCollection(std::vector<unsigned char> bytes) : bytes_(std::move(bytes)) {}
  bool find_objects();

  std::vector<unsigned char> bytes_;
  std::map<std::uint64_t, Place> objects_;
};

/// What a file holds in the place of a text of variable length (section VIII.B, "global heap ID" after a length).
struct TextReference {
  static constexpr std::size_t kBytes = 16;
  std::uint64_t length = 0, collection = 0, index = 0;
};

/// Precondition: as many bytes as a reference has.
TextReference text_reference(std::span<const unsigned char> bytes) noexcept;

}  // namespace syncbench::results::h5
