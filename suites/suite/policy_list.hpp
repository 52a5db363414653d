#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/workload.hpp"

namespace syncbench::suite {

/// A way of issuing operations, with its numbers.
struct Policy {
  kernels::IssuePolicy kind = kernels::IssuePolicy::serial;
  kernels::BucketLimits buckets{};                 ///< for bucketed
  Nanos compute = std::chrono::microseconds(100);  ///< for overlapped
  bool operator==(const Policy&) const = default;
};

/// How operations are given to the backend under that policy.
kernels::Workload workload_of(std::vector<kernels::Operation> operations, const Policy& policy);

/// Policies as users write them: "serial,bucketed:1M,25M,overlapped:100". Numbers may be left out: bucketed stands for
/// bucketed:1M,25M (the first bucket, all others), overlapped for overlapped:100 (microseconds). Throws OptionError,
/// with the nearest valid text.
std::vector<Policy> policies_from(std::string_view text);

/// What policies_from() takes for it.
std::string text_of(const Policy& policy);

}  // namespace syncbench::suite
