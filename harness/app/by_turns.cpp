#include "harness/app/by_turns.hpp"

#include "harness/mpi/check.hpp"

namespace syncbench::app {
namespace {

constexpr int kGoTag = 1;
constexpr int kContentTag = 2;

}  // namespace

void send_when_asked(const mpi::Communicator& world, const std::vector<std::byte>& packed) {
  SYNCBENCH_MPI(MPI_Recv(nullptr, 0, MPI_BYTE, 0, kGoTag, world.handle(), MPI_STATUS_IGNORE));
  SYNCBENCH_MPI(MPI_Send(packed.data(), static_cast<int>(packed.size()), MPI_BYTE, 0, kContentTag, world.handle()));
}

void ask(const mpi::Communicator& world, std::size_t rank, std::vector<std::byte>& packed) {
  SYNCBENCH_MPI(MPI_Send(nullptr, 0, MPI_BYTE, static_cast<int>(rank), kGoTag, world.handle()));
  SYNCBENCH_MPI(MPI_Recv(packed.data(), static_cast<int>(packed.size()), MPI_BYTE, static_cast<int>(rank), kContentTag,
                         world.handle(), MPI_STATUS_IGNORE));
}

}  // namespace syncbench::app
