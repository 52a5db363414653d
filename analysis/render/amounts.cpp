#include "analysis/render/amounts.hpp"

#include <cmath>

#include <fmt/format.h>

namespace syncbench::analysis {
namespace {

std::string digits(double value, int significant) {
  if (value == 0 || !std::isfinite(value)) return "0";
  const int whole = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  return fmt::format("{:.{}f}", value, std::max(0, significant - whole));
}

}  // namespace

std::string micros_text(double nanos) { return digits(nanos / 1e3, 3); }

std::string time_text(double nanos) {
  if (nanos < 0.9995e6) return micros_text(nanos) + " µs";
  if (nanos < 0.9995e9) return micros_text(nanos / 1e3) + " ms";
  return micros_text(nanos / 1e6) + " s";
}

std::string bytes_text(double bytes) {
  if (bytes < 65'536) return fmt::format("{:.0f} B", bytes);
  if (bytes < 1'048'576) return digits(bytes / 1'024, 3) + " KiB";
  if (bytes < 1'073'741'824) return digits(bytes / 1'048'576, 3) + " MiB";
  return digits(bytes / 1'073'741'824, 3) + " GiB";
}

std::string percent_text(double share) { return digits(100 * share, std::abs(share) < 1 ? 2 : 3) + " %"; }

std::string factor_text(double factor) { return digits(factor, factor < 10 ? 2 : 3); }

std::string limits_text(std::string_view lower, std::string_view upper) {
  return fmt::format("95 %, this launch: {} to {}", lower, upper);
}

std::string ordinal_text(std::size_t number) {
  const std::size_t tens = number % 100, ones = number % 10;
  const bool teen = tens >= 11 && tens <= 13;
  const char* ending = teen ? "th" : ones == 1 ? "st" : ones == 2 ? "nd" : ones == 3 ? "rd" : "th";
  return fmt::format("{}{}", number, ending);
}

std::string count_text(std::size_t number) {
  std::string text = std::to_string(number);
  for (std::size_t left = text.size(); left > 3; left -= 3) text.insert(left - 3, ",");
  return text;
}

}  // namespace syncbench::analysis
