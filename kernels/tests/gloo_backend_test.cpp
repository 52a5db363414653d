#include <cstdlib>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/core/timeline.hpp"
#include "harness/mpi/exchange.hpp"
#include "kernels/backend.hpp"
#include "kernels/host_buffers.hpp"

using namespace syncbench;
using namespace syncbench::kernels;
using Catch::Matchers::ContainsSubstring;

namespace {

struct Gloo {
  mpi::Communicator world = mpi::Communicator::world();
  HostBuffers buffers;
  std::unique_ptr<Backend> backend;

  explicit Gloo(const std::string& iface = "") {
    const auto maker = BackendRegistration::all().at(0)->load({std::getenv("SYNCBENCH_TEST_MODULES")});
    backend = maker({.communicator = &world, .host_buffers = &buffers, .settings = {{"iface", iface}}});
  }
};

Workload one(Collective collective, std::size_t count, std::string algorithm) {
  Operation operation;
  operation.collective = collective;
  operation.count = collective == Collective::barrier ? 0 : count;
  Workload workload;
  workload.operations = {operation, operation};
  workload.algorithm = std::move(algorithm);
  return workload;
}

// Nobody takes connections away while others still use them.
void run_right(const Gloo& gloo, const Workload& workload) {
  const auto program = gloo.backend->prepare(workload);
  Timeline timeline(raw_clock(), {.iterations = 5, .marks = 0});
  for (std::size_t i = 0; i < 5; ++i) {
    program->arm(Iteration{i}, Payload::fresh);
    timeline.enter(Nanos{kAbsent});
    program->run(timeline.marks());
    timeline.leave();
    const Verification verification = program->verify();
    INFO(verification.first_wrong);
    REQUIRE(verification.right);
  }
  mpi::range_over_ranks(gloo.world, 0);
}

const std::vector<std::pair<Collective, std::string>> kNamed{
    {Collective::allreduce, "ring"},        {Collective::allreduce, "bcube"},
    {Collective::allreduce, "ring-whole"},  {Collective::allreduce, "ring-chunked"},
    {Collective::allreduce, "bcube-bound"}, {Collective::allreduce, "halving-doubling"},
    {Collective::broadcast, "one-to-all"},  {Collective::barrier, "all-to-all"},
    {Collective::barrier, "all-to-one"},    {Collective::allgather, "vector"},
    {Collective::all_to_all, "vector"}};

}  // namespace

TEST_CASE("every algorithm that has a name gives the right result, for every type and from one element on") {
  Gloo gloo;
  for (const auto& [collective, algorithm] : kNamed) {
    for (const ElementType type : gloo.backend->capabilities().types) {
      for (const std::size_t count : {1U, 2U, 7U, 1'000U, 100'003U}) {
        Workload workload = one(collective, count, algorithm);
        for (Operation& each : workload.operations) each.type = type;
        INFO(name_of(collective) << " " << algorithm << " " << name_of(type) << " " << count);
        const Support support = gloo.backend->supports(workload);
        INFO(support.reason);
        if (algorithm == "bcube-bound" && gloo.world.size() % 2 == 1) {
          REQUIRE_THAT(support.reason, ContainsSubstring("takes 2, 4, 8, … ranks, and there are "));
          continue;
        }
        REQUIRE(support.yes);
        run_right(gloo, workload);
      }
    }
  }
}

TEST_CASE("what Gloo cannot do is refused in words") {
  Gloo gloo;
  const auto reason = [&](const Workload& workload) { return gloo.backend->supports(workload).reason; };
  CHECK_THAT(reason(one(Collective::broadcast, 1, "bcube")),
             ContainsSubstring("Gloo has no bcube broadcast; it has auto, one-to-all"));
  CHECK_THAT(reason(one(Collective::allreduce, 0, "")), ContainsSubstring("without elements"));
  CHECK_THAT(reason(one(Collective::scan, 1, "")), ContainsSubstring("the backend has no scan"));
  CHECK_THAT(reason(one(Collective::allreduce, std::size_t{1} << 29, "ring-chunked")),
             ContainsSubstring("counts bytes in 32 bits: 2147483648 do not fit"));
  CHECK(gloo.backend->supports(one(Collective::allreduce, std::size_t{1} << 32, "ring")).yes);
  Workload pipelined = one(Collective::allreduce, 1, "");
  pipelined.policy = IssuePolicy::pipelined;
  CHECK_THAT(reason(pipelined), ContainsSubstring("nothing can be pipelined; serial and fused can be had"));
  Workload rotating = one(Collective::allreduce, 100, "ring-chunked");
  rotating.buffers = {.use = BufferUse::rotate, .working_set = Bytes{1 << 20}, .seed = 1};
  CHECK_THAT(reason(rotating), ContainsSubstring("bound to its buffers"));
}

TEST_CASE("the steps of connecting are timed by name") {
  Gloo gloo;
  std::vector<std::string> names;
  for (const SetupPhase& each : gloo.backend->setup()) {
    names.push_back(each.name);
    CHECK(each.duration >= Nanos{0});
  }
  CHECK(names == std::vector<std::string>{"device", "pairs", "exchange", "connect"});
}

TEST_CASE("an interface that a rank does not have is refused on all ranks, with those that there are") {
  CHECK_THROWS_WITH(Gloo("eth-none"), ContainsSubstring("rank 0 on ") && ContainsSubstring("--gloo-iface eth-none") &&
                                          ContainsSubstring("lo (127.0.0.1)"));
  run_right(Gloo("lo"), one(Collective::allreduce, 10, ""));
}

TEST_CASE("a peer that leaves in the middle is a PeerLost with rank, host and operation, not a crash") {
  Gloo gloo;
  const Workload workload = one(Collective::allreduce, 1'000, "");
  const auto program = gloo.backend->prepare(workload);
  program->arm(Iteration{0}, Payload::fresh);
  if (gloo.world.rank().value == 1) {
    gloo.backend.reset();
    return;
  }
  Timeline timeline(raw_clock(), {.iterations = 1, .marks = 0});
  const std::string who = "rank " + std::to_string(gloo.world.rank().value) + " on ";
  try {
    program->run(timeline.marks());
    FAIL("an allreduce without rank 1 came to an end");
  } catch (const PeerLost& lost) {
    CHECK_THAT(lost.what(), ContainsSubstring(who) && ContainsSubstring("Gloo failed in allreduce"));
  }
}
