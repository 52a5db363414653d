#include "analysis/run/point_label.hpp"

#include <fmt/format.h>

#include "analysis/render/amounts.hpp"
#include "analysis/run/attributes.hpp"

namespace syncbench::analysis {

std::string point_label(const results::PointHeader& header) {
  const std::string pieces = text_attribute(header.attributes, "pieces");
  return fmt::format("{}{} of {} on {}", pieces.empty() || pieces == "1" ? "" : pieces + " × ",
                     text_attribute(header.attributes, "operation"),
                     bytes_text(static_cast<double>(whole_attribute(header.attributes, "bytes_send").value_or(0))),
                     text_attribute(header.attributes, "backend"));
}

}  // namespace syncbench::analysis
