#include "results/model.hpp"

#include <fmt/format.h>

namespace syncbench::results {
namespace {

struct Text {
  std::string operator()(std::int64_t whole) const { return fmt::format("{}", whole); }
  // The shortest digits that read back as the same number: 0.5, 10, 1e-07.
  std::string operator()(double real) const { return fmt::format("{}", real); }
  std::string operator()(const std::string& text) const { return text; }
};

}  // namespace

std::string text_of(const Value& value) { return std::visit(Text{}, value); }

}  // namespace syncbench::results
