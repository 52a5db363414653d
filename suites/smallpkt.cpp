// smallpkt: "only 2 % of the weights, and still minutes". Total bytes × pieces × issue policy × collective, or the
// gradients of a model and fractions of them, beside a plain sweep over message sizes.
#include <algorithm>

#include <fmt/format.h>

#include "kernels/models/fraction.hpp"
#include "kernels/models/model.hpp"
#include "suites/suite/message_count.hpp"
#include "suites/suite/policy_list.hpp"
#include "suites/suite/suite_registration.hpp"

namespace syncbench::suites {
namespace {

using kernels::ElementType;
using kernels::IssuePolicy;
using kernels::Operation;
using kernels::models::FractionOf;
using kernels::models::Model;
using suite::OptionError;
using suite::Point;
using suite::Policy;
using suite::Profile;
using suite::World;

enum class Kind { sweep, storm };

}  // namespace
}  // namespace syncbench::suites

template <>
struct syncbench::Names<syncbench::suites::Kind> {
  static constexpr std::array<std::pair<suites::Kind, std::string_view>, 2> table{{
      {suites::Kind::sweep, "sweep"},
      {suites::Kind::storm, "storm"},
  }};
};

namespace syncbench::suites {
namespace {

// No type: mixed, matrices in f16 and vectors in f32.
using Type = std::optional<ElementType>;

// What a storm's operations are made from: the tensors of a model, or a total that is split into pieces.
using Source = std::optional<Model>;

struct Options {
  std::vector<Bytes> bytes;
  std::vector<Type> types{ElementType::f32};
  std::vector<Collective> collectives{Collective::allreduce};
  std::size_t root = 0;
  std::vector<Kind> parts{Kind::sweep, Kind::storm};
  std::vector<std::size_t> pieces{1, 3, 47, 137, 1000};
  Bytes total{1'960'000};
  std::vector<Source> models{std::nullopt};
  std::vector<double> fractions{1, 0.1, 0.02};
  std::vector<FractionOf> fraction_of{FractionOf::tensor};
  std::size_t fraction_seed = 1;
  std::vector<Policy> policies{
      {.kind = IssuePolicy::serial}, {.kind = IssuePolicy::pipelined}, {.kind = IssuePolicy::fused}};
  bool marks = false;
  Treatment treatment;
};

// Every power of `factor` from 8 bytes to 4 MiB.
std::vector<Bytes> sweep_sizes(std::size_t factor) {
  std::vector<Bytes> sizes;
  for (std::size_t size = 8; size <= (std::size_t{4} << 20); size *= factor) sizes.push_back(Bytes{size});
  return sizes;
}

void declare_storms(suite::OptionSet& set, Options& o) {
  set.add("pieces", o.pieces, {.lowest = 1, .highest = 1'000'000}, "operations that the total is split into");
  set.add("total", o.total, "bytes of a storm, whatever it is split into: one rank's send buffers together");
  set.add_choices_or("model", o.models, "none",
                     "whose gradients a storm sends, in the order in which they are ready; none: pieces of the total");
  set.add("fraction", o.fractions, 1e-9, 1, "shares of a model that are sent");
  set.add_choices("fraction-of", o.fraction_of,
                  "tensor: that slice of every tensor, so as many messages; model: some whole tensors");
  set.add("fraction-seed", o.fraction_seed, {}, "decides with which tensor a fraction of a model begins");
  set.add_list(
      "policy", o.policies, suite::policies_from, suite::text_of,
      "serial|pipelined|grouped|fused|bucketed:FIRST,LIMIT|overlapped:US,...",
      "how a storm's operations are issued: wait after each; all at once; prepared and started by one call; packed "
      "into one; packed into buckets that close at FIRST and then LIMIT bytes, as DistributedDataParallel does "
      "(1M,25M); all at once with US microseconds of computing before the wait (100)");
  set.add("marks", o.marks, "store each operation's end too, where operations stay apart");
}

void declare(suite::OptionSet& set, Options& o) {
  const bool smoke = set.profile() == Profile::smoke;
  const bool quick = set.profile() == Profile::quick;
  o.bytes = sweep_sizes(smoke ? 16 : quick ? 4 : 2);
  if (smoke) o.pieces = {1, 47};
  o.treatment = treatment_of(set.profile());

  set.add(suite::shared("bytes"), o.bytes, "message sizes of the sweep: one rank's send buffer");
  set.add_choices_or(suite::shared("type"), o.types, "mixed",
                     "element types; mixed: a model's matrices in f16 and its vectors in f32");
  set.add_choices("collective", o.collectives, "what to measure; ring and centre are sends and receives");
  set.add("root", o.root, {}, "the rank that is a collective's root");
  set.add_choices("parts", o.parts, "the sweep over sizes, the storms of many small operations, or both");
  declare_storms(set, o);
}

Operation operation_of(Collective collective, ElementType type, std::size_t count, const Options& o) {
  Operation operation;
  operation.collective = collective;
  operation.type = type;
  operation.count = count;
  if (has_root(collective)) operation.root = Rank{static_cast<int>(o.root)};
  return operation;
}

std::string_view name_of_type(Type type) { return type ? name_of(*type) : "mixed"; }

// Sizes that a type rounds to the same number of elements give one point.
void plan_sweep(const World& world, Collective collective, ElementType type, const Options& o,
                std::vector<Point>& points) {
  std::optional<std::size_t> last;
  for (const Bytes bytes : o.bytes) {
    const std::size_t count = suite::count_for(collective, type, bytes, world.ranks);
    if (count == last) continue;
    points.push_back({.workload = {.operations = {operation_of(collective, type, count, o)}},
                      .treatment = o.treatment,
                      .factors = {{"part", "sweep"}},
                      .group = {}});
    if (collective == Collective::barrier) return;
    last = count;
  }
}

// A storm under each policy.
void add_storm(const std::vector<Operation>& operations, const suite::Factors& factors, const std::string& group,
               const Options& o, std::vector<Point>& points) {
  for (const Policy& policy : o.policies) {
    kernels::Workload workload = workload_of(operations, policy);
    workload.mark_each = o.marks;
    points.push_back({.workload = std::move(workload), .treatment = o.treatment, .factors = factors, .group = group});
  }
}

// Pieces differ by at most one element (of each block, where there is one a rank) and their sum is exact.
std::vector<Operation> split_evenly(Collective collective, ElementType type, std::size_t total, std::size_t pieces,
                                    const Options& o) {
  std::vector<Operation> operations;
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    operations.push_back(operation_of(collective, type, total * (piece + 1) / pieces - total * piece / pieces, o));
  }
  return operations;
}

void plan_pieces(const World& world, Collective collective, ElementType type, const Options& o,
                 std::vector<Point>& points) {
  const std::size_t total = suite::count_for(collective, type, o.total, world.ranks);
  for (const std::size_t pieces : o.pieces) {
    if (pieces > total) {
      throw OptionError(
          fmt::format("--smallpkt.pieces {}: --smallpkt.total has {} {} elements for {} and cannot be split into more "
                      "than {} pieces",
                      pieces, total, name_of(type), name_of(collective), total));
    }
    add_storm(split_evenly(collective, type, total, pieces, o), {{"part", "storm"}},
              fmt::format("storm-{}-{}", name_of(collective), name_of(type)), o, points);
  }
}

// Gradients are ready in about the reverse of the order in which tensors were declared.
std::vector<Operation> gradients(const World& world, Collective collective, Type type,
                                 const std::vector<kernels::models::Part>& parts, const Options& o) {
  std::vector<Operation> operations;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    const ElementType own = type.value_or(part->of_matrix ? ElementType::f16 : ElementType::f32);
    operations.push_back(
        operation_of(collective, own, suite::count_for_tensor(collective, part->elements, world.ranks), o));
  }
  return operations;
}

