// The project's own speed and size against what they should be: `./dev bench`.
#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/app/bench/benches.hpp"
#include "harness/core/error.hpp"
#include "harness/core/text_table.hpp"
#include "harness/mpi/runtime.hpp"

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

struct Bench {
  std::string_view name;
  Figures (*measure)(Setting& setting);
};
constexpr std::array<Bench, 5> kBenches{
    {{"floor", floor}, {"spread", start_spread}, {"clock", clocks}, {"storage", storage}, {"scale", scale}}};
constexpr std::size_t kOnTwoRanks = 4;  // the first ones; the others want more

// Those that were named, or all that two ranks are enough for.
std::vector<Bench> chosen(const std::vector<std::string>& names) {
  if (names.empty()) return {kBenches.begin(), kBenches.begin() + kOnTwoRanks};
  std::vector<Bench> benches;
  for (const std::string& name : names) {
    const auto found =
        std::find_if(kBenches.begin(), kBenches.end(), [&](const Bench& each) { return each.name == name; });
    if (found == kBenches.end())
      throw Error(ExitCode::usage,
                  fmt::format("there is no bench '{}'; there are floor, spread, clock, storage, scale", name));
    benches.push_back(*found);
  }
  return benches;
}

int run(bool as_json, const std::vector<std::string>& names) {
  const mpi::Communicator world = mpi::Communicator::world();
  Setting setting(world);
  Figures figures;
  for (const Bench& bench : chosen(names)) {
    for (Figure& each : bench.measure(setting)) figures.push_back(std::move(each));
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
    std::vector<std::string> names(argv + 1, argv + argc);
    const bool as_json = std::erase(names, "--json") > 0;
    return syncbench::bench::run(as_json, names);
  } catch (const syncbench::Error& problem) {
    fmt::print(stderr, "bench: {}\n", problem.what());
    syncbench::mpi::abort_job(static_cast<int>(problem.code()));
  } catch (const std::exception& problem) {
    fmt::print(stderr, "bench: {}\n", problem.what());
    syncbench::mpi::abort_job(70);
  }
}
