#include "harness/app/bench/setting.hpp"

#include "harness/core/error.hpp"
#include "harness/mpi/exchange.hpp"

namespace syncbench::bench {

Setting::Setting(const mpi::Communicator& all, Clock clock)
    : world(all),
      traffic(all.duplicate()),
      gates(all.duplicate()),
      clocks(all, all.split_by_node(), clock),
      progress(clock),
      surroundings{
          .communicator = gates, .clocks = clocks, .progress = progress, .yields = false, .synchronised_for = {}} {}

std::unique_ptr<kernels::Backend> Setting::backend(std::string_view name, kernels::BufferProvider& buffers) const {
  for (const kernels::BackendRegistration* each : kernels::BackendRegistration::all()) {
    if (each->name() == name) return each->load({})({.communicator = &traffic, .host_buffers = &buffers});
  }
  throw Error(ExitCode::internal, "this bench was built without a backend that it needs");
}

kernels::Workload allreduce_of(std::size_t elements) {
  kernels::Operation operation;
  operation.collective = Collective::allreduce;
  operation.count = elements;
  kernels::Workload workload;
  workload.operations = {operation};
  return workload;
}

Treatment plain(StartMode start, std::size_t iterations) {
  Treatment treatment = fixed_count(0, iterations);
  treatment.start = start;
  treatment.verify = VerifyMode::off;
  treatment.stop.most_time = std::chrono::seconds(60);
  return treatment;
}

std::vector<std::int64_t> iteration_times(const mpi::Communicator& world, const Timeline& timeline) {
  std::vector<std::int64_t> times;
  for (std::size_t i = 0; i < timeline.size(); ++i) times.push_back(timeline.leaves()[i] - timeline.enters()[i]);
  return mpi::highest_over_ranks(world, std::move(times));
}

}  // namespace syncbench::bench
