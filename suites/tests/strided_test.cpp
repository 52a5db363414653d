#include <set>

#include "harness/cmake/testing/catch.hpp"
#include "suites/suite/layout_list.hpp"
#include "suites/suite/option_error.hpp"
#include "suites/tests/planned.hpp"

using namespace syncbench;
using Catch::Matchers::ContainsSubstring;
using kernels::Layout;
using kernels::LayoutKind;
using kernels::Packing;
using suite::Point;

namespace {

std::vector<Point> plan(const std::vector<std::pair<std::string, std::string>>& options,
                        suite::Profile profile = suite::Profile::quick) {
  return suite::planned("strided", options, {.ranks = 2, .nodes = 1, .memory_per_node = {}}, profile);
}

std::string method_of(const Point& point) { return std::get<std::string>(point.factors.at("method")); }

}  // namespace

TEST_CASE("a layout is measured under every method beside the same bytes that lie together, in one comparison") {
  const auto points = plan({{"strided.layout", "vector:4"}, {"strided.bytes", "4K"}});
  std::vector<std::string> methods;
  for (const Point& point : points) {
    methods.push_back(method_of(point));
    const kernels::Operation& operation = point.workload.operations.front();
    CHECK(point.group == points.front().group);
    CHECK(operation.collective == Collective::ring);
    CHECK(operation.count == 1'024);
    CHECK(std::get<std::string>(point.factors.at("compared_layout")) == "vector:4");
    CHECK(operation.layout == (methods.size() == 1 ? Layout{} : Layout{LayoutKind::vector, 4}));
  }
  CHECK(methods == std::vector<std::string>{"as-it-lies", "datatype", "list-datatype", "nested-datatype",
                                            "new-datatype", "mpi-pack", "hand", "messages"});
  CHECK(points.front().workload.packing == Packing::none);
  CHECK(points.back().workload.packing == Packing::messages);
}

TEST_CASE("contiguous bytes are sent as they lie and as a datatype; half-precision numbers are converted by hand") {
  const auto contiguous = plan({{"strided.layout", "contiguous"}, {"strided.bytes", "64K"}});
  REQUIRE(contiguous.size() == 2);
  CHECK(contiguous[1].workload.packing == Packing::datatype);
  const auto promoted = plan({{"strided.layout", "half-to-float"}, {"strided.bytes", "64K"}});
  REQUIRE(promoted.size() == 2);
  CHECK(promoted[1].workload.packing == Packing::hand);
}

TEST_CASE("a layout is described otherwise where that is another description") {
  const auto methods = [](const std::string& layout) {
    std::vector<std::string> all;
    for (const Point& point : plan({{"strided.layout", layout},
                                    {"strided.bytes", "1K"},
                                    {"strided.method", "datatype,list-datatype,nested-datatype"}}))
      if (point.workload.packing != Packing::none) all.push_back(method_of(point));
    return all;
  };
  using Names = std::vector<std::string>;
  for (const char* regular : {"vector:2", "row", "column", "face"})
    CHECK(methods(regular) == Names{"datatype", "list-datatype", "nested-datatype"});
  CHECK(methods("struct") == Names{"datatype", "list-datatype"});
  for (const char* listed : {"contiguous", "indexed", "unaligned:1"}) CHECK(methods(listed) == Names{"datatype"});
}

TEST_CASE("what is compared has the same bytes, whole rows and records") {
  const auto points = plan({{"strided.layout", "row,struct"}, {"strided.bytes", "1000"}, {"strided.method", "hand"}});
  REQUIRE(points.size() == 4);
  for (const std::size_t first : {0U, 2U})
    CHECK(points[first].workload.operations[0].count == points[first + 1].workload.operations[0].count);
  CHECK(points[0].workload.operations[0].count == 256);  // 250 floats, in rows of 64
  CHECK(points[2].workload.operations[0].count == 252);  // in records of 4
}

TEST_CASE("sizes and layouts are comparisons of their own") {
  std::set<std::string> groups;
  for (const Point& point : plan({{"strided.layout", "column,face"}, {"strided.bytes", "1K,64K"}}))
    groups.insert(point.group);
  CHECK(groups.size() == 4);
}

TEST_CASE("layouts are given by name and number, and misspelt ones are refused with what is right") {
  CHECK(suite::layouts_from("column,vector:16,unaligned:1") ==
        std::vector<Layout>{{LayoutKind::column, 0}, {LayoutKind::vector, 16}, {LayoutKind::unaligned, 1}});
  CHECK(kernels::layout_text({LayoutKind::vector, 16}) == "vector:16");
  CHECK(kernels::layout_text({LayoutKind::record, 0}) == "struct");
  CHECK_THROWS_WITH(suite::layouts_from("colunm"), ContainsSubstring("column"));
  CHECK_THROWS_WITH(suite::layouts_from("vector"), ContainsSubstring("vector:4"));
  CHECK_THROWS_WITH(suite::layouts_from("column:3"), ContainsSubstring("takes no number"));
  CHECK_THROWS_WITH(suite::layouts_from("vector:1"), ContainsSubstring("2"));
  CHECK_THROWS_AS(suite::layouts_from(""), suite::OptionError);
}

TEST_CASE("strided fits the time of every profile, with every point at its limit") {
  const auto longest = [](suite::Profile profile) {
    Nanos sum{0};
    for (const Point& point : plan({}, profile)) sum += point.treatment.stop.most_time;
    return sum;
  };
  CHECK(longest(suite::Profile::smoke) <= std::chrono::seconds(3));
  CHECK(longest(suite::Profile::quick) <= std::chrono::seconds(55));
  CHECK(longest(suite::Profile::standard) <= std::chrono::seconds(270));
}
