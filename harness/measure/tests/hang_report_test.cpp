#include "harness/measure/hang_report.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include <unistd.h>

#include "harness/cmake/testing/catch.hpp"
#include "harness/measure/meeting_place.hpp"

using namespace syncbench;
using Catch::Matchers::ContainsSubstring;
using measure::HangReport;
using measure::read_hang_report;
using measure::write_hang_report;

namespace {

const std::vector<std::string> kHosts{"n1", "n1", "n2", "n2"};

HangReport at(std::uint64_t number, std::string_view point = "p0003") {
  return {.host = std::string_view("n"), .phase = std::string_view("measuring"), .point = point, .number = number};
}

class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("hang_report_test." + std::to_string(getpid()))) {
    std::filesystem::create_directory(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::filesystem::path operator/(const char* name) const { return path_ / name; }
  const char* text() const { return path_.c_str(); }

 private:
  std::filesystem::path path_;
};

std::string sentence_of(const std::map<int, HangReport>& reports, const std::vector<std::string>& hosts = kHosts,
                        std::int64_t seconds = 1) {
  const Folder folder;
  for (const auto& [rank, report] : reports) write_hang_report(folder.text(), Rank{rank}, report);
  const measure::Roll roll{.ranks = hosts.size(), .hosts = &hosts};
  return std::string(measure::hang_sentence(folder.text(), roll, Nanos{seconds * 1'000'000'000}).view());
}

HangReport early(std::string_view host, std::string_view phase) {
  return {.host = host, .phase = phase, .point = {}, .number = 1};
}

// Before ranks know of each other's hosts.
std::string early_sentence_of(const std::map<int, HangReport>& reports, bool shared) {
  const Folder folder;
  for (const auto& [rank, report] : reports) write_hang_report(folder.text(), Rank{rank}, report);
  const measure::Roll roll{.ranks = 3, .hosts = nullptr, .folder_is_shared = shared};
  return std::string(measure::hang_sentence(folder.text(), roll, Nanos{5'000'000'000}).view());
}

}  // namespace

TEST_CASE("a rank that gave no report is named with its host, and where the others stand") {
  CHECK_THAT(
      sentence_of({{0, at(812)}, {1, at(812)}, {3, at(812)}}, kHosts, 60),
      ContainsSubstring("no progress for 60 s at point p0003, measuring, iteration 812: rank 2 on n2 does not answer"));
}

TEST_CASE("where all answer, those behind the furthest are named") {
  CHECK_THAT(sentence_of({{0, at(812)}, {1, at(811)}, {2, at(812)}, {3, at(3, "p0002")}}),
             ContainsSubstring("rank 1 on n1, rank 3 on n2 are behind the others"));
}

TEST_CASE("what the lowest rank with a note noted is said at the end") {
  HangReport second = at(812), third = at(812);
  second.note = std::string_view("rank 1 on n1: connecting to rank 2 on n2");
  third.note = std::string_view("rank 3 on n2: connecting to rank 2 on n2");
  CHECK_THAT(sentence_of({{0, at(812)}, {1, second}, {3, third}}),
             ContainsSubstring("rank 2 on n2 does not answer") &&
                 ContainsSubstring("(rank 1 on n1: connecting to rank 2 on n2)") &&
                 !ContainsSubstring("rank 3 on n2: connecting"));
}

TEST_CASE("where all wait at the same place nobody is accused") {
  CHECK_THAT(sentence_of({{0, at(5)}, {1, at(5)}, {2, at(5)}, {3, at(5)}}),
             ContainsSubstring("all ranks wait at the same place"));
}

TEST_CASE("of many missing ranks the first are named and the rest counted") {
  CHECK_THAT(sentence_of({{0, at(5)}}, std::vector<std::string>(20, "n")),
             ContainsSubstring("rank 8 on n, and 11 more do not answer"));
}

TEST_CASE("without any report the point is unknown and all ranks are missing") {
  CHECK_THAT(sentence_of({}), ContainsSubstring("at an unknown point: rank 0 on n1, rank 1 on n1"));
}

TEST_CASE("before hosts are known a missing rank is named by its number, and one that is behind by its report") {
  CHECK(early_sentence_of({{0, early("n1", "mpi-init")}, {2, early("n1", "mpi-init")}}, true) ==
        "no progress for 5 s in phase mpi-init: rank 1 does not answer (stopped, dead, or its node is gone)");
  CHECK_THAT(early_sentence_of(
                 {{0, early("n1", "starting")}, {1, early("n2", "mpi-init")}, {2, early("n1", "starting")}}, true),
             ContainsSubstring("in phase starting: rank 1 on n2 is behind the others"));
}

TEST_CASE("a folder that other nodes may not see accuses nobody for sure") {
  CHECK_THAT(
      early_sentence_of({{0, early("n1", "mpi-init")}}, false),
      ContainsSubstring("rank 1, rank 2 do not answer (stopped, dead, or its node is gone; or it began later, or "
                        "its node has another /"));
  CHECK_THAT(early_sentence_of({{0, early("n1", "mpi-init")}, {2, early("n2", "mpi-init")}}, false),
             ContainsSubstring("rank 1 does not answer (stopped, dead, or its node is gone)"));
}

TEST_CASE("whoever is at the end is not behind those that measure") {
  CHECK_THAT(
      sentence_of({{0, at(5)}, {1, early("n1", "ending")}, {2, early("n2", "ending")}, {3, early("n2", "ending")}}),
      ContainsSubstring("rank 0 on n1 is behind the others"));
}

TEST_CASE("reports are taken away whole and half-written, and what else is in the folder stays") {
  const Folder folder;
  write_hang_report(folder.text(), Rank{1}, at(5));
  std::ofstream(folder / ".hang.0") << "half";
  std::ofstream(folder / "p0000.h5") << "a point";
  measure::remove_hang_reports(folder.text(), 2);
  CHECK_FALSE(std::filesystem::exists(folder / "hang.1"));
  CHECK_FALSE(std::filesystem::exists(folder / ".hang.0"));
  CHECK(std::filesystem::exists(folder / "p0000.h5"));
}

TEST_CASE("a meeting is only held in a folder of one's own") {
  const Folder folder;
  const measure::MeetingPlace place{.folder = folder / "meeting", .ranks = 2, .seen_by_all = true};
  CHECK_FALSE(is_called(place, 0));
  CHECK(open_meeting(place));
  CHECK(open_meeting(place));  // the next rank
  CHECK(is_called(place, 0));
  CHECK_FALSE(is_called(place, std::time(nullptr) + 100));
  write_hang_report(place.folder.c_str(), Rank{1}, at(5));
  close_meeting(place);
  CHECK_FALSE(std::filesystem::exists(place.folder));

  std::filesystem::create_directory(place.folder);
  std::filesystem::permissions(place.folder, std::filesystem::perms::all);
  CHECK_FALSE(open_meeting(place));
  std::filesystem::remove(place.folder);
  std::filesystem::create_directory_symlink(folder.text(), place.folder);
  CHECK_FALSE(open_meeting(place));
  CHECK_FALSE(open_meeting(measure::MeetingPlace{}));
}

TEST_CASE("what an earlier launch of the same name left at a meeting is no report of this one") {
  const Folder folder;
  const measure::MeetingPlace place{.folder = folder / "meeting", .ranks = 2, .seen_by_all = true};
  REQUIRE(open_meeting(place));
  write_hang_report(place.folder.c_str(), Rank{1}, at(5));
  CHECK(open_meeting(place));
  CHECK(read_hang_report(place.folder.c_str(), Rank{1}));
  std::filesystem::last_write_time(place.folder, std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  CHECK(open_meeting(place));
  CHECK_FALSE(read_hang_report(place.folder.c_str(), Rank{1}));
}

TEST_CASE("reports are read back as they were written, and rubbish beside them is passed over") {
  const Folder folder;
  write_hang_report(folder.text(), Rank{7},
                    {.host = std::string_view("n 1"), .phase = std::string_view("storing"), .point = {}, .number = 42});
  write_hang_report(folder.text(), Rank{8},
                    {.host = std::string_view("n"),
                     .phase = std::string_view("connecting"),
                     .point = {},
                     .number = 1,
                     .note = std::string_view("to 7")});
  std::ofstream(folder / "hang.9") << "half";
  std::filesystem::create_directory(folder / "hang.10");
  REQUIRE(read_hang_report(folder.text(), Rank{7}));
  REQUIRE(read_hang_report(folder.text(), Rank{8}));
  CHECK(read_hang_report(folder.text(), Rank{8})->note.view() == "to 7");
  const HangReport report = *read_hang_report(folder.text(), Rank{7});
  CHECK(report.note.view().empty());
  CHECK(report.host.view() == "n 1");
  CHECK(report.phase.view() == "storing");
  CHECK(report.point.view().empty());
  CHECK(report.number == 42);
  CHECK_FALSE(read_hang_report(folder.text(), Rank{6}));
  CHECK_FALSE(read_hang_report(folder.text(), Rank{9}));
  CHECK_FALSE(read_hang_report(folder.text(), Rank{10}));
  CHECK(measure::lowest_reporting_rank(folder.text(), 20) == Rank{7});
}

TEST_CASE("a report that was planted as a link is not written through, and none is read through one") {
  const Folder folder;
  std::ofstream(folder / "victim") << "untouched";
  std::filesystem::create_symlink(folder / "victim", folder / ".hang.1");
  std::filesystem::create_symlink(folder / "victim", folder / "hang.2");
  write_hang_report(folder.text(), Rank{1}, at(5));
  std::string kept;
  std::getline(std::ifstream(folder / "victim"), kept);
  CHECK(kept == "untouched");
  CHECK(read_hang_report(folder.text(), Rank{1}));
  CHECK_FALSE(read_hang_report(folder.text(), Rank{2}));
}

TEST_CASE("a folder that is not there gives no reports and no error") {
  write_hang_report("/nowhere/at/all", Rank{0}, {});
  CHECK_FALSE(read_hang_report("/nowhere/at/all", Rank{0}));
}
