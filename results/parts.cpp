#include "results/parts.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "harness/core/error.hpp"

namespace syncbench::results {
namespace {

constexpr const char* kEnding = ".parts";
constexpr std::size_t kLongestId = 64;

bool is_id_character(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

bool before_in_plan(const std::filesystem::path& a, const std::filesystem::path& b) {
  const std::string first = a.filename().string();
  const std::string second = b.filename().string();
  return first.size() != second.size() ? first.size() < second.size() : first < second;
}

}  // namespace

std::filesystem::path parts_folder(const std::filesystem::path& run_file) {
  std::filesystem::path folder = run_file;
  folder += kEnding;
  return folder;
}

std::filesystem::path lock_file(const std::filesystem::path& folder) { return folder / "lock"; }

std::filesystem::path run_file_of(const std::filesystem::path& file_or_folder) {
  std::filesystem::path file = file_or_folder;
  return file.extension() == kEnding ? file.replace_extension() : file;
}

std::filesystem::path part_file(const std::filesystem::path& run_file, std::string_view id) {
  return parts_folder(run_file) / fmt::format("{}.h5", id);
}

bool is_reserved(const std::filesystem::path& file) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(std::filesystem::symlink_status(file, ignored)) &&
         std::filesystem::is_empty(file, ignored);
}

std::vector<std::filesystem::path> finished_parts(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> parts;
  std::error_code problem;
  std::filesystem::directory_iterator entry(folder, problem);
  for (; !problem && entry != std::filesystem::directory_iterator(); entry.increment(problem)) {
    if (entry->path().extension() == ".h5") parts.push_back(entry->path());
  }
  if (problem) {
    throw Error(ExitCode::io, fmt::format("{}: the parts cannot be listed ({})", folder.string(), problem.message()));
  }
  std::sort(parts.begin(), parts.end(), before_in_plan);
  return parts;
}

bool is_valid_id(std::string_view id) noexcept {
  return !id.empty() && id.size() <= kLongestId && id.front() != '.' &&
         std::all_of(id.begin(), id.end(), is_id_character);
}

}  // namespace syncbench::results
