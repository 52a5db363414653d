#include "kernels/backends/gloo/algorithms.hpp"

#include <array>

namespace syncbench::kernels::gloo_backend {
namespace {

// Where `auto` is one of the others it stands for itself all the same: Gloo chooses it, and other versions may choose
// otherwise. A ring and a centre are messages of ours over Gloo's pairs. Gloo's AllgatherRing is left out: it writes
// into a rank's receive buffer before that rank has entered.
constexpr std::array<Algorithm, 22> kAlgorithms{{
    {Collective::allreduce, "auto", false},
    {Collective::allreduce, "ring", false},
    {Collective::allreduce, "bcube", false},
    {Collective::allreduce, "ring-whole", true},
    {Collective::allreduce, "ring-chunked", true},
    {Collective::allreduce, "halving-doubling", true},
    {Collective::allreduce, "bcube-bound", true},
    {Collective::broadcast, "auto", false},
    {Collective::broadcast, "one-to-all", true},
    {Collective::barrier, "auto", false},
    {Collective::barrier, "all-to-all", true},
    {Collective::barrier, "all-to-one", true},
    {Collective::reduce, "auto", false},
    {Collective::reduce_scatter, "auto", true},
    {Collective::allgather, "auto", false},
    {Collective::allgather, "vector", false},
    {Collective::all_to_all, "auto", false},
    {Collective::all_to_all, "vector", false},
    {Collective::gather, "auto", false},
    {Collective::scatter, "auto", false},
    {Collective::ring, "auto", false},
    {Collective::centre, "auto", false},
}};

}  // namespace

const Algorithm* algorithm_named(Collective collective, std::string_view name) noexcept {
  for (const Algorithm& each : kAlgorithms) {
    if (each.collective == collective && each.name == (name.empty() ? "auto" : name)) return &each;
  }
  return nullptr;
}

std::vector<std::string> algorithms_of(Collective collective) {
  std::vector<std::string> names;
  for (const Algorithm& each : kAlgorithms) {
    if (each.collective == collective) names.emplace_back(each.name);
  }
  return names;
}

}  // namespace syncbench::kernels::gloo_backend
