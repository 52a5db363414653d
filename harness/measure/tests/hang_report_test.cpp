#include <fstream>

#include <unistd.h>

#include <syncbench/measure/hang_report.hpp>
#include <syncbench/testing/catch.hpp>

using namespace syncbench;
using Catch::Matchers::ContainsSubstring;
using measure::hang_sentence;
using measure::HangReport;

namespace {

const std::vector<std::string> kHosts{"n1", "n1", "n2", "n2"};

HangReport at(std::uint64_t number, std::string point = "p0003") {
  return {.host = "n", .phase = "measuring", .point = std::move(point), .number = number};
}

class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("hang_report_test." + std::to_string(getpid()))) {
    std::filesystem::create_directory(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("a rank that gave no report is named with its host, and where the others stand") {
  const std::string sentence = hang_sentence({{0, at(812)}, {1, at(812)}, {3, at(812)}}, kHosts, Nanos{60'000'000'000});
  CHECK_THAT(
      sentence,
      ContainsSubstring("no progress for 60 s at point p0003, measuring, iteration 812: rank 2 on n2 does not answer"));
}

TEST_CASE("where all answer, those behind the furthest are named") {
  CHECK_THAT(
      hang_sentence({{0, at(812)}, {1, at(811)}, {2, at(812)}, {3, at(3, "p0002")}}, kHosts, Nanos{1'000'000'000}),
      ContainsSubstring("rank 1 on n1, rank 3 on n2 are behind the others"));
}

TEST_CASE("what the lowest rank with a note noted is said at the end") {
  HangReport second = at(812), third = at(812);
  second.note = "rank 1 on n1: connecting to rank 2 on n2";
  third.note = "rank 3 on n2: connecting to rank 2 on n2";
  CHECK_THAT(hang_sentence({{0, at(812)}, {1, second}, {3, third}}, kHosts, Nanos{1'000'000'000}),
             ContainsSubstring("rank 2 on n2 does not answer") &&
                 ContainsSubstring("(rank 1 on n1: connecting to rank 2 on n2)") &&
                 !ContainsSubstring("rank 3 on n2: connecting"));
}

TEST_CASE("where all wait at the same place nobody is accused") {
  CHECK_THAT(hang_sentence({{0, at(5)}, {1, at(5)}, {2, at(5)}, {3, at(5)}}, kHosts, Nanos{1'000'000'000}),
             ContainsSubstring("all ranks wait at the same place"));
}

TEST_CASE("of many missing ranks the first are named and the rest counted") {
  const std::vector<std::string> hosts(20, "n");
  CHECK_THAT(hang_sentence({{0, at(5)}}, hosts, Nanos{1'000'000'000}),
             ContainsSubstring("rank 8 on n, and 11 more do not answer"));
}

TEST_CASE("reports are read back as they were written, and rubbish beside them is passed over") {
  const Folder folder;
  measure::write_hang_report(folder.path(), Rank{7}, {.host = "n 1", .phase = "storing", .point = "", .number = 42});
  measure::write_hang_report(folder.path(), Rank{8},
                             {.host = "n", .phase = "connecting", .point = "", .number = 1, .note = "to 7"});
  std::ofstream(folder.path() / "hang.x") << "rubbish";
  std::ofstream(folder.path() / "hang.9") << "half";
  const auto reports = measure::read_hang_reports(folder.path());
  REQUIRE(reports.size() == 2);
  CHECK(reports.at(8).note == "to 7");
  CHECK(reports.at(7).note.empty());
  CHECK(reports.at(7).host == "n 1");
  CHECK(reports.at(7).phase == "storing");
  CHECK(reports.at(7).point.empty());
  CHECK(reports.at(7).number == 42);
}

TEST_CASE("a folder that is not there gives no reports and no error") {
  measure::write_hang_report("/nowhere/at/all", Rank{0}, {});
  CHECK(measure::read_hang_reports("/nowhere/at/all").empty());
}
