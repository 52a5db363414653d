#include <algorithm>

#include <syncbench/core/timeline.hpp>
#include <syncbench/kernels/backend.hpp>
#include <syncbench/kernels/host_buffers.hpp>
#include <syncbench/testing/catch.hpp>

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

// What a backend need not do although it claims collective, type and policy: merge what carries nothing, and prepare
// collectives that its library cannot prepare.
bool may_be_refused(const Workload& workload, const std::string& reason) {
  const bool merged = workload.policy == IssuePolicy::fused || workload.policy == IssuePolicy::bucketed;
  if (merged && workload.operations.front().collective == Collective::barrier) return true;
  return workload.policy == IssuePolicy::grouped && reason.find("persistent") != std::string::npos;
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
        if (!support.yes) {
          REQUIRE(may_be_refused(workload, support.reason));
          break;
        }
        run_and_verify(backend, workload);
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
      REQUIRE(support.yes == has_to_be_done(backend.capabilities(), workload));
      if (support.yes) {
        run_and_verify(backend, workload);
      } else {
        REQUIRE_FALSE(support.reason.empty());
      }
    }
  }
}

}  // namespace

TEST_CASE("what a backend claims it does right: every collective, type and policy, empty and odd sizes, any root") {
  const auto world = mpi::Communicator::world();
  HostBuffers buffers;
  REQUIRE(BackendRegistration::all().size() == 2);
  for (const BackendRegistration* registration : BackendRegistration::all()) {
    const auto backend = registration->make({.communicator = &world, .host_buffers = &buffers});
    INFO(registration->name());
    for (const Collective collective : backend->capabilities().collectives)
      check_collective(*backend, collective, world.size());
  }
}

TEST_CASE("payload is right on buffers that rotate or are flushed too, with every collective and policy") {
  const auto world = mpi::Communicator::world();
  HostBuffers buffers;
  for (const BackendRegistration* registration : BackendRegistration::all()) {
    const auto backend = registration->make({.communicator = &world, .host_buffers = &buffers});
    for (const Collective collective : backend->capabilities().collectives) {
      for (const IssuePolicy policy : backend->capabilities().policies) {
        for (const BufferUse use : {BufferUse::rotate, BufferUse::cold}) {
          Workload workload = storm(collective, ElementType::f32, policy, 301, Rank{world.size() / 2});
          // 3 slots of what the workload needs, so that 4 iterations come around.
          workload.buffers = {.use = use, .working_set = Bytes{3 * slot_size(workload, world.size()).count}, .seed = 3};
          INFO(registration->name() << " " << name_of(collective) << " " << name_of(policy) << " " << name_of(use));
          if (backend->supports(workload).yes) run_and_verify(*backend, workload);
        }
      }
    }
  }
}

TEST_CASE("operations of several types are merged by type, and unpacked where they belong") {
  const auto world = mpi::Communicator::world();
  HostBuffers buffers;
  for (const BackendRegistration* registration : BackendRegistration::all()) {
    const auto backend = registration->make({.communicator = &world, .host_buffers = &buffers});
    for (const IssuePolicy policy : {IssuePolicy::serial, IssuePolicy::fused, IssuePolicy::bucketed}) {
      Workload workload = storm(Collective::allgather, ElementType::f32, policy, 7, Rank{0});
      workload.operations[1].type = ElementType::f16;
      REQUIRE(backend->supports(workload).yes);
      run_and_verify(*backend, workload);
    }
  }
}

TEST_CASE("messages far above what libraries send eagerly arrive whole") {
  const auto world = mpi::Communicator::world();
  HostBuffers buffers;
  for (const BackendRegistration* registration : BackendRegistration::all()) {
    const auto backend = registration->make({.communicator = &world, .host_buffers = &buffers});
    for (const Collective collective : backend->capabilities().collectives) {
      INFO(registration->name() << " " << name_of(collective));
      run_and_verify(*backend,
                     storm(collective, ElementType::f32, IssuePolicy::pipelined, 300'000, Rank{world.size() / 2}));
    }
  }
}

TEST_CASE("messages in every layout arrive whole under every packing that is claimed, and others are refused") {
  const auto world = mpi::Communicator::world();
  HostBuffers buffers;
  for (const BackendRegistration* registration : BackendRegistration::all()) {
    const auto backend = registration->make({.communicator = &world, .host_buffers = &buffers});
    INFO(registration->name());
    for (const auto& [kind, layout] : Names<LayoutKind>::table) {
      for (const auto& [packing, name] : Names<Packing>::table)
        check_packing(*backend, {.kind = kind, .step = 5}, packing, world.size());
    }
  }
}
