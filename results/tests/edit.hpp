#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "results/h5/handle.hpp"

namespace syncbench::results::testing {

/// Changes a finished file with plain HDF5 calls, to make it depart from the schema. Objects are named by their full
/// path.
class Edit {
 public:
  explicit Edit(const std::filesystem::path& file);
  ~Edit();
  Edit(const Edit&) = delete;
  Edit& operator=(const Edit&) = delete;

  void remove(const std::string& path);
  void rename(const std::string& from, const std::string& to);
  void remove_attribute(const std::string& object, const std::string& name);
  void set_attribute(const std::string& object, const std::string& name, std::int64_t value);
  void set_attribute(const std::string& object, const std::string& name, const std::string& text);
  void link_softly(const std::string& path, const std::string& target);
  void link_outside(const std::string& path, const std::string& file, const std::string& target);

  /// A dataset of that int64 extent in chunks of which none is written.
  void claim(const std::string& path, const std::vector<std::uint64_t>& extent);
  /// A scalar text of variable length.
  void add_variable_text(const std::string& path, const std::string& text);
  void set_value(const std::string& dataset, const std::vector<std::uint64_t>& place, std::int64_t value);
  h5::Id id() const noexcept { return file_; }

 private:
  h5::Id file_;
};

}  // namespace syncbench::results::testing
