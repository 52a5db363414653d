#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace syncbench::analysis {

// Amounts in running text and in cells: three significant digits.

/// Nanoseconds as microseconds without a unit: 1'676'860 → "1677", 812 → "0.812".
std::string micros_text(double nanos);

/// Nanoseconds with the unit that fits: "812 µs", "1.68 ms", "2.01 s".
std::string time_text(double nanos);

/// "14306 B", "1.87 MiB": plain below 64 KiB, since protocol limits are known in bytes.
std::string bytes_text(double bytes);

/// 0.8012 → "80 %", 0.0043 → "0.43 %".
std::string percent_text(double share);

/// 5.123 → "5.1", 123.4 → "123".
std::string factor_text(double factor);

/// Limits of what one launch tells, as every sentence gives them: "95 %, this launch: 820 to 823".
std::string limits_text(std::string_view lower, std::string_view upper);

/// 1 → "1st", 12 → "12th", 22 → "22nd".
std::string ordinal_text(std::size_t number);

/// 88294 → "88,294".
std::string count_text(std::size_t number);

}  // namespace syncbench::analysis
