// smallpkt: "only 2 % of the weights, and still minutes". Total bytes × pieces × issue policy × collective, beside a
// plain sweep over message sizes.
#include <algorithm>

#include <fmt/format.h>

#include <syncbench/suite/suite_registration.hpp>

namespace syncbench::suites {
namespace {

using kernels::ElementType;
using kernels::IssuePolicy;
using kernels::Operation;
using kernels::Workload;
using suite::OptionError;
using suite::Point;
using suite::Profile;
using suite::World;

enum class Part { sweep, storm };

}  // namespace
}  // namespace syncbench::suites

template <>
struct syncbench::Names<syncbench::suites::Part> {
  static constexpr std::array<std::pair<suites::Part, std::string_view>, 2> table{{
      {suites::Part::sweep, "sweep"},
      {suites::Part::storm, "storm"},
  }};
};

namespace syncbench::suites {
namespace {

struct Options {
  std::vector<Bytes> bytes;
  std::vector<ElementType> types{ElementType::f32};
  std::vector<Collective> collectives{Collective::allreduce};
  std::vector<Part> parts{Part::sweep, Part::storm};
  std::vector<std::size_t> pieces{1, 3, 47, 137, 1000};
  Bytes total{1'960'000};
  std::vector<IssuePolicy> policies{IssuePolicy::serial, IssuePolicy::pipelined, IssuePolicy::fused};
  Treatment treatment;
};

// Every power of `factor` from 8 bytes to 4 MiB.
std::vector<Bytes> sweep_sizes(std::size_t factor) {
  std::vector<Bytes> sizes;
  for (std::size_t size = 8; size <= (std::size_t{4} << 20); size *= factor) sizes.push_back(Bytes{size});
  return sizes;
}

void declare(suite::OptionSet& set, Options& o) {
  const bool smoke = set.profile() == Profile::smoke;
  const bool quick = set.profile() == Profile::quick;
  o.bytes = sweep_sizes(smoke ? 16 : quick ? 4 : 2);
  if (smoke) o.pieces = {1, 47};
  o.treatment = treatment_of(set.profile());

  set.add(suite::shared("bytes"), o.bytes, "message sizes of the sweep: one rank's send buffer");
  set.add_choices(suite::shared("type"), o.types, "element types");
  set.add_choices("collective", o.collectives, "collectives to measure");
  set.add_choices("parts", o.parts, "the sweep over sizes, the storms of many small operations, or both");
  set.add("pieces", o.pieces, {.lowest = 1, .highest = 1'000'000}, "operations that the total is split into");
  set.add("total", o.total, "bytes of a storm, whatever it is split into");
  set.add_choices("policy", o.policies,
                  "how a storm's operations are issued: one after another, all at once, or packed into one");
}

// The whole elements that fit, and at least one.
std::size_t elements_in(Bytes bytes, ElementType type) { return std::max<std::size_t>(1, bytes.count / size_of(type)); }

Operation operation_of(Collective collective, ElementType type, std::size_t count) {
  Operation operation;
  operation.collective = collective;
  operation.type = type;
  operation.count = collective == Collective::barrier ? 0 : count;
  return operation;
}

Point sweep_point(Collective collective, ElementType type, std::size_t count, const Options& o) {
  return {.workload = {.operations = {operation_of(collective, type, count)}, .policy = IssuePolicy::serial},
          .treatment = o.treatment,
          .factors = {{"part", "sweep"}},
          .group = {}};
}

// Sizes that a type rounds to the same number of elements give one point.
void plan_sweep(Collective collective, ElementType type, const Options& o, std::vector<Point>& points) {
  std::size_t last = 0;
  for (const Bytes bytes : o.bytes) {
    const std::size_t count = elements_in(bytes, type);
    if (count == last) continue;
    points.push_back(sweep_point(collective, type, count, o));
    if (collective == Collective::barrier) return;
    last = count;
  }
}

// Pieces differ by at most one element and their sum is exact.
std::vector<Operation> split_evenly(Collective collective, ElementType type, std::size_t total, std::size_t pieces) {
  std::vector<Operation> operations;
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    operations.push_back(operation_of(collective, type, total * (piece + 1) / pieces - total * piece / pieces));
  }
  return operations;
}

void plan_storms(Collective collective, ElementType type, const Options& o, std::vector<Point>& points) {
  if (collective == Collective::barrier) return;  // carries no bytes that could be split
  const std::size_t total = elements_in(o.total, type);
  for (const std::size_t pieces : o.pieces) {
    if (pieces > total) {
      throw OptionError(fmt::format(
          "--smallpkt.pieces {}: the {} {} elements of --smallpkt.total cannot be split into more than {} pieces",
          pieces, total, name_of(type), total));
    }
    for (const IssuePolicy policy : o.policies) {
      points.push_back({.workload = {.operations = split_evenly(collective, type, total, pieces), .policy = policy},
                        .treatment = o.treatment,
                        .factors = {{"part", "storm"}},
                        .group = fmt::format("storm-{}-{}", name_of(collective), name_of(type))});
    }
  }
}

std::vector<Point> plan(const World&, const Options& o) {
  std::vector<Point> points;
  for (const Part part : o.parts) {
    for (const Collective collective : o.collectives) {
      for (const ElementType type : o.types) {
        if (part == Part::sweep) plan_sweep(collective, type, o, points);
        if (part == Part::storm) plan_storms(collective, type, o, points);
      }
    }
  }
  if (points.empty())
    throw OptionError(
        "smallpkt has nothing to measure: a barrier has no bytes for storms; add sweep to --smallpkt.parts");
  return points;
}

const suite::SuiteRegistration smallpkt{"smallpkt", "what many small operations cost against few large ones", declare,
                                        plan};

}  // namespace
}  // namespace syncbench::suites
