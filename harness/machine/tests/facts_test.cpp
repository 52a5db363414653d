#include <nlohmann/json.hpp>

#include "harness/cmake/testing/catch.hpp"
#include "harness/machine/facts_json.hpp"
#include "harness/machine/tests/fake_machine.hpp"

using namespace syncbench::machine;
using nlohmann::json;

TEST_CASE("facts become one JSON object a class, with the value or the reason under each name") {
  Facts facts;
  facts.add(FactClass::identity, "cpu.model", "Some CPU");
  facts.add(FactClass::config, "net.eth0.mtu", whole(1500));
  facts.add(FactClass::counter, "tcp.OutSegs", unreadable("permission denied"));
  facts.add(FactClass::passing, "cpu.load_1min", 0.25);
  const json expected = {{"identity", {{"cpu.model", "Some CPU"}}},
                         {"config", {{"net.eth0.mtu", 1500}}},
                         {"counter", {{"tcp.OutSegs", {{"unreadable", "permission denied"}}}}},
                         {"volatile", {{"cpu.load_1min", 0.25}}}};
  CHECK(json::parse(to_json(facts)) == expected);
}

TEST_CASE("classes without facts are empty objects in JSON") {
  CHECK(to_json({}) == R"({"config":{},"counter":{},"identity":{},"volatile":{}})");
}

TEST_CASE("bytes that are no UTF-8 do not spoil the JSON") {
  Facts facts;
  facts.add(FactClass::config, "env.NCCL_\xff", text("\xc3(\x80"));
  const json parsed = json::parse(to_json(facts));
  CHECK(parsed.at("config").size() == 1);
}

TEST_CASE("whole numbers keep all 64 bits in JSON") {
  Facts facts;
  facts.add(FactClass::counter, "n", whole(9'223'372'036'854'775'807));
  CHECK(to_json(facts).find("9223372036854775807") != std::string::npos);
}

TEST_CASE("a fact that is added again replaces the first one") {
  Facts facts;
  facts.add(FactClass::config, "a", whole(1));
  Facts others;
  others.add(FactClass::counter, "a", whole(2));
  facts.add(std::move(others));
  CHECK(*facts.find("a") == Fact{FactClass::counter, whole(2)});
  CHECK(facts.all().size() == 1);
  CHECK(facts.find("b") == nullptr);
}
