#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/core/fixed_text.hpp"
#include "harness/core/nanos.hpp"
#include "harness/core/units.hpp"

namespace syncbench::measure {

/// Where a rank was when it found that nothing moved.
struct HangReport {
  FixedText<64> host;
  FixedText<16> phase;
  FixedText<32> point;
  std::uint64_t number = 0;
  FixedText<256> note{};  ///< what the rank found or waited for; may be empty
};

// All of these are called from the watchdog's signal handler: none of them allocates, locks or throws.

/// Leaves a rank's report in `<folder>/hang.<rank>`, which appears whole. A full disk must not hide a hang: what cannot
/// be written is not there. False: it could not be written.
bool write_hang_report(const char* folder, Rank rank, const HangReport& report) noexcept;

/// The report that a rank left in a folder; nothing where there is none, or half of one. A file that is no regular file
/// is none.
std::optional<HangReport> read_hang_report(const char* folder, Rank rank) noexcept;

/// The lowest of so many ranks that left a report. Reads the reports up to it.
std::optional<Rank> lowest_reporting_rank(const char* folder, std::size_t ranks) noexcept;

/// Takes the reports of so many ranks away.
void remove_hang_reports(const char* folder, std::size_t ranks) noexcept;

/// Whose reports are expected in a folder.
struct Roll {
  std::size_t ranks = 0;
  const std::vector<std::string>* hosts = nullptr;  ///< of every rank; null: nobody knows them yet
  bool folder_is_shared = true;                     ///< all ranks certainly see the folder
};

/// Long enough for eight names of hosts, a folder and a note.
using HangSentence = FixedText<4096>;

/// The sentence: which ranks gave no report, or else which are behind the others, with their hosts, and where the run
/// stands, and what the lowest rank with a note noted. A rank whose host is not known is named without it. Where the
/// folder may not be shared, and no two hosts have left reports in it, the sentence says so. Reads every rank's report
/// twice.
HangSentence hang_sentence(const char* folder, const Roll& roll, Nanos timeout) noexcept;

}  // namespace syncbench::measure
