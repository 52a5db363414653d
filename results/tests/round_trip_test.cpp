#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/core/nanos.hpp"
#include "results/check.hpp"
#include "results/parts.hpp"
#include "results/reader.hpp"
#include "results/recover.hpp"
#include "results/tests/refusal.hpp"
#include "results/tests/sample_run.hpp"
#include "results/tests/temporary_folder.hpp"

using namespace syncbench;
using namespace syncbench::results;
using namespace syncbench::results::testing;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("a finished run gives back every sample that was written") {
  const TemporaryFolder folder;
  const RunReader reader(write_small_run(folder / "run.h5"));
  const SampleData expected({2, 3, 2, true});
  const Samples samples = reader.samples("p0000", 0, 2);
  CHECK(samples.enter == expected.enter);
  CHECK(samples.leave == expected.leave);
  CHECK(samples.target == expected.target);
  CHECK(samples.marks == expected.marks);
  CHECK(samples.status == expected.status);
  CHECK(reader.blocks("p0000") == std::vector<std::uint16_t>{0, 0, 1});
}

TEST_CASE("samples of some ranks are these ranks' rows") {
  const TemporaryFolder folder;
  const RunReader reader(write_small_run(folder / "run.h5"));
  const Samples samples = reader.samples("p0000", 1, 1);
  CHECK(samples.shape.ranks == 1);
  CHECK(samples.enter == std::vector<std::int64_t>{1'000'000, 1'001'000, 1'002'000});
  CHECK(samples.leave == std::vector<std::int64_t>{1'000'200, 1'001'200, 1'002'200});
  CHECK(samples.marks == std::vector<std::int64_t>{1'000'001, 1'000'002, 1'001'001, 1'001'002, 1'002'001, 1'002'002});
}

TEST_CASE("ranks that a point does not have are refused") {
  const TemporaryFolder folder;
  const RunReader reader(write_small_run(folder / "run.h5"));
  CHECK_THROWS_AS(reader.samples("p0000", 1, 2), Error);
  CHECK_THROWS_AS(reader.samples("p0000", 3, 0), Error);
}

TEST_CASE("a point without targets and marks has neither") {
  const TemporaryFolder folder;
  const RunReader reader(write_small_run(folder / "run.h5"));
  const SampleShape shape = reader.shape("p0002");
  CHECK(shape.ranks == 2);
  CHECK(shape.iterations == 1);
  CHECK(shape.marks == 0);
  CHECK_FALSE(shape.targets);
  CHECK(reader.samples("p0002", 0, 2).target.empty());
  CHECK(reader.samples("p0002", 0, 2).marks.empty());
  CHECK(shape.counters == 0);
  CHECK(reader.samples("p0002", 0, 2).evidence.empty());
}

TEST_CASE("facts of the begin outlive a run that dies, and a finished run has those of the end too") {
  const TemporaryFolder folder;
  const auto file = folder / "run.h5";
  {
    RunWriter writer(file, sample_header(2, 2), RunWriter::Existing::refuse);
    writer.facts(FactsMoment::begin, {R"({"config":{"a":1}})", R"({"config":{"a":2}})"});
    writer.set_start_spread("round-time", 17);
    writer.set_setup_time("gloo_connect", 23);
    write_point(writer, "p0000", SampleData({2, 3, 0, false}));
    const auto copy = folder / "dead.h5";
    copy_parts(file, copy);
    recover(copy);
    const RunReader dead(copy);
    CHECK(dead.facts(1, FactsMoment::begin) == R"({"config":{"a":2}})");
    CHECK(dead.facts(1, FactsMoment::end).empty());
    CHECK(dead.header().start_spread_ns.at("round-time") == 17);
    CHECK(dead.header().setup_ns == std::map<std::string, std::int64_t>{{"gloo_connect", 23}});
    writer.facts(FactsMoment::end, {R"({"config":{"a":1}})", ""});
    writer.finish("finished");
  }
  const RunReader run(file);
  CHECK(run.facts(0, FactsMoment::begin) == R"({"config":{"a":1}})");
  CHECK(run.facts(0, FactsMoment::end) == R"({"config":{"a":1}})");
  CHECK(run.facts(1, FactsMoment::end).empty());
  CHECK(run.index().size() == 1);
  CHECK(departures(file).empty());
}

