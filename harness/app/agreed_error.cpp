#include "agreed_error.hpp"

#include <optional>

#include <syncbench/mpi/exchange.hpp>

namespace syncbench::app {

void on_root(const mpi::Communicator& world, const std::function<void()>& work) {
  std::optional<AgreedError> failure;
  if (world.is_root()) {
    try {
      work();
    } catch (const Error& error) {
      failure = AgreedError(error.code(), error.what());
    } catch (const std::exception& error) {
      failure = AgreedError(ExitCode::internal, error.what());
    }
  }
  const auto code = mpi::broadcast_number(world, failure ? static_cast<std::int64_t>(failure->code()) : 0, Rank{0});
  if (failure) throw *failure;
  if (code != 0) throw AgreedError(static_cast<ExitCode>(code), "rank 0 could not go on");
}

}  // namespace syncbench::app
