#include "harness/core/shown_text.hpp"

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>

#include <unistd.h>

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;

namespace {

// A script of one command, for bash; removed at the end of its life.
class Script {
 public:
  explicit Script(const std::string& command)
      : path_(std::filesystem::temp_directory_path() / ("shown_text_test." + std::to_string(getpid()))) {
    std::ofstream(path_) << command << '\n';
  }
  ~Script() { std::filesystem::remove(path_); }
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;

  std::string output() const {
    const std::unique_ptr<FILE, int (*)(FILE*)> bash(popen(("bash " + path_.string()).c_str(), "r"), &pclose);
    REQUIRE(bash != nullptr);
    std::string text;
    std::array<char, 256> bytes{};
    while (const std::size_t size = std::fread(bytes.data(), 1, bytes.size(), bash.get()))
      text.append(bytes.data(), size);
    return text;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("control characters never reach the terminal") {
  CHECK(printable("a\nb") == "a\nb");
  CHECK(printable("\x1b[31mred\x7f\r") == "?[31mred??");
  CHECK(printable("\xC2\x9B"
                  "31m µs –") == "?31m µs –");
  CHECK(printable("µ–×😀") == "µ–×😀");
  CHECK(printable("\xC2") == "?");            // cut off
  CHECK(printable("\xE2\x82") == "??");       // cut off
  CHECK(printable("\xC0\xAF") == "??");       // an overlong slash
  CHECK(printable("\xED\xA0\x80") == "???");  // half of a surrogate pair
}

TEST_CASE("a name that is shown in a line stays on it, and what cannot be seen becomes visible") {
  CHECK(one_line("run µ.h5") == "run µ.h5");
  CHECK(one_line("a\nb\tc\rd") == "a\\nb\\tc\\rd");
  CHECK(one_line("\x1b[31m\x7f") == "\\x1b[31m\\x7f");
  CHECK(one_line("\xff.h5") == "\\xff.h5");
  CHECK(one_line("\xC2\x9B") == "\\xc2\\x9b");
}

TEST_CASE("plain words are not quoted, and quotes are the simplest that do") {
  CHECK(shell_word("out/run-1.h5") == "out/run-1.h5");
  CHECK(shell_word("").size() == 2);
  CHECK(shell_word("my run.h5") == "'my run.h5'");
  CHECK(shell_word("it's") == R"('it'\''s')");
  CHECK(shell_word("a\nb") == R"($'a\nb')");
  CHECK(shell_path("-x.h5") == "./-x.h5");
  CHECK(shell_path("- x.h5") == "'./- x.h5'");
}

TEST_CASE("bash reads a quoted word as the text that it was made from") {
  for (const std::string text : {"plain.h5",
                                 "",
                                 " ",
                                 "a b",
                                 "it's",
                                 "$(touch owned)",
                                 "`touch owned`",
                                 "$HOME",
                                 "a;b",
                                 "a&b|c>d<e",
                                 "*",
                                 "~",
                                 "#x",
                                 "!x",
                                 "\\",
                                 "\\n",
                                 "a\\",
                                 "'",
                                 "''",
                                 "\"",
                                 "\"'$'",
                                 "a\nb",
                                 "\n",
                                 "\t",
                                 "\xff",
                                 "\xff"
                                 "0f",
                                 "\x1b[31m",
                                 "\x01"
                                 "23",
                                 "\xC2\x9B",
                                 "it's\n\\x41$(x)",
                                 "µ–×😀",
                                 "{a,b}",
                                 "[a-z]?",
                                 "a=b",
                                 "-n"}) {
    CAPTURE(one_line(text));
    CHECK(Script("printf %s " + shell_word(text)).output() == text);
  }
}
