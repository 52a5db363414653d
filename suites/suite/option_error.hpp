#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace syncbench::suite {

/// Why a text is no value of an option: a clause that names the nearest valid choice. Whoever knows where the text came
/// from (command line, line of a file) makes the sentence of it.
class OptionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws OptionError: `text` is none of the choices; names the nearest one and all of them.
[[noreturn]] void refuse_choice(std::string_view text, const std::vector<std::string>& choices);

/// The whole number that a text is. Throws OptionError, with the whole number that was meant where that can be guessed
/// ("1e3": 1000), or with the nearest limit where it lies outside.
std::int64_t whole_from(std::string_view text, std::int64_t lowest, std::int64_t highest);

}  // namespace syncbench::suite
