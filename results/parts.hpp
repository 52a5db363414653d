#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace syncbench::results {

/// `<run>.h5.parts`: where a run keeps its points until it is merged.
std::filesystem::path parts_folder(const std::filesystem::path& run_file);

/// The file in a parts folder that says who works on it (folder_lock.hpp).
std::filesystem::path lock_file(const std::filesystem::path& folder);

/// The run's file for its parts folder; anything else is that file already.
std::filesystem::path run_file_of(const std::filesystem::path& file_or_folder);

/// `<run>.h5.parts/<id>.h5`
std::filesystem::path part_file(const std::filesystem::path& run_file, std::string_view id);

/// The finished parts in a folder, in the order of the plan: by length of the name, then by byte, so that p10000 comes
/// after p9999. Throws Error(io) if the folder cannot be read.
std::vector<std::filesystem::path> finished_parts(const std::filesystem::path& folder);

/// Whether a file is empty: where a file system can neither link nor rename without replacing, a name is reserved by an
/// empty file before the part is renamed over it (publish.hpp), and a run may die in between.
bool is_reserved(const std::filesystem::path& file);

/// Ids name files and HDF5 groups: 1 to 64 letters, digits, '_', '-' and '.', no '.' in front.
bool is_valid_id(std::string_view id) noexcept;

}  // namespace syncbench::results