TEST_CASE("a parts folder is read like the file that it would have become") {
  const TemporaryFolder folder;
  const auto file = folder / "run.h5";
  RunWriter writer(file, sample_header(2, 1), RunWriter::Existing::refuse);
  writer.facts(FactsMoment::begin, {R"({"config":{}})"});
  writer.set_clock({{0, 100, 0, 0.0, 0, 0, 0}, {1, 100, 0, 0.0, 0, 0, 0}});
  writer.log({"2024-05-06T07:08:10Z", -1, "warning", "ranks are not bound"});
  const SampleData first({2, 3, 0, false}), second({2, 5, 1, true});
  write_point(writer, "p0001", second);
  write_point(writer, "p0000", first);
  const RunReader reader(parts_folder(file));
  CHECK_FALSE(reader.complete());
  REQUIRE(reader.index().size() == 2);
  CHECK(reader.index()[0].id == "p0000");
  CHECK(reader.samples("p0001", 0, 2).enter == second.enter);
  CHECK(reader.samples("p0000", 1, 1).leave == std::vector<std::int64_t>(first.leave.begin() + 3, first.leave.end()));
  CHECK(reader.point("p0001").mark_names == std::vector<std::string>{"mark0"});
  CHECK(reader.clock().size() == 2);
  CHECK(reader.facts(0, FactsMoment::begin) == R"({"config":{}})");
  CHECK(reader.log().size() == 1);
  CHECK_THROWS_WITH(RunReader(file), Catch::Matchers::ContainsSubstring("its points are in"));
}

