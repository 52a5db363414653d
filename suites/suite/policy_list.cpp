#include "suites/suite/policy_list.hpp"

#include <fmt/format.h>

#include "harness/core/text.hpp"
#include "suites/suite/option_error.hpp"

namespace syncbench::suite {
namespace {

using kernels::IssuePolicy;

constexpr std::int64_t kLongestCompute = 10'000'000;  // µs

IssuePolicy kind_from(const std::string& name) {
  if (const auto kind = value_named<IssuePolicy>(name)) return *kind;
  std::vector<std::string> choices;
  for (const std::string_view each : names_of<IssuePolicy>()) choices.emplace_back(each);
  refuse_choice(name, choices);
}

Bytes limit_from(const std::string& text) {
  const auto size = parse_bytes(text);
  if (!size || size->count == 0)
    throw OptionError(fmt::format("'{}' is no size of a bucket; did you mean bucketed:1M,25M?", text));
  return *size;
}

// The sizes that "bucketed:first" and the item behind it give; the list's comma stands between them as well.
kernels::BucketLimits limits_from(const std::string& first, const std::string* rest) {
  if (rest == nullptr || !parse_bytes(*rest))
    throw OptionError(fmt::format("bucketed:{} lacks a size: the first bucket's and all others', as in bucketed:{},25M",
                                  first, first.empty() ? "1M" : first));
  return {.first = limit_from(first), .rest = limit_from(*rest)};
}

}  // namespace

kernels::Workload workload_of(std::vector<kernels::Operation> operations, const Policy& policy) {
  kernels::Workload workload{.operations = std::move(operations), .policy = policy.kind};
  // Numbers that a policy does not use stay as they are, so that equal workloads are equal.
  if (policy.kind == IssuePolicy::bucketed) workload.buckets = policy.buckets;
  if (policy.kind == IssuePolicy::overlapped) workload.compute = policy.compute;
  return workload;
}

std::vector<Policy> policies_from(std::string_view text) {
  const auto items = split(text, ',');
  if (items.empty()) throw OptionError("a value is missing");
  std::vector<Policy> policies;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::size_t colon = items[i].find(':');
    Policy& policy = policies.emplace_back(Policy{.kind = kind_from(items[i].substr(0, colon))});
    if (colon == std::string::npos) continue;
    const std::string number = items[i].substr(colon + 1);
    if (policy.kind == IssuePolicy::bucketed) {
      policy.buckets = limits_from(number, i + 1 < items.size() ? &items[i + 1] : nullptr);
      ++i;
    } else if (policy.kind == IssuePolicy::overlapped) {
      policy.compute = std::chrono::microseconds(whole_from(number, 1, kLongestCompute));
    } else {
      throw OptionError(
          fmt::format("{} takes no number; did you mean {}?", name_of(policy.kind), name_of(policy.kind)));
    }
  }
  return policies;
}

std::string text_of(const Policy& policy) { return policy_text(workload_of({}, policy)); }

}  // namespace syncbench::suite
