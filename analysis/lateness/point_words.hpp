#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/finding/finding.hpp"
#include "analysis/lateness/lateness.hpp"

namespace syncbench::analysis {

/// What all sentences about one point's lateness have in common. The point and its lateness must outlive it.
class PointWords {
 public:
  PointWords(const Decomposition& point, const Lateness& lateness);

  const Decomposition& point() const noexcept { return point_; }
  const Lateness& lateness() const noexcept { return lateness_; }

  /// "allreduce of 1024 B on mpi"
  const std::string& label() const noexcept { return label_; }
  /// "1 (n1)"
  std::string name_of(std::size_t place) const;
  /// "rank 1 (n1)", "ranks 0 (n1), 1 (n1)", or shorter: "all but rank 3 (n1)", "all ranks".
  std::string who(const std::vector<std::size_t>& places) const;
  /// How often and when.
  std::string often(const Recurrence& found) const;
  /// "; this point makes ranks late on purpose", where it does.
  std::string on_purpose() const;
  /// Advice, and to measure with evidence where there is none: without it nobody can tell a rank that works from one
  /// that may not.
  std::string ask_for_evidence(std::string_view advice) const;

  /// A finding with all but its sentence and advice.
  Finding begin(Cause cause, const Recurrence& found, std::string phase) const;

 private:
  const Decomposition& point_;
  const Lateness& lateness_;
  std::string label_;
};

/// The singular for one place, the plural for several.
inline std::string_view verb(const std::vector<std::size_t>& places, std::string_view one, std::string_view several) {
  return places.size() == 1 ? one : several;
}

}  // namespace syncbench::analysis
