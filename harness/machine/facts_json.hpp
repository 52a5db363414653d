#pragma once

#include <string>

#include "harness/machine/facts.hpp"

namespace syncbench::machine {

/// JSON text, one object a class (all four, always), in each of them name → value: a string or a number, or the object
/// {"unreadable": "why"}. Bytes that are no UTF-8 become U+FFFD. Never fails but by std::bad_alloc.
std::string to_json(const Facts& facts);

}  // namespace syncbench::machine
