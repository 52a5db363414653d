// One suite for all backends, those that are modules too: whatever a backend claims, it must do right.
#include <algorithm>
#include <new>

#include "harness/core/timeline.hpp"
#include "harness/machine/host.hpp"
#include "kernels/tests/tested_backend.hpp"

using namespace syncbench;
using namespace syncbench::kernels;

namespace {

// Runs a workload for a few iterations, fresh and reused payload in turns, and verifies each fresh one.
void run_and_verify(Backend& backend, const Workload& workload) {
  const auto program = backend.prepare(workload);
  Timeline timeline(raw_clock(), {.iterations = 4, .marks = program->mark_names().size()});
  for (std::size_t i = 0; i < 4; ++i) {
    const Payload payload = i % 2 == 0 ? Payload::fresh : Payload::reuse;
    program->arm(Iteration{i}, payload);
    timeline.enter(Nanos{kAbsent});
    program->run(timeline.marks());
    timeline.leave();
    if (payload == Payload::reuse) continue;
    const Verification verification = program->verify();
    INFO(verification.first_wrong);
    REQUIRE(verification.right);
  }
  const auto marks = timeline.mark_rows();
  REQUIRE(std::count(marks.begin(), marks.end(), kAbsent) == 0);
}

// Three pieces of unlike sizes; buckets hold two of them and one.
Workload storm(Collective collective, ElementType type, IssuePolicy policy, std::size_t count, Rank root) {
  Operation operation;
  operation.collective = collective;
  operation.type = type;
  operation.root = root;
  std::vector<Operation> operations;
  for (const std::size_t more : {0U, 1U, 3U}) {
    operation.count = collective == Collective::barrier || count == 0 ? 0 : count + more;
    operations.push_back(operation);
  }
  const Bytes both{std::max<std::size_t>(1, count * size_of(type) + 1)};
  return {.operations = operations,
          .policy = policy,
          .buckets = {.first = both, .rest = both},
          .compute = std::chrono::microseconds(1),
          .mark_each = count % 2 == 1};
}

// What a backend need not do although it claims collective, type and policy: merge what carries nothing, prepare
// collectives that its library cannot prepare, send nothing at all, connect one rank with none.
bool may_be_refused(const Workload& workload, const std::string& reason, int ranks) {
  const auto says = [&](const char* part) { return reason.find(part) != std::string::npos; };
  const bool merged = workload.policy == IssuePolicy::fused || workload.policy == IssuePolicy::bucketed;
  if (merged && workload.operations.front().collective == Collective::barrier) return true;
  if (workload.operations.front().count == 0 && says("without elements")) return true;
  if (ranks == 1 && says("there is one")) return true;
  return workload.policy == IssuePolicy::grouped && says("persistent");
}

// Every type and policy that the backend claims, and roots in the middle and at the end.
void check_collective(Backend& backend, Collective collective, int ranks) {
  const Capabilities can = backend.capabilities();
  for (const ElementType type : can.types) {
    for (const IssuePolicy policy : can.policies) {
      for (const std::size_t count : {0U, 1U, 3U, 250U, 20'000U}) {
        const Rank root{count % 2 == 1 ? ranks / 2 : ranks - 1};
        const Workload workload = storm(collective, type, policy, count, root);
        INFO(name_of(collective) << " " << name_of(type) << " " << name_of(policy) << " " << count);
        const Support support = backend.supports(workload);
        if (support.yes) {
          run_and_verify(backend, workload);
        } else {
          INFO(support.reason);
          REQUIRE(may_be_refused(workload, support.reason, ranks));
        }
      }
    }
  }
}

// Whether the backend has no right to refuse: it claims layout and packing, and the library can be told of the layout.
bool has_to_be_done(const Capabilities& can, const Workload& workload) {
  const Layout& layout = workload.operations.front().layout;
  const auto has = [](const auto& all, auto value) { return std::find(all.begin(), all.end(), value) != all.end(); };
  if (!has(can.layouts, layout.kind) || !has(can.packings, workload.packing)) return false;
  if (layout.kind == LayoutKind::promoted) return workload.packing == Packing::hand;
  const bool irregular = layout.kind == LayoutKind::indexed || layout.kind == LayoutKind::record;
  if (irregular && workload.packing == Packing::nested_datatype) return false;
  return workload.packing != Packing::none || layout.contiguous();
}

// Every layout and packing, one element and many, on buffers that stay and others: done right if claimed, else refused.
void check_packing(Backend& backend, const Layout& layout, Packing packing, int ranks) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{1'001}}) {
    for (const BufferUse use : {BufferUse::hot, BufferUse::rotate, BufferUse::cold}) {
      Operation operation;
      operation.collective = Collective::ring;
      operation.layout = layout;
      operation.count = whole_count(layout, operation.type, count);
      Workload workload{.operations = {operation}, .packing = packing};
      workload.buffers = {.use = use, .working_set = Bytes{3 * slot_size(workload, ranks).count}, .seed = 3};
      INFO(layout_text(layout) << " " << name_of(packing) << " " << operation.count << " " << name_of(use));
      const Support support = backend.supports(workload);
      const bool claimed = has_to_be_done(backend.capabilities(), workload);
      if (support.yes) {
        REQUIRE(claimed);
        run_and_verify(backend, workload);
      } else {
        REQUIRE_FALSE(support.reason.empty());
        REQUIRE((!claimed || may_be_refused(workload, support.reason, ranks)));
      }
    }
  }
}

// A message of a little more than 2 GiB, the root's.
Workload huge() {
  Workload workload = storm(Collective::broadcast, ElementType::f64, IssuePolicy::serial, 1, Rank{0});
  workload.operations.resize(1);
  workload.operations[0].count = (std::size_t{1} << 28) + 1;
  workload.mark_each = false;
  return workload;
}

}  // namespace

