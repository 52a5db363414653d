#include <syncbench/core/printable.hpp>
#include <syncbench/testing/catch.hpp>

using namespace syncbench;

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