TEST_CASE("a run that ends before its first point leaves nothing") {
  const TemporaryFolder folder;
  const auto file = folder / "run.h5";
  {
    RunWriter writer(file, sample_header(2, 1), RunWriter::Existing::refuse);
    writer.facts(FactsMoment::begin, {"{}"});
  }
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("the index has a row a point") {
  const TemporaryFolder folder;
  const RunReader reader(write_small_run(folder / "run.h5"));
  REQUIRE(reader.index().size() == 3);
  const IndexRow& row = reader.index()[0];
  CHECK(row.id == "p0000");
  CHECK(row.operation == "allreduce");
  CHECK(row.status == "measured");
  CHECK(row.bytes == 8);
  CHECK(row.n == 2);
  CHECK(row.p50_ns == 200);
  CHECK(row.p99_ns == kAbsent);
}

TEST_CASE("attributes keep their kind") {
  const TemporaryFolder folder;
  const RunReader reader(write_small_run(folder / "run.h5"));
  const PointHeader point = reader.point("p0000");
  CHECK(point.attributes.at("suite") == Value("smallpkt"));
  CHECK(point.attributes.at("bytes_send") == Value(std::int64_t{8}));
  CHECK(point.attributes.at("timer_overhead_ns") == Value(21.5));
  CHECK(point.attributes.at("status") == Value("measured"));
  CHECK(point.mark_names == std::vector<std::string>{"mark0", "mark1"});
}

TEST_CASE("a point that was not measured has its reason and no samples") {
  const TemporaryFolder folder;
  const RunReader reader(write_small_run(folder / "run.h5"));
  const PointHeader point = reader.point("p0001");
  CHECK(point.attributes.at("status") == Value("not-measured"));
  CHECK(point.attributes.at("reason") == Value("needs 2 nodes"));
  CHECK(reader.shape("p0001").ranks == 0);
  CHECK(reader.shape("p0001").iterations == 0);
  CHECK(reader.samples("p0001", 0, 0).enter.empty());
  CHECK(reader.blocks("p0001").empty());
  const IndexRow& row = reader.index()[1];
  CHECK(row.status == "not-measured");
  CHECK(row.suite == "smallpkt");
  CHECK(row.bytes == 8);
  CHECK(row.n == 0);
  CHECK(row.p50_ns == kAbsent);
}

TEST_CASE("points are in the order of the plan whatever the order in which they are committed") {
  const TemporaryFolder folder;
  RunWriter writer(folder / "run.h5", sample_header(1, 1), RunWriter::Existing::refuse);
  for (const char* id : {"p10000", "p0002", "p9999", "p0001"}) write_point(writer, id, SampleData({1, 1, 0, false}));
  const RunReader reader(writer.finish("finished"));
  std::vector<std::string> ids;
  for (const IndexRow& row : reader.index()) ids.push_back(row.id);
  CHECK(ids == std::vector<std::string>{"p0001", "p0002", "p9999", "p10000"});
}

TEST_CASE("two points can be written at the same time") {
  const TemporaryFolder folder;
  RunWriter writer(folder / "run.h5", sample_header(1, 1), RunWriter::Existing::refuse);
  const SampleData a({1, 2, 0, false});
  const SampleData b({1, 3, 0, false});
  PointWriter first = writer.begin(sample_point("p0"), a.shape);
  PointWriter second = writer.begin(sample_point("p1"), b.shape);
  first.write(a.whole());
  second.write(b.whole());
  second.commit({});
  first.commit({});
  const RunReader reader(writer.finish("finished"));
  CHECK(reader.samples("p0", 0, 1).enter == a.enter);
  CHECK(reader.samples("p1", 0, 1).enter == b.enter);
}

TEST_CASE("rectangles in any order make up the point") {
  const TemporaryFolder folder;
  RunWriter writer(folder / "run.h5", sample_header(2, 1), RunWriter::Existing::refuse);
  PointWriter part = writer.begin(sample_point("p0000"), {2, 3, 0, false});
  const std::vector<std::uint8_t> ok{0, 3, 0};
  // The lower row from the second iteration on, then the first iteration of both ranks, then the rest.
  part.write({1,
              1,
              1,
              2,
              std::vector<std::int64_t>{50, 60},
              std::vector<std::int64_t>{51, 61},
              {},
              {},
              std::span(ok).first(2)});
  part.write({0,
              2,
              0,
              1,
              std::vector<std::int64_t>{10, 40},
              std::vector<std::int64_t>{11, 41},
              {},
              {},
              std::span(ok).last(2)});
  part.write({0,
              1,
              1,
              2,
              std::vector<std::int64_t>{20, 30},
              std::vector<std::int64_t>{21, 31},
              {},
              {},
              std::span(ok).first(2)});
  part.commit({});
  const RunReader reader(writer.finish("finished"));
  const Samples samples = reader.samples("p0000", 0, 2);
  CHECK(samples.enter == std::vector<std::int64_t>{10, 20, 30, 40, 50, 60});
  CHECK(samples.leave == std::vector<std::int64_t>{11, 21, 31, 41, 51, 61});
  CHECK(samples.status == std::vector<std::uint8_t>{3, 0, 3, 0, 0, 3});
}

TEST_CASE("ranks that nobody wrote took no part") {
  const TemporaryFolder folder;
  RunWriter writer(folder / "run.h5", sample_header(130, 2), RunWriter::Existing::refuse);
  PointHeader point = sample_point("p0000");
  point.mark_names = {"packed"};
  PointWriter part = writer.begin(point, {130, 1050, 1, true});
  const SampleData one({1, 1050, 1, true});
  part.write(one.whole());
  part.commit({});
  const RunReader reader(writer.finish("finished"));
  CHECK(reader.samples("p0000", 0, 1).leave == one.leave);
  const std::vector<std::int64_t> absent(1050, kAbsent);
  for (const std::size_t rank : {1u, 63u, 64u, 129u}) {
    const Samples samples = reader.samples("p0000", rank, 1);
    CHECK(samples.enter == absent);
    CHECK(samples.leave == absent);
    CHECK(samples.target == absent);
    CHECK(samples.marks == absent);
    CHECK(samples.status == std::vector<std::uint8_t>(1050, 0));
  }
  CHECK(reader.blocks("p0000") == std::vector<std::uint16_t>(1050, 0));
}

TEST_CASE("a point of several chunks in both dimensions comes back whole") {
  const TemporaryFolder folder;
  RunWriter writer(folder / "run.h5", sample_header(3, 1), RunWriter::Existing::refuse);
  const SampleData data({3, 70'000, 2, true, 3});
  write_point(writer, "p0000", data);
  const RunReader reader(writer.finish("finished"));
  const Samples samples = reader.samples("p0000", 0, 3);
  CHECK(samples.enter == data.enter);
  CHECK(samples.leave == data.leave);
  CHECK(samples.target == data.target);
  CHECK(samples.marks == data.marks);
  CHECK(samples.evidence == data.evidence);
  CHECK(reader.point("p0000").counter_names == std::vector<std::string>{"counter0", "counter1", "counter2"});
}

TEST_CASE("a run without points is a valid result") {
  const TemporaryFolder folder;
  RunWriter writer(folder / "run.h5", sample_header(1, 1), RunWriter::Existing::refuse);
  const RunReader reader(writer.finish("interrupted"));
  CHECK(reader.index().empty());
  CHECK(reader.log().empty());
  CHECK(reader.exit_reason() == "interrupted");
}

TEST_CASE("configuration and log may be larger than an attribute can be") {
  const TemporaryFolder folder;
  RunHeader header = sample_header(1, 1);
  header.config_json = '"' + std::string(200'000, 'x') + '"';
  RunWriter writer(folder / "run.h5", header, RunWriter::Existing::refuse);
  for (int i = 0; i < 3000; ++i) writer.log({"2024-05-06T07:08:10Z", i, "warning", std::string(100, 'y')});
  const RunReader reader(writer.finish("finished"));
  CHECK(reader.header().config_json == header.config_json);
  REQUIRE(reader.log().size() == 3000);
  CHECK(reader.log()[2999].rank == 2999);
  CHECK(reader.log()[2999].text == std::string(100, 'y'));
}