TEST_CASE("what a backend claims it does right: every collective, type and policy, empty and odd sizes, any root") {
  Tested tested;
  for (const Collective collective : tested.backend->capabilities().collectives)
    check_collective(*tested.backend, collective, tested.world.size());
}

TEST_CASE("payload is right on buffers that rotate or are flushed too, with every collective and policy") {
  Tested tested;
  for (const Collective collective : tested.backend->capabilities().collectives) {
    for (const IssuePolicy policy : tested.backend->capabilities().policies) {
      for (const BufferUse use : {BufferUse::rotate, BufferUse::cold}) {
        Workload workload = storm(collective, ElementType::f32, policy, 301, Rank{tested.world.size() / 2});
        // 3 slots of what the workload needs, so that 4 iterations come around.
        workload.buffers = {
            .use = use, .working_set = Bytes{3 * slot_size(workload, tested.world.size()).count}, .seed = 3};
        INFO(name_of(collective) << " " << name_of(policy) << " " << name_of(use));
        if (tested.backend->supports(workload).yes) run_and_verify(*tested.backend, workload);
      }
    }
  }
}

TEST_CASE("operations of several types are merged by type, and unpacked where they belong") {
  Tested tested;
  for (const IssuePolicy policy : {IssuePolicy::serial, IssuePolicy::fused, IssuePolicy::bucketed}) {
    Workload workload = storm(Collective::allgather, ElementType::f32, policy, 7, Rank{0});
    workload.operations[1].type = ElementType::f16;
    const auto policies = tested.backend->capabilities().policies;
    if (std::find(policies.begin(), policies.end(), policy) == policies.end()) continue;
    const Support support = tested.backend->supports(workload);
    REQUIRE((support.yes || may_be_refused(workload, support.reason, tested.world.size())));
    if (support.yes) run_and_verify(*tested.backend, workload);
  }
}

TEST_CASE("messages far above what libraries send eagerly arrive whole") {
  Tested tested;
  for (const Collective collective : tested.backend->capabilities().collectives) {
    for (const IssuePolicy policy : {IssuePolicy::pipelined, IssuePolicy::serial}) {
      const Workload workload = storm(collective, ElementType::f32, policy, 300'000, Rank{tested.world.size() / 2});
      INFO(name_of(collective));
      if (!tested.backend->supports(workload).yes) continue;
      run_and_verify(*tested.backend, workload);
      break;
    }
  }
}

TEST_CASE("a message past 2 GiB arrives whole where there is memory for it") {
  Tested tested;
  const auto free = static_cast<std::int64_t>(machine::available_memory().count);
  const auto need = static_cast<std::int64_t>(memory_of(huge(), 2).count) * 2;
  // Two ranks do; with more it only takes longer.
  if (tested.world.size() != 2 || mpi::range_over_ranks(tested.world, free).lowest < need + need / 2) return;
  const auto program = tested.backend->prepare(huge());
  Timeline timeline(raw_clock(), {.iterations = 1, .marks = 0});
  program->arm(Iteration{0}, Payload::fresh);
  program->run(timeline.marks());
  const Verification verification = program->verify();
  INFO(verification.first_wrong);
  CHECK(verification.right);
}

TEST_CASE("what was prepared and never ran, or not prepared for want of memory on one rank, leaves the others right") {
  Tested tested;
  const bool last = tested.world.rank().value == tested.world.size() - 1;
  for (const Collective collective : tested.backend->capabilities().collectives) {
    for (const IssuePolicy policy : {IssuePolicy::serial, IssuePolicy::fused}) {
      const Workload workload = storm(collective, ElementType::f32, policy, 33, Rank{0});
      if (!tested.backend->supports(workload).yes) continue;
      INFO(name_of(collective) << " " << name_of(policy));
      if (last) tested.buffers.give(3);
      std::unique_ptr<Program> first;
      try {
        first = tested.backend->prepare(workload);
        first->arm(Iteration{0}, Payload::fresh);
      } catch (const std::bad_alloc&) {
        CHECK(last);
      }
      tested.buffers.give(kPlenty);
      mpi::range_over_ranks(tested.world, 0);  // as the point loop does before it goes on
      first.reset();
      run_and_verify(*tested.backend, workload);
    }
  }
}

TEST_CASE("messages in every layout arrive whole under every packing that is claimed, and others are refused") {
  Tested tested;
  for (const auto& [kind, layout] : Names<LayoutKind>::table) {
    for (const auto& [packing, name] : Names<Packing>::table)
      check_packing(*tested.backend, {.kind = kind, .step = 5}, packing, tested.world.size());
  }
}
