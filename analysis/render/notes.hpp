#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include <syncbench/core/quantile_estimate.hpp>

namespace syncbench::analysis {

/// Collects what has to stand below a table about the quantiles in it.
class Notes {
 public:
  void add(const std::vector<QuantileEstimate>& estimates);

  /// One paragraph each, only those that are needed: what n does not carry and how much would, where independence is
  /// assumed, where limits are too narrow.
  std::string text() const;

 private:
  std::map<Quantile, std::size_t> needed_;
  std::set<Quantile> assumed_, unresolved_;
};

/// "*" where independence is assumed, "!" where correlation is not resolved, else nothing. It stands before its number,
/// so that digits stay below each other.
std::string mark_of(const QuantileEstimate& estimate);

}  // namespace syncbench::analysis
