#include "gate.hpp"

#include <syncbench/core/error.hpp>
#include <syncbench/mpi/barrier.hpp>
#include <syncbench/mpi/check.hpp>

namespace syncbench::measure {
namespace {

class BarrierGate final : public StartGate {
 public:
  explicit BarrierGate(const mpi::Communicator& communicator) : barrier_(communicator) {}

  Nanos wait() override {
    barrier_.wait();
    return Nanos{kAbsent};
  }

 private:
  mpi::DisseminationBarrier barrier_;
};

class MpiBarrierGate final : public StartGate {
 public:
  explicit MpiBarrierGate(const mpi::Communicator& communicator) : handle_(communicator.handle()) {}

  Nanos wait() override {
    SYNCBENCH_MPI(MPI_Barrier(handle_));
    return Nanos{kAbsent};
  }

 private:
  MPI_Comm handle_;
};

class NoGate final : public StartGate {
 public:
  Nanos wait() override { return Nanos{kAbsent}; }
};

}  // namespace

std::unique_ptr<StartGate> make_gate(StartMode mode, const mpi::Communicator& communicator) {
  switch (mode) {
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
