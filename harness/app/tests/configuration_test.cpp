#include "harness/app/configuration.hpp"

#include <fstream>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "harness/app/info_pages.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"

using namespace syncbench;
using app::CommandLine;
using app::Configuration;
using Catch::Matchers::ContainsSubstring;

namespace {

CommandLine line_with(std::vector<std::pair<std::string, std::string>> settings, std::string config = {}) {
  CommandLine line;
  line.config = std::move(config);
  for (auto& [name, value] : settings) line.settings.push_back({.name = name, .value = value, .origin = {}});
  return line;
}

nlohmann::json json_of(const Configuration& configuration) { return nlohmann::json::parse(configuration.json()); }

class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() / ("configuration_test." + std::to_string(getpid()) + ".toml")) {
    std::ofstream(path_) << text;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("the command line wins over the file, the file over the profile, the profile over defaults") {
  const TemporaryFile file("profile = \"smoke\"\niterations = 77\nwarmup = 3\n");
  const auto configuration = Configuration::resolve(line_with({{"warmup", "9"}}, file.path()));
  CHECK(configuration.run().warmup == 9);
  CHECK(configuration.run().iterations == 77);
  CHECK(json_of(configuration)["smallpkt.pieces"] == nlohmann::json({1, 47}));  // smoke's
  CHECK(configuration.is_set("warmup"));
  CHECK_FALSE(configuration.is_set("seed"));
}

TEST_CASE("without anything, smallpkt at profile quick on MPI is what runs") {
  const auto configuration = Configuration::resolve({});
  CHECK(configuration.run().profile == suite::Profile::quick);
  REQUIRE(configuration.chosen_suites().size() == 1);
  CHECK(configuration.chosen_suites()[0]->suite->name() == "smallpkt");
  CHECK(configuration.run().backends == std::vector<std::string>{"mpi"});
}

TEST_CASE("the printed configuration is one that can be read back, and is then the same") {
  const auto first = Configuration::resolve(line_with({{"bytes", "8:64"},
                                                       {"smallpkt.policy", "fused"},
                                                       {"out", "a \"b\".h5"},
                                                       {"force", "true"},
                                                       {"type", "f16,f32"}}));
  const TemporaryFile file(first.toml());
  const auto second = Configuration::resolve(line_with({}, file.path()));
  CHECK(second.json() == first.json());
  CHECK(second.hash() == first.hash());
}

TEST_CASE("different settings have different hashes") {
  CHECK(Configuration::resolve(line_with({{"seed", "1"}})).hash() !=
        Configuration::resolve(line_with({{"seed", "2"}})).hash());
}

TEST_CASE("a wrong value or key is refused with the place where it stands") {
  const auto error_of = [](const std::string& text) {
    const TemporaryFile file(text);
    try {
      Configuration::resolve(line_with({}, file.path()));
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::usage);
      return std::string(error.what());
    }
    return std::string("no error");
  };
  CHECK_THAT(error_of("\n[smallpkt]\npeices = 1\n"),
             ContainsSubstring("line 3: there is no option 'smallpkt.peices'; did you mean smallpkt.pieces?"));
  CHECK_THAT(error_of("profile = 'quik'\n"),
             ContainsSubstring("line 1: profile = quik") && ContainsSubstring("did you mean quick?"));
  CHECK_THAT(error_of("[zzz]\nqqqqqqqqqqqqqqqqqqq = 1\n"), ContainsSubstring("syncbench --help lists all options"));
}

TEST_CASE("the pages name every option with its default") {
  const auto configuration = Configuration::resolve({});
  std::string pages = app::help_page(configuration);
  for (const auto& each : configuration.all_suites()) pages += app::describe_page(configuration, each.suite->name());
  for (const auto* spec : configuration.options()) CHECK_THAT(pages, ContainsSubstring("--" + spec->name + " "));
  CHECK_THAT(app::list_page(), ContainsSubstring("smallpkt") && ContainsSubstring("null") && ContainsSubstring("mpi"));
  CHECK_THROWS_WITH(app::describe_page(configuration, "smalpkt"), ContainsSubstring("did you mean smallpkt?"));
}
