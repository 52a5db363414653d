#include "suites/suite/option_set.hpp"

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/text.hpp"
#include "harness/core/treatment.hpp"

using namespace syncbench;
using Catch::Matchers::ContainsSubstring;
using suite::OptionError;
using suite::OptionSet;
using suite::OptionSpec;

namespace {

struct Variables {
  bool flag = false;
  std::string word = "w";
  std::size_t number = 5;
  std::optional<std::size_t> perhaps;
  double ratio = 0.01;
  std::vector<std::size_t> numbers{1, 3};
  std::vector<double> shares{1, 0.02};
  Bytes size{4096};
  std::vector<Bytes> sizes{Bytes{8}};
  StartMode mode = StartMode::barrier;
  std::vector<StartMode> modes{StartMode::none};
  std::vector<std::string> words{"a"};
  std::vector<std::optional<StartMode>> perhaps_modes{std::nullopt};
};

struct Fixture {
  Variables v;
  OptionSet set{"demo", suite::Profile::quick};
  Fixture() {
    set.add("flag", v.flag, "a flag");
    set.add("word", v.word, "WORD", "a word");
    set.add("number", v.number, {.lowest = 1, .highest = 10}, "a number");
    set.add("perhaps", v.perhaps, {.lowest = 1, .highest = 9}, "a number or none");
    set.add("ratio", v.ratio, 0, 0.5, "a ratio");
    set.add("numbers", v.numbers, {.lowest = 1}, "numbers");
    set.add("shares", v.shares, 0, 1, "shares");
    set.add_list(
        "words", v.words, [](const std::string& text) { return split(text, '+'); },
        [](const std::string& word) { return word; }, "A+B", "words");
    set.add_choices_or("perhaps-modes", v.perhaps_modes, "any", "modes or any");
    set.add("size", v.size, "a size");
    set.add(suite::shared("bytes"), v.sizes, "sizes");
    set.add_choice("mode", v.mode, "a mode");
    set.add_choices("modes", v.modes, "modes");
  }
  const OptionSpec& spec(std::string_view name) {
    for (const OptionSpec& each : set.specs()) {
      if (each.name == name) return each;
    }
    FAIL("no option " << name);
    throw;
  }
};

}  // namespace

TEST_CASE("a suite's own options bear its prefix, shared ones do not") {
  Fixture f;
  CHECK(f.spec("demo.number").hint == "N");
  CHECK(f.spec("bytes").list);
  CHECK(f.spec("demo.mode").hint == "round-time|barrier|mpi-barrier|none");
}

TEST_CASE("the value at declaration is the default, and every value can be given back as text") {
  Fixture f;
  for (const OptionSpec& spec : f.set.specs()) {
    const std::string before = value_text(spec);
    spec.assign(before);
    CHECK(value_text(spec) == before);
  }
  CHECK(value_text(f.spec("demo.numbers")) == "1,3");
  CHECK(value_text(f.spec("demo.size")) == "4K");
}

TEST_CASE("text becomes the variable's value") {
  Fixture f;
  f.spec("demo.flag").assign("true");
  f.spec("demo.word").assign("a,b");
  f.spec("demo.number").assign("10");
  f.spec("demo.perhaps").assign("7");
  CHECK(f.v.perhaps == 7);
  f.spec("demo.perhaps").assign("auto");
  CHECK(f.v.perhaps == std::nullopt);
  f.spec("demo.ratio").assign("0.25");
  CHECK(f.v.ratio == 0.25);
  f.spec("demo.numbers").assign("7,8,9");
  f.spec("demo.shares").assign("0.5,1");
  CHECK(f.v.shares == std::vector<double>{0.5, 1});
  f.spec("demo.words").assign("x+y");
  CHECK(f.v.words == std::vector<std::string>{"x", "y"});
  f.spec("demo.perhaps-modes").assign("none,any");
  CHECK(f.v.perhaps_modes == std::vector<std::optional<StartMode>>{StartMode::none, std::nullopt});
  f.spec("demo.size").assign("1M");
  f.spec("bytes").assign("8:32");
  f.spec("demo.mode").assign("mpi-barrier");
  f.spec("demo.modes").assign("none,barrier");
  CHECK(f.v.flag);
  CHECK(f.v.word == "a,b");
  CHECK(f.v.number == 10);
  CHECK(f.v.numbers == std::vector<std::size_t>{7, 8, 9});
  CHECK(f.v.size == Bytes{1048576});
  CHECK(f.v.sizes.size() == 3);
  CHECK(f.v.mode == StartMode::mpi_barrier);
  CHECK(f.v.modes == std::vector<StartMode>{StartMode::none, StartMode::barrier});
}

TEST_CASE("a wrong value is refused with the nearest right one, and changes nothing") {
  Fixture f;
  CHECK_THROWS_WITH(f.spec("demo.number").assign("0"), ContainsSubstring("the nearest that is allowed is 1"));
  CHECK_THROWS_WITH(f.spec("demo.perhaps").assign("0"), ContainsSubstring("the nearest that is allowed is 1"));
  CHECK_THROWS_WITH(f.spec("demo.ratio").assign("0.6"), ContainsSubstring("the nearest that is allowed is 0.5"));
  CHECK_THROWS_WITH(f.spec("demo.ratio").assign("1 %"), ContainsSubstring("'1 %' is not a number"));
  CHECK_THROWS_WITH(f.spec("demo.number").assign("11"), ContainsSubstring("the nearest that is allowed is 10"));
  CHECK_THROWS_WITH(f.spec("demo.numbers").assign("1e3"), ContainsSubstring("did you mean 1000?"));
  CHECK_THROWS_WITH(f.spec("demo.number").assign("many"), ContainsSubstring("'many' is not a whole number"));
  CHECK_THROWS_WITH(f.spec("demo.numbers").assign("4,0"), ContainsSubstring("0 is too low"));
  CHECK_THROWS_WITH(f.spec("demo.numbers").assign(""), ContainsSubstring("a value is missing"));
  CHECK_THROWS_WITH(f.spec("demo.mode").assign("bariere"), ContainsSubstring("did you mean barrier?"));
  CHECK_THROWS_WITH(f.spec("demo.modes").assign("none,zzzzzzzzzz"),
                    ContainsSubstring("choices: round-time, barrier, mpi-barrier, none"));
  CHECK_THROWS_WITH(f.spec("demo.shares").assign("0.5,2"), ContainsSubstring("the nearest that is allowed is 1"));
  CHECK_THROWS_WITH(f.spec("demo.perhaps-modes").assign("anny"), ContainsSubstring("did you mean any?"));
  CHECK_THROWS_WITH(f.spec("demo.flag").assign("yes"), ContainsSubstring("true, false"));
  CHECK_THROWS_WITH(f.spec("demo.size").assign("8:64"), ContainsSubstring("several sizes"));
  CHECK(f.v.number == 5);
  CHECK(f.v.numbers == std::vector<std::size_t>{1, 3});
  CHECK(f.v.modes == std::vector<StartMode>{StartMode::none});
}
