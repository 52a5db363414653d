#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "results/h5/dataset.hpp"

namespace syncbench::results::h5 {

/// One field of a table with a value for every row.
struct Column {
  std::string name;
  std::variant<std::vector<std::int64_t>, std::vector<double>, std::vector<std::string>> values;
};

/// Writes a one-dimensional compound dataset. All columns are of the same length, which may be zero. Texts are of fixed
/// length, the longest of their column: numpy holds such rows without Python objects.
void write_table(Id parent, const std::string& name, const std::vector<Column>& columns, std::string_view unit,
                 std::string_view description);

/// A table that was found to be one-dimensional and of plausible size.
class Table {
 public:
  Table(Id parent, const std::string& name);

  std::size_t rows() const noexcept { return rows_; }
  Id id() const noexcept { return dataset_.id(); }
  std::vector<std::int64_t> integers(const std::string& field) const;
  std::vector<double> reals(const std::string& field) const;
  std::vector<std::string> texts(const std::string& field) const;  ///< of fixed or variable length

 private:
  template <class T>
  std::vector<T> numbers(const std::string& field, Number number, const char* name) const;
  std::vector<std::string> fixed_texts(const std::string& field, const Type& type) const;
  std::vector<std::string> variable_texts(const std::string& field) const;
  void read_field(const Type& memory, void* values) const;

  Dataset dataset_;
  std::size_t rows_ = 0;
};

}  // namespace syncbench::results::h5
