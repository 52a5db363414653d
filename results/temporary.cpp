#include "results/temporary.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>

#include <fmt/format.h>
#include <sys/random.h>

#include "harness/core/error.hpp"

namespace syncbench::results {
namespace {

constexpr std::string_view kEnding = ".writing";
constexpr std::size_t kDigits = 16;

bool is_digit(char c) noexcept { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

// "." and digits and the ending: what temporary_name() appends.
bool is_appendix(std::string_view text) {
  if (text.size() != 1 + kDigits + kEnding.size() || text.front() != '.' || !text.ends_with(kEnding)) return false;
  const std::string_view digits = text.substr(1, kDigits);
  return std::all_of(digits.begin(), digits.end(), is_digit);
}

}  // namespace

std::string unguessable_text() {
  std::uint64_t number = 0;
  ssize_t got = 0;
  do {
    got = ::getrandom(&number, sizeof number, 0);
  } while (got < 0 && errno == EINTR);
  if (got != static_cast<ssize_t>(sizeof number))
    throw Error(ExitCode::io, fmt::format("the system gives no random numbers ({})", system_message(errno)));
  return fmt::format("{:016x}", number);
}

std::filesystem::path temporary_name(const std::filesystem::path& file) {
  std::filesystem::path name = file;
  name += fmt::format(".{}{}", unguessable_text(), kEnding);
  return name;
}

bool is_temporary_of(const std::filesystem::path& path, const std::filesystem::path& file) {
  const std::string name = path.filename().string();
  const std::string stem = file.filename().string();
  return name.starts_with(stem) && is_appendix(std::string_view(name).substr(stem.size()));
}

bool is_temporary(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  constexpr std::size_t kLength = 1 + kDigits + kEnding.size();
  return name.size() > kLength && is_appendix(std::string_view(name).substr(name.size() - kLength));
}

}  // namespace syncbench::results
