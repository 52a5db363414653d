#pragma once

#include <optional>

#include <nlohmann/json.hpp>

#include "harness/core/mean_interval.hpp"

namespace syncbench::analysis {

/// Members keep the order in which they are added.
using Json = nlohmann::ordered_json;

/// Limits that are NaN are null: JSON has no other way to say so.
inline Json interval_json(const MeanInterval& interval) {
  return {{"value", interval.mean}, {"lower", interval.lower}, {"upper", interval.upper}};
}

/// null where there is none.
template <class T>
Json json_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}
inline Json json_or_null(const std::optional<MeanInterval>& interval) {
  return interval ? interval_json(*interval) : Json(nullptr);
}

}  // namespace syncbench::analysis
