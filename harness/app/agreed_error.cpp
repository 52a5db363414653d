#include "harness/app/agreed_error.hpp"

#include <optional>

#include "harness/mpi/exchange.hpp"

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

std::string agreed_reason(const mpi::Communicator& world, const std::string& mine) {
  const int speaker = mine.empty() ? world.size() : world.rank().value;
  const auto lowest = static_cast<int>(mpi::range_over_ranks(world, speaker).lowest);
  if (lowest == world.size()) return {};
  return mpi::broadcast_text(world, mine, Rank{lowest});
}

}  // namespace syncbench::app
