#include "results/h5/variable_texts.hpp"

#include <hdf5.h>

#include "results/h5/file.hpp"
#include "results/h5/input_driver.hpp"

namespace syncbench::results::h5 {
namespace {

// Whether the conversion is from a text of variable length as a file of our address size holds it.
bool is_convertible(hid_t from, hid_t to) {
  return H5Tget_class(from) == H5T_STRING && H5Tis_variable_str(from) > 0 &&
         H5Tget_size(from) == TextReference::kBytes && H5Tget_size(to) == TextReference::kBytes;
}

// Called by HDF5: the bytes of a reference stay as they are.
herr_t keep_reference(hid_t from, hid_t to, H5T_cdata_t* conversion, size_t, size_t, size_t, void*, void*, hid_t) {
  conversion->need_bkg = H5T_BKG_NO;
  return conversion->command != H5T_CONV_INIT || is_convertible(from, to) ? 0 : -1;
}

Type make_type() {
  Type type(H5Tcreate(H5T_OPAQUE, TextReference::kBytes));
  const Type text = variable_text();
  // "Soft": for all types of these classes that the conversion accepts.
  if (!type.open() || H5Tset_tag(type.id(), "reference to a text") < 0 ||
      H5Tregister(H5T_PERS_SOFT, "syncbench text reference", text.id(), type.id(), keep_reference) < 0) {
    fail(kNone, "", "references to texts could not be set up");
  }
  return type;
}

}  // namespace

const Type& VariableTexts::type() {
  static const Type registered = make_type();
  return registered;
}

std::vector<std::string> VariableTexts::copies(Id object) const {
  HeapTexts& heap = heap_texts(object);
  std::uint64_t left = file_size(object);
  std::vector<std::string> all;
  all.reserve(references_.size() / TextReference::kBytes);
  for (std::size_t at = 0; at < references_.size(); at += TextReference::kBytes) {
    const TextReference reference = text_reference(std::span(references_).subspan(at, TextReference::kBytes));
    if (reference.length > left) throw Failure("has texts that claim more than the file can hold");
    left -= reference.length;
    auto text = heap.text(reference);
    if (!text) throw Failure("has a text whose place in the file is damaged");
    all.push_back(*std::move(text));
  }
  return all;
}

std::vector<std::string> VariableTexts::copies_of(const Dataset& dataset) const {
  try {
    return copies(dataset.id());
  } catch (const SystemFailure&) {
    throw;
  } catch (const Failure& failure) {
    refuse(dataset.id(), "", failure.what());
  }
}

}  // namespace syncbench::results::h5
