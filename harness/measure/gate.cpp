#include "harness/measure/gate.hpp"

#include "harness/core/error.hpp"
#include "harness/measure/round_time_gate.hpp"
#include "harness/mpi/barrier.hpp"
#include "harness/mpi/check.hpp"

namespace syncbench::measure {
namespace {

class BarrierGate final : public StartGate {
 public:
  explicit BarrierGate(const mpi::Communicator& communicator) : barrier_(communicator) {}

  Start wait() override {
    barrier_.wait();
    return {};
  }

 private:
  mpi::DisseminationBarrier barrier_;
};

class MpiBarrierGate final : public StartGate {
 public:
  explicit MpiBarrierGate(const mpi::Communicator& communicator) : handle_(communicator.handle()) {}

  Start wait() override {
    SYNCBENCH_MPI(MPI_Barrier(handle_));
    return {};
  }

 private:
  MPI_Comm handle_;
};

class NoGate final : public StartGate {
 public:
  Start wait() override { return {}; }
};

}  // namespace

void StartGate::settle(const std::function<void()>& iterate) {
  for (int i = 0; i < kSettlingIterations; ++i) iterate();
}

void StartGate::adapt(std::size_t, std::size_t) {}

std::unique_ptr<StartGate> make_gate(StartMode mode, const mpi::Communicator& communicator,
                                     const mpi::ClockSync& clocks, bool yields) {
  switch (mode) {
    case StartMode::round_time:
      return std::make_unique<RoundTimeGate>(communicator, clocks, yields);
    case StartMode::barrier:
      return std::make_unique<BarrierGate>(communicator);
    case StartMode::mpi_barrier:
      return std::make_unique<MpiBarrierGate>(communicator);
    case StartMode::none:
      return std::make_unique<NoGate>();
  }
  throw Error(ExitCode::internal, "a start mode without a gate");
}

}  // namespace syncbench::measure
