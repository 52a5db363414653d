#include "harness/app/seats.hpp"

#include <nlohmann/json.hpp>

#include "harness/machine/processor_list.hpp"
#include "harness/mpi/exchange.hpp"
#include "kernels/memory_programs.hpp"
#include "kernels/seated_program.hpp"
#include "kernels/step_program.hpp"

namespace syncbench::app {
namespace {

std::string pack(const machine::NumaMap& map) {
  nlohmann::json all = nlohmann::json::array();
  for (const machine::NumaNode& node : map.nodes) {
    nlohmann::json cores = nlohmann::json::array();
    for (const machine::NumaCore& core : node.cores)
      cores.push_back({{"processors", core.processors}, {"package", core.package}});
    all.push_back(
        {{"number", node.number}, {"memory", node.memory.count}, {"devices", node.devices}, {"cores", cores}});
  }
  return all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

machine::NumaMap unpack(const std::string& text) {
  machine::NumaMap map;
  for (const auto& each : nlohmann::json::parse(text)) {
    machine::NumaNode& node = map.nodes.emplace_back();
    node.number = each.at("number");
    node.memory.count = each.at("memory");
    node.devices = each.at("devices");
    for (const auto& core : each.at("cores")) node.cores.push_back({core.at("processors"), core.at("package")});
  }
  return map;
}

// While it lives, buffers are allocated as a seat has them.
class Furnished {
 public:
  Furnished(const machine::Seat& seat, kernels::HostBuffers& buffers) : buffers_(buffers), memory_(seat.memory_nodes) {
    using Pages = kernels::HostBuffers::Pages;
    buffers_.take(seat.huge_pages ? Pages::huge : Pages::fresh);
  }
  ~Furnished() { buffers_.take(kernels::HostBuffers::Pages::any); }
  Furnished(const Furnished&) = delete;
  Furnished& operator=(const Furnished&) = delete;

 private:
  kernels::HostBuffers& buffers_;
  machine::MemoryFrom memory_;
};

}  // namespace

machine::NumaMap agreed_numa_map(const mpi::Communicator& world, const machine::NumaMap& own) {
  return unpack(mpi::broadcast_text(world, pack(own), Rank{0}));
}

machine::Occupant occupant_of(const std::vector<RankFacts>& facts, Rank rank) {
  machine::Occupant occupant{.local_rank = 0, .local_ranks = 0, .launched = {}};
  const auto own = static_cast<std::size_t>(rank.value);
  for (std::size_t other = 0; other < facts.size(); ++other) {
    if (facts[other].node != facts[own].node) continue;
    ++occupant.local_ranks;
    if (other < own) ++occupant.local_rank;
  }
  occupant.launched = machine::parse_processor_list(facts[own].binding.processors).value_or(std::vector<int>{});
  return occupant;
}

Seats::Seats(machine::NumaMap planned, machine::NumaMap own, machine::Occupant occupant, kernels::HostBuffers& buffers)
    : planned_(std::move(planned)), own_(std::move(own)), occupant_(std::move(occupant)), buffers_(buffers) {}

bool Seats::is_the_only_memory(int node) const { return own_.with_memory() == std::vector<int>{node}; }

std::string Seats::against(const suite::Point& point) {
  const kernels::MemoryPlace* place = point.probe ? memory_place(*point.probe) : nullptr;
  if (place == nullptr && !point.seating) return {};
  if (shape_text(own_) != shape_text(planned_)) return "this host's NUMA nodes are not those of rank 0's host";
  machine::Seat seat;
  if (place != nullptr) {
    const machine::NumaNode* node = own_.find(place->memory_node);
    if (node == nullptr || own_.find(place->cpu_node) == nullptr) return "this machine has other NUMA nodes";
    seat.processors = place->processors;
    seat.memory_nodes = {place->memory_node};
  } else {
    seat = seat_of(*point.seating, own_, occupant_);
  }
  if (!seat.against.empty()) return seat.against;
  const bool moved =
      binding_.move_to(seat.processors) && (seat.touched_from.empty() || binding_.move_to(seat.touched_from));
  binding_.go_home();
  if (!moved) return "the system does not let this process choose its processors";
  const bool chooses = !seat.memory_nodes.empty() && !is_the_only_memory(seat.memory_nodes.front());
  if (chooses && !machine::MemoryFrom(seat.memory_nodes).held())
    return "the system does not let this process choose where its memory is";
  return {};
}

std::unique_ptr<Program> Seats::prepare(const kernels::Probe& probe) {
  const bool works = occupant_.local_rank == 0;
  const auto placed = [this](auto each) {
    if (is_the_only_memory(each.place.memory_node)) each.place.memory_node = -1;  // needs no permission
    return each;
  };
  if (const auto* chase = std::get_if<kernels::MemoryChase>(&probe))
    return kernels::prepare(placed(*chase), works, binding_);
  return kernels::prepare(placed(std::get<kernels::MemoryCopy>(probe)), works, binding_);
}

std::unique_ptr<Program> Seats::prepare(const suite::Point& point, kernels::Backend& backend, Rank rank, int ranks) {
  if (!point.seating) return kernels::prepare(backend, point.workload, rank, ranks);
  machine::Seat seat = seat_of(*point.seating, own_, occupant_);
  if (seat.memory_nodes.size() == 1 && is_the_only_memory(seat.memory_nodes.front())) seat.memory_nodes.clear();
  binding_.move_to(seat.touched_from);
  const Furnished furnished(seat, buffers_);
  return kernels::seated(kernels::prepare(backend, point.workload, rank, ranks), std::move(seat.processors), binding_);
}

}  // namespace syncbench::app
