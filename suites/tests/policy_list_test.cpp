#include "suites/suite/policy_list.hpp"

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/text.hpp"
#include "suites/suite/option_error.hpp"

using namespace syncbench;
using Catch::Matchers::ContainsSubstring;
using kernels::IssuePolicy;
using suite::policies_from;
using suite::Policy;

namespace {

std::string again(const char* text) {
  std::vector<std::string> texts;
  for (const Policy& each : policies_from(text)) texts.push_back(text_of(each));
  return join(texts, ",");
}

}  // namespace

TEST_CASE("the comma between a bucket's sizes is none between policies") {
  const auto policies = policies_from("serial,bucketed:64K,2M,overlapped:50,fused");
  REQUIRE(policies.size() == 4);
  CHECK(policies[1].kind == IssuePolicy::bucketed);
  CHECK(policies[1].buckets.first == Bytes{65'536});
  CHECK(policies[1].buckets.rest == Bytes{2'097'152});
  CHECK(policies[2].compute == std::chrono::microseconds(50));
  CHECK(policies[3].kind == IssuePolicy::fused);
}

TEST_CASE("numbers that are left out are the usual ones") {
  CHECK(again("bucketed,overlapped,grouped") == "bucketed:1M,25M,overlapped:100,grouped");
}

TEST_CASE("a policy's text is read back as the same policy") {
  for (const char* text : {"serial", "pipelined", "grouped", "fused", "bucketed:4K,1M", "overlapped:1"})
    CHECK(again(text) == text);
}

TEST_CASE("wrong policies are refused with the nearest right one") {
  CHECK_THROWS_WITH(policies_from("seriel"), ContainsSubstring("did you mean serial?"));
  CHECK_THROWS_WITH(policies_from("bucketed:1M"), ContainsSubstring("as in bucketed:1M,25M"));
  CHECK_THROWS_WITH(policies_from("bucketed:1M,serial"), ContainsSubstring("bucketed:1M lacks a size"));
  CHECK_THROWS_WITH(policies_from("bucketed:0,1M"), ContainsSubstring("'0' is no size of a bucket"));
  CHECK_THROWS_WITH(policies_from("overlapped:0"), ContainsSubstring("the nearest that is allowed is 1"));
  CHECK_THROWS_WITH(policies_from("serial:3"), ContainsSubstring("did you mean serial?"));
  CHECK_THROWS_WITH(policies_from(""), ContainsSubstring("a value is missing"));
}
