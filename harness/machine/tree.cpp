#include "harness/machine/tree.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>

#include <unistd.h>

#include "harness/machine/descriptor.hpp"

namespace syncbench::machine {
namespace {

TextOrReason up_to(const Descriptor& file, std::size_t limit) {
  std::array<char, 16384> piece{};
  std::string text;
  while (text.size() < limit) {
    const ssize_t got = ::read(file.number(), piece.data(), std::min(piece.size(), limit - text.size()));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return because_of(errno);
    if (got == 0) break;
    text.append(piece.data(), static_cast<std::size_t>(got));
  }
  return text;
}

bool is_numbered(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix) || name.size() == prefix.size()) return false;
  return name.find_first_not_of("0123456789", prefix.size()) == std::string_view::npos;
}

}  // namespace

TextOrReason Tree::read(std::string_view path) const {
  // One byte more than allowed tells a file that ends there from a longer one; sizes in /proc are always 0.
  TextOrReason text = beginning(path, Bytes{kLargestFile.count + 1});
  const auto* const whole = std::get_if<std::string>(&text);
  if (whole != nullptr && whole->size() > kLargestFile.count) return Unreadable{"larger than 1 MiB"};
  return text;
}

TextOrReason Tree::beginning(std::string_view path, Bytes limit) const {
  const auto opened = open_regular(path_of(path));
  if (const auto* const reason = std::get_if<Unreadable>(&opened)) return *reason;
  return up_to(std::get<Descriptor>(opened), limit.count);
}

TextOrReason Tree::link(std::string_view path) const {
  std::array<char, 4096> target{};
  const ssize_t length = readlink(path_of(path).c_str(), target.data(), target.size());
  if (length < 0) return because_of(errno);
  return std::string(target.data(), static_cast<std::size_t>(length));
}

bool Tree::exists(std::string_view path) const { return access(path_of(path).c_str(), F_OK) == 0; }

std::vector<std::string> Tree::names_in(std::string_view folder) const {
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator entry(path_of(folder), error);
  while (!error && entry != std::filesystem::directory_iterator{} && names.size() < kMostNames) {
    names.push_back(entry->path().filename().string());
    entry.increment(error);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> Tree::numbered_in(std::string_view folder, std::string_view prefix) const {
  std::vector<std::string> names = names_in(folder);
  std::erase_if(names, [&](const std::string& name) { return !is_numbered(name, prefix); });
  return names;
}

std::string Tree::path_of(std::string_view path) const { return root_ + "/" + std::string(path); }

}  // namespace syncbench::machine
