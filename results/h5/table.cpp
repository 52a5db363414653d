#include "results/h5/table.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "results/h5/attribute.hpp"
#include "results/h5/group.hpp"
#include "results/h5/variable_texts.hpp"

namespace syncbench::results::h5 {
namespace {

// A table below this size is stored as it is; compressed chunks of at least this size otherwise.
constexpr std::size_t kChunkBytes = 64 * 1024;

using Integers = std::vector<std::int64_t>;
using Reals = std::vector<double>;
using Texts = std::vector<std::string>;

constexpr std::size_t kNumberBytes = 8;
static_assert(sizeof(std::int64_t) == kNumberBytes && sizeof(double) == kNumberBytes);

std::size_t rows_of(const Column& column) {
  return std::visit([](const auto& values) { return values.size(); }, column.values);
}

std::size_t width_of(const Column& column) {
  if (!std::holds_alternative<Texts>(column.values)) return kNumberBytes;
  std::size_t longest = 1;
  for (const std::string& text : std::get<Texts>(column.values)) longest = std::max(longest, text.size());
  return longest;
}

std::size_t row_bytes(const std::vector<Column>& columns) {
  std::size_t bytes = 0;
  for (const Column& column : columns) bytes += width_of(column);
  return bytes;
}

Type field_type(const Column& column, Type (*number)(Number)) {
  if (std::holds_alternative<Integers>(column.values)) return number(Number::int64);
  if (std::holds_alternative<Reals>(column.values)) return number(Number::float64);
  return fixed_text(width_of(column));
}

// Fields follow each other without gaps, in the file as in memory.
Type row_type(const std::vector<Column>& columns, Type (*number)(Number)) {
  Type row = compound(row_bytes(columns));
  std::size_t offset = 0;
  for (const Column& column : columns) {
    insert(row, column.name, offset, field_type(column, number));
    offset += width_of(column);
  }
  return row;
}

template <class T>
void pack(const std::vector<T>& values, char* first, std::size_t stride) {
  for (std::size_t row = 0; row < values.size(); ++row) {
    std::memcpy(first + row * stride, &values[row], sizeof values[row]);
  }
}

void pack(const Texts& values, char* first, std::size_t stride) {
  for (std::size_t row = 0; row < values.size(); ++row) {
    std::copy(values[row].begin(), values[row].end(), first + row * stride);
  }
}

std::vector<char> packed(const std::vector<Column>& columns, std::size_t rows) {
  const std::size_t stride = row_bytes(columns);
  std::vector<char> bytes(rows * stride, '\0');
  std::size_t offset = 0;
  for (const Column& column : columns) {
    if (rows > 0) std::visit([&](const auto& values) { pack(values, bytes.data() + offset, stride); }, column.values);
    offset += width_of(column);
  }
  return bytes;
}

Layout layout_of(std::size_t rows, std::size_t stride) {
  Layout layout{{rows}, {}, nullptr};
  const std::size_t chunk_rows = kChunkBytes / stride + 1;
  if (rows > chunk_rows) layout.chunk = {chunk_rows};
  return layout;
}

}  // namespace

void write_table(Id parent, const std::string& name, const std::vector<Column>& columns, std::string_view unit,
                 std::string_view description) {
  const std::size_t rows = columns.empty() ? 0 : rows_of(columns.front());
  const Type file_type = row_type(columns, stored);
  const Type memory_type = row_type(columns, native);
  Dataset dataset = create_dataset(parent, name, file_type, layout_of(rows, row_bytes(columns)), memory_type);
  if (rows > 0) write(dataset, memory_type, whole({rows}), packed(columns, rows).data());
  describe(dataset, unit, description);
  dataset.close();
}

Table::Table(Id parent, const std::string& name) : dataset_(open_dataset(parent, name)) {
  const Extent extent = extent_of(dataset_);
  if (extent.size() != 1) refuse(dataset_.id(), "", "is not a table of one dimension");
  require_plausible(dataset_);
  rows_ = extent.front();
}

void Table::read_field(const Type& memory, void* values) const {
  if (rows_ > 0) read(dataset_, memory, whole({rows_}), values);
}

template <class T>
std::vector<T> Table::numbers(const std::string& field, Number number, const char* name) const {
  if (!is(member(dataset_, type_of(dataset_), field), number)) {
    refuse(dataset_.id(), "", fmt::format("field '{}' is not of {}", field, name));
  }
  const Type memory = compound(sizeof(T));
  insert(memory, field, 0, native(number));
  std::vector<T> values(rows_);
  read_field(memory, values.data());
  return values;
}

std::vector<std::int64_t> Table::integers(const std::string& field) const {
  return numbers<std::int64_t>(field, Number::int64, "int64");
}

std::vector<double> Table::reals(const std::string& field) const {
  return numbers<double>(field, Number::float64, "float64");
}

std::vector<std::string> Table::texts(const std::string& field) const {
  const Type type = member(dataset_, type_of(dataset_), field);
  if (!is_text(type)) refuse(dataset_.id(), "", fmt::format("field '{}' is not text", field));
  return is_variable_text(type) ? variable_texts(field) : fixed_texts(field, type);
}

std::vector<std::string> Table::fixed_texts(const std::string& field, const Type& type) const {
  const std::size_t width = size_of(type);
  const Type memory = compound(width);
  insert(memory, field, 0, type);
  std::vector<char> fields(rows_ * width);
  read_field(memory, fields.data());
  std::vector<std::string> all;
  all.reserve(rows_);
  for (std::size_t row = 0; row < rows_; ++row) all.push_back(unpadded(type, fields.data() + row * width));
  return all;
}

std::vector<std::string> Table::variable_texts(const std::string& field) const {
  const Type memory = compound(TextReference::kBytes);
  insert(memory, field, 0, VariableTexts::type());
  VariableTexts texts(rows_);
  read_field(memory, texts.data());
  return texts.copies_of(dataset_);
}

}  // namespace syncbench::results::h5
