#include "harness/app/command_line.hpp"

#include <map>

#include "harness/app/configuration.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"

using namespace syncbench;
using app::Action;
using app::CommandLine;
using Catch::Matchers::ContainsSubstring;

namespace {

CommandLine parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "syncbench");
  static const app::Configuration defaults(suite::Profile::quick);
  return app::parse_command_line(static_cast<int>(arguments.size()), arguments.data(), defaults.options());
}

}  // namespace

TEST_CASE("without options the action is to run, with nothing set") {
  const CommandLine line = parse({});
  CHECK(line.action == Action::run);
  CHECK(line.settings.empty());
}

TEST_CASE("each question has its action") {
  CHECK(parse({"--help"}).action == Action::help);
  CHECK(parse({"-h"}).action == Action::help);
  CHECK(parse({"--version"}).action == Action::version);
  CHECK(parse({"--list"}).action == Action::list);
  CHECK(parse({"--print-config"}).action == Action::print_config);
  const CommandLine describe = parse({"--describe", "smallpkt"});
  CHECK(describe.action == Action::describe);
  CHECK(describe.described == "smallpkt");
  const CommandLine dry = parse({"--dry-run", "--ranks", "128", "--nodes", "16", "--memory", "64G"});
  CHECK(dry.action == Action::dry_run);
  CHECK(dry.ranks == "128");
  CHECK(dry.nodes == "16");
  CHECK(dry.memory == "64G");
}

TEST_CASE("values are taken as text, after a space or an equals sign, the last one counts") {
  const CommandLine line = parse({"--bytes=8:64", "--smallpkt.pieces", "1,3", "--seed", "1", "--seed", "2"});
  std::map<std::string, std::string> values;
  for (const auto& setting : line.settings) values[setting.name] = setting.value;
  CHECK(values == std::map<std::string, std::string>{{"bytes", "8:64"}, {"smallpkt.pieces", "1,3"}, {"seed", "2"}});
}

TEST_CASE("a switch needs no value, and takes one") {
  REQUIRE(parse({"--force"}).settings.size() == 1);
  CHECK(parse({"--force"}).settings[0].value == "true");
  CHECK(parse({"--force=false"}).settings[0].value == "false");
  CHECK(parse({"--force", "--quiet"}).settings.size() == 2);
}

TEST_CASE("what is misspelt is named with the nearest that is right") {
  const auto usage = [](std::vector<const char*> arguments) {
    try {
      parse(std::move(arguments));
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::usage);
      return std::string(error.what());
    }
    return std::string("no error");
  };
  CHECK_THAT(usage({"--smallpkt.peices", "3"}),
             ContainsSubstring("there is no option --smallpkt.peices; did you mean --smallpkt.pieces?"));
  CHECK_THAT(usage({"--pieces=8"}), ContainsSubstring("did you mean --smallpkt.pieces?"));
  CHECK_THAT(usage({"--byts=8"}), ContainsSubstring("did you mean --bytes?"));
  CHECK_THAT(usage({"--hlep"}), ContainsSubstring("did you mean --help?"));
  CHECK_THAT(usage({"--quiett"}), ContainsSubstring("did you mean --quiet?"));
  CHECK_THAT(usage({"smallpkt"}), ContainsSubstring("'smallpkt' stands alone"));
  CHECK_THAT(usage({"--bytes"}), ContainsSubstring("--bytes needs a value"));
  CHECK_THAT(usage({"--config"}), ContainsSubstring("--config needs a value"));
}
