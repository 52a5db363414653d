// strided: "not contiguous: 217 ms instead of 83". Layout × bytes × method: how data that do not lie together are best
// sent, beside the same bytes that do.
#include <algorithm>

#include <fmt/format.h>

#include "suites/suite/layout_list.hpp"
#include "suites/suite/message_count.hpp"
#include "suites/suite/suite_registration.hpp"

namespace syncbench::suites {
namespace {

using kernels::Layout;
using kernels::LayoutKind;
using kernels::Operation;
using kernels::Packing;
using suite::Point;
using suite::Profile;
using suite::World;

// What --strided.method takes; as it lies is what all of them are compared with.
enum class Method { datatype, list_datatype, nested_datatype, new_datatype, mpi_pack, hand, messages };

}  // namespace
}  // namespace syncbench::suites

template <>
struct syncbench::Names<syncbench::suites::Method> {
  static constexpr std::array<std::pair<suites::Method, std::string_view>, 7> table{{
      {suites::Method::datatype, "datatype"},
      {suites::Method::list_datatype, "list-datatype"},
      {suites::Method::nested_datatype, "nested-datatype"},
      {suites::Method::new_datatype, "new-datatype"},
      {suites::Method::mpi_pack, "mpi-pack"},
      {suites::Method::hand, "hand"},
      {suites::Method::messages, "messages"},
  }};
};

namespace syncbench::suites {
namespace {

constexpr std::string_view kAsItLies = "as-it-lies";  // the method of the contiguous message itself

struct Options {
  std::vector<Layout> layouts = suite::layouts_from(
      "contiguous,vector:2,vector:4,vector:16,row,column,indexed,face,"
      "struct,unaligned:1,unaligned:4,half-to-float");
  std::vector<Bytes> bytes{Bytes{1'024}, Bytes{65'536}, Bytes{262'144}};
  std::vector<Method> methods{Method::datatype, Method::list_datatype, Method::nested_datatype, Method::new_datatype,
                              Method::mpi_pack, Method::hand,          Method::messages};
  Treatment treatment;
};

void declare(suite::OptionSet& set, Options& o) {
  o.treatment = treatment_of(set.profile());
  if (set.profile() == Profile::smoke) {
    o.layouts = suite::layouts_from("contiguous,vector:4,struct,half-to-float");
    o.bytes = {Bytes{4'096}};
  }
  if (set.profile() == Profile::quick) {
    o.layouts =
        suite::layouts_from("contiguous,vector:4,vector:16,row,column,indexed,face,struct,unaligned:1,half-to-float");
    o.bytes = {Bytes{1'024}, Bytes{65'536}};  // libraries treat small messages otherwise
    o.treatment.stop.most_time = std::chrono::milliseconds(450);
  }
  if (set.profile() == Profile::standard) o.treatment.stop.most_time = std::chrono::milliseconds(1'300);

  set.add_list("layout", o.layouts, suite::layouts_from, kernels::layout_text, "LAYOUT,...",
               fmt::format("how a message lies in memory, see suites/docs/strided.md: {}", suite::layout_forms()));
  set.add("bytes", o.bytes, "message sizes: what travels, as float");
  set.add_choices("method", o.methods, "how a message is brought to the library, see suites/docs/strided.md");
}

Packing packing_of(Method method) {
  switch (method) {
    case Method::datatype:
      return Packing::datatype;
    case Method::list_datatype:
      return Packing::list_datatype;
    case Method::nested_datatype:
      return Packing::nested_datatype;
    case Method::new_datatype:
      return Packing::new_datatype;
    case Method::mpi_pack:
      return Packing::library;
    case Method::hand:
      return Packing::hand;
    case Method::messages:
      return Packing::messages;
  }
  return Packing::none;
}

Operation operation_of(const Layout& layout, Bytes bytes) {
  Operation operation;
  operation.collective = Collective::ring;
  operation.layout = layout;
  operation.count =
      whole_count(layout, operation.type, suite::count_for(operation.collective, operation.type, bytes, 2));
  return operation;
}

// Whether a method is one that the layout has and the other methods are not already: no library converts, what is one
// stretch needs no list and no copies, an indexed layout is a list, and a struct's datatype is nested.
bool applies(Method method, const Layout& layout) noexcept {
  const LayoutKind kind = layout.kind;
  if (kind == LayoutKind::promoted) return method == Method::hand;
  if (kind == LayoutKind::contiguous) return method == Method::datatype;
  const bool listed = kind == LayoutKind::indexed || kind == LayoutKind::unaligned;
  if (method == Method::list_datatype) return !listed;
  if (method == Method::nested_datatype) return !listed && kind != LayoutKind::record;
  return true;
}

// In half the time a small message is still sent more often than a large one.
Treatment treatment_for(Bytes bytes, Treatment treatment) noexcept {
  constexpr std::size_t kSmall = 1'024;
  if (bytes.count <= kSmall) treatment.stop.most_time /= 2;
  return treatment;
}

// A layout and a size under every method, and the same bytes contiguously.
void plan_comparison(const Layout& layout, Bytes bytes, const Options& o, std::vector<Point>& points) {
  const Operation operation = operation_of(layout, bytes);
  const std::string group = fmt::format("{}-{}", layout_text(layout), bytes.count);
  const auto add = [&](const Operation& what, Packing packing, std::string_view method) {
    points.push_back({.workload = {.operations = {what}, .packing = packing},
                      .treatment = treatment_for(bytes, o.treatment),
                      .factors = {{"method", std::string(method)}, {"compared_layout", layout_text(layout)}},
                      .group = group});
  };
  Operation contiguous = operation;
  contiguous.layout = {};
  add(contiguous, Packing::none, kAsItLies);
  for (const Method method : o.methods) {
    if (applies(method, layout)) add(operation, packing_of(method), name_of(method));
  }
}

std::vector<Point> plan(const World&, const Options& o) {
  std::vector<Point> points;
  for (const Bytes bytes : o.bytes) {
    for (const Layout& layout : o.layouts) plan_comparison(layout, bytes, o, points);
  }
  return points;
}

const suite::SuiteRegistration strided{"strided", "messages that do not lie together in memory, and how to send them",
                                       declare, plan};

}  // namespace
}  // namespace syncbench::suites
