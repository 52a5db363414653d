#include "results/h5/attribute.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <hdf5.h>

#include "results/h5/file.hpp"
#include "results/h5/space.hpp"
#include "results/h5/type.hpp"
#include "results/h5/variable_texts.hpp"

namespace syncbench::results::h5 {
namespace {

void write_value(Id object, const std::string& name, const Type& file_type, const Type& memory_type, const Space& space,
                 const void* value) {
  Attribute attribute(H5Acreate2(object, name.c_str(), file_type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT));
  if (!attribute.open() || H5Awrite(attribute.id(), memory_type.id(), value) < 0) {
    fail(object, "", fmt::format("attribute '{}' could not be written", name));
  }
  attribute.close();
}

Attribute open_attribute(Id object, const std::string& name) {
  if (!has_attribute(object, name)) refuse(object, "", fmt::format("has no attribute '{}'", name));
  const hid_t id = H5Aopen(object, name.c_str(), H5P_DEFAULT);
  if (id < 0) fail(object, "", fmt::format("attribute '{}' could not be opened", name));
  return Attribute(id);
}

void read_value(Id object, const std::string& name, const Attribute& attribute, const Type& type, void* value) {
  if (H5Aread(attribute.id(), type.id(), value) < 0) {
    fail(object, "", fmt::format("attribute '{}' could not be read", name));
  }
}

// An attribute lies uncompressed in its object's header or in a heap: it cannot be larger than the file.
void require_plausible(Id object, const std::string& name, const Type& type, std::uint64_t count) {
  const std::uint64_t width = std::max<std::uint64_t>(size_of(type), 1);
  if (count > file_size(object) / width) {
    refuse(object, "", fmt::format("attribute '{}' claims more than the file can hold", name));
  }
}

std::vector<std::string> read_variable(Id object, const std::string& name, const Attribute& attribute,
                                       std::uint64_t count) {
  VariableTexts texts(count);
  read_value(object, name, attribute, VariableTexts::type(), texts.data());
  try {
    return texts.copies(object);
  } catch (const SystemFailure&) {
    throw;
  } catch (const Failure& failure) {
    refuse(object, "", fmt::format("attribute '{}' {}", name, failure.what()));
  }
}

std::vector<std::string> read_fixed(Id object, const std::string& name, const Attribute& attribute, const Type& type,
                                    std::uint64_t count) {
  const std::size_t width = size_of(type);
  std::vector<char> fields(count * width);
  read_value(object, name, attribute, type, fields.data());
  std::vector<std::string> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(unpadded(type, fields.data() + i * width));
  return all;
}

std::vector<std::string> read_text_values(Id object, const std::string& name, const Attribute& attribute,
                                          std::uint64_t count) {
  const Type type = type_of(attribute);
  if (!is_text(type)) refuse(object, "", fmt::format("attribute '{}' is not text", name));
  require_plausible(object, name, type, count);
  return is_variable_text(type) ? read_variable(object, name, attribute, count)
                                : read_fixed(object, name, attribute, type, count);
}

Attribute open_scalar(Id object, const std::string& name) {
  Attribute attribute = open_attribute(object, name);
  if (!extent_of(space_of(attribute)).empty()) {
    refuse(object, "", fmt::format("attribute '{}' is an array where one value is needed", name));
  }
  return attribute;
}

template <class T>
T read_number(Id object, const std::string& name, const Attribute& attribute, Number number) {
  T value{};
  read_value(object, name, attribute, native(number), &value);
  return value;
}

herr_t append_name(hid_t, const char* name, const H5A_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

}  // namespace

void write_attribute(Id object, const std::string& name, std::int64_t value) {
  write_value(object, name, stored(Number::int64), native(Number::int64), make_space({}), &value);
}

void write_attribute(Id object, const std::string& name, double value) {
  write_value(object, name, stored(Number::float64), native(Number::float64), make_space({}), &value);
}

void write_attribute(Id object, const std::string& name, std::string_view value) {
  const std::string terminated(value);
  const char* text = terminated.c_str();
  const Type type = variable_text();
  write_value(object, name, type, type, make_space({}), &text);
}

void write_attribute(Id object, const std::string& name, const Scalar& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) write_attribute(object, name, *whole);
  if (const auto* real = std::get_if<double>(&value)) write_attribute(object, name, *real);
  if (const auto* text = std::get_if<std::string>(&value)) write_attribute(object, name, std::string_view(*text));
}

void write_attribute(Id object, const std::string& name, std::span<const std::string> values) {
  std::vector<const char*> texts;
  for (const std::string& value : values) texts.push_back(value.c_str());
  const Type type = variable_text();
  write_value(object, name, type, type, make_space({texts.size()}), texts.data());
}

void describe(const Dataset& dataset, std::string_view unit, std::string_view description) {
  write_attribute(dataset.id(), "unit", unit);
  write_attribute(dataset.id(), "description", description);
}

bool has_attribute(Id object, const std::string& name) {
  const htri_t there = H5Aexists(object, name.c_str());
  if (there < 0) fail(object, "", fmt::format("attribute '{}' could not be looked up", name));
  return there > 0;
}

std::vector<std::string> attribute_names(Id object) {
  std::vector<std::string> names;
  if (H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, nullptr, append_name, &names) < 0) {
    fail(object, "", "attributes could not be listed");
  }
  return names;
}

Scalar read_attribute(Id object, const std::string& name) {
  const Attribute attribute = open_scalar(object, name);
  const Type type = type_of(attribute);
  if (is_integer(type)) return read_number<std::int64_t>(object, name, attribute, Number::int64);
  if (is_real(type)) return read_number<double>(object, name, attribute, Number::float64);
  if (is_text(type)) return read_text_values(object, name, attribute, 1).front();
  refuse(object, "", fmt::format("attribute '{}' is neither a number nor text", name));
}

std::int64_t read_integer(Id object, const std::string& name) {
  const Scalar value = read_attribute(object, name);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  refuse(object, "", fmt::format("attribute '{}' is not an integer", name));
}

std::string read_text(Id object, const std::string& name) {
  Scalar value = read_attribute(object, name);
  if (auto* text = std::get_if<std::string>(&value)) return std::move(*text);
  refuse(object, "", fmt::format("attribute '{}' is not text", name));
}

std::vector<std::string> read_texts(Id object, const std::string& name) {
  const Attribute attribute = open_attribute(object, name);
  const Extent extent = extent_of(space_of(attribute));
  if (extent.size() != 1) refuse(object, "", fmt::format("attribute '{}' is not a list of texts", name));
  return read_text_values(object, name, attribute, extent.front());
}

}  // namespace syncbench::results::h5