void plan_model(const World& world, Collective collective, Type type, Model model, const Options& o,
                std::vector<Point>& points) {
  const auto tensors = tensors_of(model);
  const std::string group = fmt::format("storm-{}-{}-{}", name_of(collective), name_of_type(type), name_of(model));
  for (const double fraction : o.fractions) {
    for (const FractionOf of : o.fraction_of) {
      const suite::Factors factors{{"part", "storm"},
                                   {"model", std::string(name_of(model))},
                                   {"fraction", fraction},
                                   {"fraction_of", std::string(name_of(of))}};
      const auto parts = parts_of(tensors, fraction, of, o.fraction_seed);
      add_storm(gradients(world, collective, type, parts, o), factors, group, o, points);
      if (fraction == 1) break;  // all is all in either reading
    }
  }
}

void plan_storms(const World& world, Collective collective, Type type, const Options& o, std::vector<Point>& points) {
  if (collective == Collective::barrier) return;  // carries no bytes that could be split
  for (const Source source : o.models) {
    if (source) plan_model(world, collective, type, *source, o, points);
    if (!source && type) plan_pieces(world, collective, *type, o, points);
  }
}

std::vector<Point> plan(const World& world, const Options& o) {
  if (o.root >= static_cast<std::size_t>(world.ranks)) {
    throw OptionError(fmt::format("--smallpkt.root {}: there are {} ranks; the nearest that is allowed is {}", o.root,
                                  world.ranks, world.ranks - 1));
  }
  std::vector<Point> points;
  for (const Kind part : o.parts) {
    for (const Collective collective : o.collectives) {
      for (const Type type : o.types) {
        if (part == Kind::sweep && type) plan_sweep(world, collective, *type, o, points);
        if (part == Kind::storm) plan_storms(world, collective, type, o, points);
      }
    }
  }
  if (points.empty())
    throw OptionError(
        "smallpkt has nothing to measure: a barrier has no bytes for storms (add sweep to --smallpkt.parts), and mixed "
        "types are those of a model (--smallpkt.model)");
  return points;
}

const suite::SuiteRegistration smallpkt{"smallpkt", "what many small operations cost against few large ones", declare,
                                        plan};

}  // namespace
}  // namespace syncbench::suites
