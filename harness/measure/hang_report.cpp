#include "hang_report.hpp"

#include <algorithm>
#include <fstream>
#include <tuple>

#include <fmt/format.h>

#include <syncbench/core/text.hpp>

namespace syncbench::measure {
namespace {

constexpr std::string_view kName = "hang.";
constexpr std::size_t kMostNamed = 8;

std::string name_list(const std::vector<int>& ranks, const std::vector<std::string>& hosts) {
  std::vector<std::string> named;
  for (const int rank : ranks) {
    if (named.size() == kMostNamed) {
      named.push_back(fmt::format("and {} more", ranks.size() - kMostNamed));
      break;
    }
    named.push_back(fmt::format("rank {} on {}", rank, hosts[static_cast<std::size_t>(rank)]));
  }
  return join(named, ", ");
}

std::vector<int> missing_ranks(const std::map<int, HangReport>& reports, std::size_t ranks) {
  std::vector<int> missing;
  for (int rank = 0; rank < static_cast<int>(ranks); ++rank) {
    if (reports.count(rank) == 0) missing.push_back(rank);
  }
  return missing;
}

// Points are numbered in the order of the run, so the order of their ids is the order of time.
auto place(const HangReport& report) { return std::tie(report.point, report.number); }

std::vector<int> ranks_behind(const std::map<int, HangReport>& reports) {
  const auto furthest = std::max_element(
      reports.begin(), reports.end(), [](const auto& a, const auto& b) { return place(a.second) < place(b.second); });
  std::vector<int> behind;
  for (const auto& [rank, report] : reports) {
    if (place(report) < place(furthest->second)) behind.push_back(rank);
  }
  return behind;
}

std::string cause(const std::map<int, HangReport>& reports, const std::vector<std::string>& hosts) {
  const auto missing = missing_ranks(reports, hosts.size());
  if (!missing.empty()) {
    return fmt::format("{} {} not answer (stopped, dead, or its node is gone)", name_list(missing, hosts),
                       missing.size() == 1 ? "does" : "do");
  }
  const auto behind = ranks_behind(reports);
  if (!behind.empty())
    return fmt::format("{} {} behind the others", name_list(behind, hosts), behind.size() == 1 ? "is" : "are");
  return "all ranks wait at the same place, so the communication library or the network is stuck";
}

std::string first_note(const std::map<int, HangReport>& reports) {
  for (const auto& [rank, report] : reports) {
    if (!report.note.empty()) return " (" + report.note + ")";
  }
  return {};
}

std::string where(const std::map<int, HangReport>& reports) {
  if (reports.empty()) return "at an unknown point";
  const HangReport& report = reports.begin()->second;
  const std::string point = report.point.empty() ? "before the first point" : "at point " + report.point;
  return fmt::format("{}, {}, iteration {}", point, report.phase, report.number);
}

}  // namespace

void write_hang_report(const std::filesystem::path& folder, Rank rank, const HangReport& report) noexcept {
  try {
    const std::filesystem::path temporary = folder / fmt::format(".{}{}", kName, rank.value);
    std::ofstream(temporary) << report.host << '\n'
                             << report.phase << '\n'
                             << report.point << '\n'
                             << report.number << '\n'
                             << report.note << '\n';
    std::filesystem::rename(temporary, folder / fmt::format("{}{}", kName, rank.value));
  } catch (const std::exception&) {
    return;
  }
}

std::map<int, HangReport> read_hang_reports(const std::filesystem::path& folder) noexcept {
  std::map<int, HangReport> reports;
  try {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      const std::string name = entry.path().filename().string();
      const auto rank = name.starts_with(kName) ? parse_whole(name.substr(kName.size())) : std::nullopt;
      if (!rank || *rank < 0) continue;
      std::ifstream file(entry.path());
      HangReport report;
      std::getline(file, report.host);
      std::getline(file, report.phase);
      std::getline(file, report.point);
      if (!(file >> report.number)) continue;
      if (file >> std::ws) std::getline(file, report.note);
      reports[static_cast<int>(*rank)] = report;
    }
  } catch (const std::exception&) {
    return reports;
  }
  return reports;
}

std::string hang_sentence(const std::map<int, HangReport>& reports, const std::vector<std::string>& hosts,
                          Nanos timeout) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(timeout).count();
  return fmt::format("no progress for {} s {}: {}{}", seconds, where(reports), cause(reports, hosts),
                     first_note(reports));
}

}  // namespace syncbench::measure
