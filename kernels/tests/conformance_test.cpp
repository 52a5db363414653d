#include <syncbench/core/timeline.hpp>
#include <syncbench/kernels/backend.hpp>
#include <syncbench/kernels/host_buffers.hpp>
#include <syncbench/testing/catch.hpp>

using namespace syncbench;
using namespace syncbench::kernels;

namespace {

// Runs a workload for a few iterations, fresh and reused payload in turns, and verifies each fresh one.
void run_and_verify(Backend& backend, const Workload& workload) {
  REQUIRE(backend.supports(workload).yes);
  const auto program = backend.prepare(workload);
  Timeline timeline(raw_clock(), {.iterations = 6, .marks = program->mark_names().size()});
  for (std::size_t i = 0; i < 6; ++i) {
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
  for (const std::int64_t mark : timeline.mark_rows()) REQUIRE(mark != kAbsent);
}

Workload storm(Collective collective, ElementType type, IssuePolicy policy, std::size_t pieces, std::size_t count,
               Rank root) {
  Operation operation;
  operation.collective = collective;
  operation.type = type;
  operation.count = collective == Collective::barrier ? 0 : count;
  operation.root = root;
  return {.operations = std::vector<Operation>(pieces, operation), .policy = policy};
}

// 4 slots of what the workload needs, so that 6 iterations come around.
Workload with_buffers(Workload workload, BufferUse use, int ranks) {
  workload.buffers = {.use = use, .working_set = Bytes{4 * slot_size(workload, ranks).count}, .seed = 3};
  return workload;
}

}  // namespace

TEST_CASE("payload is right on buffers that rotate or are flushed too, with every collective and policy") {
  const auto world = mpi::Communicator::world();
  HostBuffers buffers;
  for (const BackendRegistration* registration : BackendRegistration::all()) {
    const auto backend = registration->make({.communicator = &world, .host_buffers = &buffers});
    for (const Collective collective : backend->capabilities().collectives) {
      for (const IssuePolicy policy : backend->capabilities().policies) {
        if (collective == Collective::barrier && policy == IssuePolicy::fused) continue;
        for (const BufferUse use : {BufferUse::rotate, BufferUse::cold}) {
          for (const std::size_t count : {0U, 3U, 40'000U}) {
            INFO(registration->name() << " " << name_of(collective) << " " << name_of(policy) << " " << name_of(use)
                                      << " " << count);
            const Workload plain = storm(collective, ElementType::f32, policy, 3, count, Rank{world.size() - 1});
            run_and_verify(*backend, with_buffers(plain, use, world.size()));
          }
        }
      }
    }
  }
}

TEST_CASE("what a backend claims it does right: every collective, type and policy, empty and odd sizes, any root") {
  const auto world = mpi::Communicator::world();
  HostBuffers buffers;
  REQUIRE(BackendRegistration::all().size() == 2);
  for (const BackendRegistration* registration : BackendRegistration::all()) {
    const auto backend = registration->make({.communicator = &world, .host_buffers = &buffers});
    const Capabilities can = backend->capabilities();
    for (const Collective collective : can.collectives) {
      for (const ElementType type : can.types) {
        for (const IssuePolicy policy : can.policies) {
          if (collective == Collective::barrier && policy == IssuePolicy::fused) continue;
          for (const std::size_t count : {0U, 1U, 3U, 1000U, 40'000U}) {
            INFO(registration->name() << " " << name_of(collective) << " " << name_of(type) << " " << name_of(policy)
                                      << " " << count);
            run_and_verify(*backend, storm(collective, type, policy, 3, count, Rank{world.size() - 1}));
          }
        }
      }
    }
  }
}
