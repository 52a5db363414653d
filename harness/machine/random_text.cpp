#include "harness/machine/random_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "harness/core/text.hpp"

namespace syncbench::machine {
namespace {

constexpr std::size_t kShortest = 32;

// Bits a character. Random text of 32 characters has about 3.6 (hex) and 4.7 (base64); masks, versions and names in
// words have less.
constexpr double kHexEntropy = 3.0;
constexpr double kWordEntropy = 3.5;
constexpr double kMixedEntropy = 4.0;

// A path has short components; base64 has a slash every 64 characters.
constexpr std::size_t kPathComponent = 8;

struct Kinds {
  std::size_t lower = 0, upper = 0, digit = 0, hex = 0, other = 0;
};

Kinds kinds_of(std::string_view run) {
  Kinds kinds;
  for (const char c : run) {
    const bool lower = c >= 'a' && c <= 'z';
    const bool upper = c >= 'A' && c <= 'Z';
    const bool digit = c >= '0' && c <= '9';
    kinds.lower += lower ? 1 : 0;
    kinds.upper += upper ? 1 : 0;
    kinds.digit += digit ? 1 : 0;
    kinds.hex += digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') ? 1 : 0;
    kinds.other += lower || upper || digit ? 0 : 1;
  }
  return kinds;
}

double entropy(std::string_view run) {
  std::array<std::size_t, 256> counts{};
  for (const char c : run) ++counts.at(static_cast<unsigned char>(c));
  double bits = 0;
  for (const std::size_t n : counts) {
    const double share = static_cast<double>(n) / static_cast<double>(run.size());
    if (n > 0) bits -= share * std::log2(share);
  }
  return bits;
}

bool is_gpu_uuid(std::string_view run) {
  if (!run.starts_with("GPU-") && !run.starts_with("MIG-")) return false;
  const std::string_view uuid = run.substr(4);
  return uuid.size() == 36 && uuid[8] == '-' && uuid[13] == '-' && uuid[18] == '-' && uuid[23] == '-' &&
         kinds_of(uuid).hex == 32;
}

bool is_path(std::string_view run) {
  const auto slashes = static_cast<std::size_t>(std::count(run.begin(), run.end(), '/'));
  return slashes > 0 && (run.front() == '/' || run.size() / (slashes + 1) < kPathComponent);
}

bool component_looks_random(std::string_view run) {
  if (run.size() < kShortest || is_gpu_uuid(run)) return false;
  const Kinds kinds = kinds_of(run);
  if (kinds.digit == 0 || kinds.lower + kinds.upper == 0) return false;
  const double bits = entropy(run);
  const auto dashes = static_cast<std::size_t>(std::count(run.begin(), run.end(), '-'));
  if (kinds.hex >= kShortest && kinds.hex + dashes == run.size()) return bits >= kHexEntropy;
  if (kinds.other == 0) return bits >= kWordEntropy;
  return kinds.lower > 0 && kinds.upper > 0 && bits >= kMixedEntropy;
}

// Hex of a key's length behind or before a word: "login-9f86d081…".
bool holds_random_hex(std::string_view component) {
  constexpr std::string_view kSeparators = "-_";
  for (std::size_t at = 0; at < component.size();) {
    const std::size_t end = std::min(component.find_first_of(kSeparators, at), component.size());
    const std::string_view piece = component.substr(at, end - at);
    if (kinds_of(piece).hex == piece.size() && component_looks_random(piece)) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace

bool looks_random(std::string_view run) {
  if (run.size() < kShortest) return false;
  const auto is_random = [](std::string_view part) { return component_looks_random(part) || holds_random_hex(part); };
  if (!is_path(run)) return is_random(run);
  const auto components = split(run, '/');
  return std::any_of(components.begin(), components.end(), is_random);
}

}  // namespace syncbench::machine
