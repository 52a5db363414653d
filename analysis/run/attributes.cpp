#include "analysis/run/attributes.hpp"

#include <algorithm>
#include <array>

#include "harness/core/text.hpp"

namespace syncbench::analysis {

std::string text_attribute(const results::Attributes& attributes, std::string_view key) {
  const auto found = attributes.find(key);
  return found == attributes.end() ? "" : results::text_of(found->second);
}

std::optional<std::int64_t> whole_attribute(const results::Attributes& attributes, std::string_view key) {
  const auto found = attributes.find(key);
  if (found == attributes.end()) return std::nullopt;
  const auto* whole = std::get_if<std::int64_t>(&found->second);
  return whole != nullptr ? std::optional(*whole) : std::nullopt;
}

bool is_factor(std::string_view key) {
  // What the schema's table of a point's attributes lists as outcome or circumstance.
  static constexpr std::array kOthers = std::to_array<std::string_view>({"status",
                                                                         "reason",
                                                                         "group",
                                                                         "warmup_iterations",
                                                                         "steadiness",
                                                                         "stop_reason",
                                                                         "verified",
                                                                         "verify",
                                                                         "seed",
                                                                         "waiting",
                                                                         "clock_contradicted",
                                                                         "timer_overhead_ns",
                                                                         "timer_resolution_ns",
                                                                         "timer_quality",
                                                                         "operations_per_sample",
                                                                         "extra_bytes",
                                                                         "issued",
                                                                         "buffer_slots",
                                                                         "working_set_bytes",
                                                                         "working_set_capped",
                                                                         "lateness_unit_ns",
                                                                         "lateness_ns",
                                                                         "noise_length_ns",
                                                                         "udp_mtu_forward",
                                                                         "udp_mtu_backward",
                                                                         "udp_received_forward",
                                                                         "udp_received_backward",
                                                                         "udp_sent",
                                                                         "unreachable",
                                                                         "evidence"});
  return std::find(kOthers.begin(), kOthers.end(), key) == kOthers.end();
}

std::string policy_of(const results::Attributes& attributes) {
  const std::string name = text_attribute(attributes, "policy");
  const auto size = [&](std::string_view key) {
    return bytes_text(Bytes{static_cast<std::size_t>(whole_attribute(attributes, key).value_or(0))});
  };
  if (attributes.contains("bucket_first")) return name + ":" + size("bucket_first") + "," + size("bucket_limit");
  if (const auto compute = whole_attribute(attributes, "compute_ns"))
    return name + ":" + std::to_string(*compute / 1000);
  return name;
}

std::string factors_without(const results::Attributes& attributes, std::initializer_list<std::string_view> left_out) {
  std::string text;
  for (const auto& [key, value] : attributes) {
    if (!is_factor(key) || std::find(left_out.begin(), left_out.end(), key) != left_out.end()) continue;
    text += key + "=" + results::text_of(value) + "\n";
  }
  return text;
}

}  // namespace syncbench::analysis
