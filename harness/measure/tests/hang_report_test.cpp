#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include <unistd.h>

#include <syncbench/measure/hang_report.hpp>
#include <syncbench/testing/catch.hpp>

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
  return std::string(measure::hang_sentence(folder.text(), hosts, Nanos{seconds * 1'000'000'000}).view());
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
