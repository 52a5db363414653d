#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/finding/finding.hpp"
#include "analysis/run/selection.hpp"
#include "harness/core/registered.hpp"
#include "results/reader.hpp"

namespace syncbench::analysis {

/// What an analyser is asked about: one file, open for reading, and the points of it that were selected.
struct JudgedRun {
  const std::filesystem::path& file;
  const results::RunReader& reader;
  const Selection& selection;
};

/// What an analyser says of a run.
struct Judgement {
  std::vector<Finding> findings;
  std::vector<std::string> remarks;  ///< where it accuses nobody, why not
  std::size_t points = 0;            ///< that it alone looked at, since they are taken apart by nobody else
};

/// Judges one subject for `explain`. It registers itself by one line in its own file:
/// `const Analyser analyser{"storm", judge};`
class Analyser final : public Registered<Analyser> {
 public:
  /// Empty where the file has nothing of the subject. Throws as the reader does.
  using Judge = Judgement (*)(const JudgedRun& run);

  Analyser(std::string_view name, Judge work) noexcept : name_(name), judge_(work) {}

  std::string_view name() const noexcept { return name_; }
  Judgement judge(const JudgedRun& run) const { return judge_(run); }

 private:
  std::string_view name_;
  Judge judge_;
};

}  // namespace syncbench::analysis
