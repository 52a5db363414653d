#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <syncbench/core/units.hpp>
#include <syncbench/measure/progress.hpp>

namespace syncbench::measure {

/// Where a rank was when it found that nothing moved.
struct HangReport {
  std::string host, phase, point;
  std::uint64_t number = 0;
  std::string note{};  ///< what the rank found or waited for; may be empty
};

/// Leaves a rank's report in `<folder>/hang.<rank>`, which appears whole. Never throws: a full disk must not hide a
/// hang.
void write_hang_report(const std::filesystem::path& folder, Rank rank, const HangReport& report) noexcept;

/// The reports that lie in a folder, by rank. Never throws; what cannot be read is not there.
std::map<int, HangReport> read_hang_reports(const std::filesystem::path& folder) noexcept;

/// The sentence: which ranks gave no report, or else which are behind the others, with their hosts, and where the run
/// stands, and what the lowest rank with a note noted. `hosts`: of every rank.
std::string hang_sentence(const std::map<int, HangReport>& reports, const std::vector<std::string>& hosts,
                          Nanos timeout);

}  // namespace syncbench::measure
