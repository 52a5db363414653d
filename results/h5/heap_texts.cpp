#include "results/h5/heap_texts.hpp"

#include <array>

#include "results/h5/failure.hpp"
#include "results/h5/file_driver.hpp"

namespace syncbench::results::h5 {
namespace {

constexpr std::uint64_t kMostKept = std::uint64_t{4} << 20;  // bytes of collections
constexpr std::size_t kBeginning = 16;                       // of a collection: what says its size

std::optional<HeapCollection> read_collection(int descriptor, std::uint64_t address, std::uint64_t file_size) {
  if (address > file_size || file_size - address < kBeginning) return std::nullopt;
  std::array<unsigned char, kBeginning> begin{};
  if (const int problem = read_fully(descriptor, address, begin.data(), begin.size())) fail_to_read(problem);
  const auto size = heap_collection_size(begin);
  if (!size || *size > file_size - address) return std::nullopt;
  std::vector<unsigned char> bytes(*size);
  if (const int problem = read_fully(descriptor, address, bytes.data(), bytes.size())) fail_to_read(problem);
  return HeapCollection::parse(std::move(bytes));
}

}  // namespace

const HeapCollection* HeapTexts::collection(std::uint64_t address) {
  auto found = known_.find(address);
  if (found == known_.end()) {
    auto read = read_collection(descriptor_, address, file_size_);
    if (known_bytes_ > kMostKept) {
      known_.clear();
      known_bytes_ = 0;
    }
    // What is not sound counts as well: there can be one at every address.
    known_bytes_ += read ? read->size() : sizeof(HeapCollection);
    found = known_.emplace(address, std::move(read)).first;
  }
  return found->second ? &*found->second : nullptr;
}

std::optional<std::string> HeapTexts::text(const TextReference& reference) {
  if (reference.length == 0) return std::string();
  const HeapCollection* heap = collection(reference.collection);
  const auto object = heap == nullptr ? std::nullopt : heap->object(reference.index);
  if (!object || object->size() < reference.length) return std::nullopt;
  const std::string_view text = object->substr(0, reference.length);
  return std::string(text.substr(0, text.find('\0')));
}

}  // namespace syncbench::results::h5
