#include "variable_texts.hpp"

#include <hdf5.h>

namespace syncbench::results::h5 {
namespace {

#if H5_VERSION_GE(1, 12, 0)
void give_back(hid_t type, hid_t space, void* texts) noexcept { H5Treclaim(type, space, H5P_DEFAULT, texts); }
#else
void give_back(hid_t type, hid_t space, void* texts) noexcept { H5Dvlen_reclaim(type, space, H5P_DEFAULT, texts); }
#endif

}  // namespace

VariableTexts::~VariableTexts() {
  if (!filled_ || texts_.empty()) return;
  const hsize_t count = texts_.size();
  const Space space(H5Screate_simple(1, &count, nullptr));
  if (space.open()) give_back(memory_type_.id(), space.id(), texts_.data());
}

std::vector<std::string> VariableTexts::copies() const {
  std::vector<std::string> all;
  all.reserve(texts_.size());
  for (const char* text : texts_) all.emplace_back(text == nullptr ? "" : text);
  return all;
}

}  // namespace syncbench::results::h5
