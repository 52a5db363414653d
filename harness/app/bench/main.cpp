// The project's own speed and size against what they should be: `./dev bench`.
#include <cstdio>
#include <cstring>
#include <exception>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "benches.hpp"
#include <syncbench/core/error.hpp>
#include <syncbench/core/text_table.hpp>
#include <syncbench/mpi/runtime.hpp>

namespace syncbench::bench {
namespace {

std::string limit_text(const Figure& figure) {
  if (!figure.limit) return std::string(kAbsentText);
  return fmt::format("{} {:g}", figure.at_least ? "at least" : "at most", *figure.limit);
}

std::string table(const Figures& figures) {
  std::vector<Cells> rows;
  for (const Figure& each : figures) {
    rows.push_back({each.bench, each.what, fmt::format("{:.4g}", each.value), each.unit, limit_text(each),
                    !each.limit  ? ""
                    : each.met() ? "met"
                                 : "MISSED"});
  }
  return table_text({{.header = "bench", .align = Align::left},
                     {.header = "what", .align = Align::left},
                     {.header = "value"},
                     {.header = "unit", .align = Align::left},
                     {.header = "target", .align = Align::left},
                     {.header = "", .align = Align::left}},
                    rows);
}

std::string json(const Figures& figures) {
  auto all = nlohmann::ordered_json::array();
  for (const Figure& each : figures) {
    nlohmann::ordered_json one{{"bench", each.bench}, {"what", each.what}, {"value", each.value}, {"unit", each.unit}};
    if (each.limit) {
      one[each.at_least ? "at_least" : "at_most"] = *each.limit;
      one["met"] = each.met();
    }
    all.push_back(std::move(one));
  }
  return all.dump(2) + "\n";
}

int run(bool as_json) {
  const mpi::Communicator world = mpi::Communicator::world();
  Setting setting(world);
  Figures figures;
  for (const auto bench : {floor, fidelity, start_spread, clocks, storage}) {
    for (Figure& each : bench(setting)) figures.push_back(std::move(each));
  }
  bool met = true;
  for (const Figure& each : figures) met = met && each.met();
  if (world.is_root()) std::fputs((as_json ? json(figures) : table(figures)).c_str(), stdout);
  return met || !world.is_root() ? 0 : 2;
}

}  // namespace
}  // namespace syncbench::bench

int main(int argc, char** argv) {
  const syncbench::mpi::MpiRuntime runtime(argc, argv);
  try {
    return syncbench::bench::run(argc > 1 && std::strcmp(argv[1], "--json") == 0);
  } catch (const std::exception& problem) {
    fmt::print(stderr, "bench: {}\n", problem.what());
    syncbench::mpi::abort_job(70);
  }
}
