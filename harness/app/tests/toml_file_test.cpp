#include "harness/app/toml_file.hpp"

#include <fstream>

#include <unistd.h>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"

using namespace syncbench;
using app::Setting;
using Catch::Matchers::ContainsSubstring;

namespace {

// A TOML file that is gone with the object.
class TomlFile {
 public:
  explicit TomlFile(const char* text)
      : path_(std::filesystem::temp_directory_path() / ("toml_file_test." + std::to_string(getpid()) + ".toml")) {
    std::ofstream(path_) << text;
  }
  ~TomlFile() { std::filesystem::remove(path_); }
  std::vector<Setting> read() const { return app::read_toml(path_); }

 private:
  std::filesystem::path path_;
};

std::string error_of(const char* text) {
  try {
    TomlFile(text).read();
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::usage);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("tables, dotted keys and quoted dotted keys all name the same option") {
  for (const char* text : {"[smallpkt]\npieces = 3\n", "smallpkt.pieces = 3\n", "\"smallpkt.pieces\" = 3\n"}) {
    const auto settings = TomlFile(text).read();
    REQUIRE(settings.size() == 1);
    CHECK(settings[0].name == "smallpkt.pieces");
    CHECK(settings[0].value == "3");
  }
}

TEST_CASE("an empty file sets nothing") { CHECK(TomlFile("").read().empty()); }

TEST_CASE("values become the text that the command line would take") {
  const auto settings = TomlFile(
                            "bytes = \"8:64\"\niterations = 1_000\nforce = true\n[smallpkt]\npieces = [1, 3, "
                            "47]\npolicy = ['serial', \"fused\"]\n")
                            .read();
  std::vector<std::string> values;
  for (const Setting& each : settings) values.push_back(each.value);
  CHECK(values == std::vector<std::string>{"8:64", "1000", "true", "1,3,47", "serial,fused"});
  CHECK_THAT(settings[4].origin, ContainsSubstring("line 6"));
}

TEST_CASE("a number with a point or an exponent keeps looking like one") {
  CHECK(TomlFile("iterations = 1e3\n").read().at(0).value == "1000.0");
}

TEST_CASE("what is not TOML, or no option could be, is named with its line") {
  CHECK_THAT(error_of("a = 1\nb = [1\n"), ContainsSubstring("line 3") || ContainsSubstring("line 2"));
  CHECK_THAT(error_of("a = 1\nb = 2024-01-01\n"), ContainsSubstring("line 2: b is a date or time"));
  CHECK_THAT(error_of("a = [[1]]\n"), ContainsSubstring("line 1: a is a list of lists"));
}

TEST_CASE("a file that is not there is an I/O error that names it") {
  try {
    app::read_toml("/nowhere/run.toml");
    FAIL("must throw");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::io);
    CHECK_THAT(error.what(), ContainsSubstring("/nowhere/run.toml: No such file or directory"));
  }
}
