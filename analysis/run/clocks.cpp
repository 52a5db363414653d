#include "analysis/run/clocks.hpp"

#include <fmt/format.h>

#include "harness/core/error.hpp"

namespace syncbench::analysis {

std::vector<ClockModel> clocks_of(const results::RunReader& reader) {
  std::vector<ClockModel> clocks(static_cast<std::size_t>(reader.header().ranks));
  for (const results::ClockRow& row : reader.clock()) {
    try {
      clocks.at(static_cast<std::size_t>(row.rank))
          .add({.when = Nanos{row.when_ns},
                .offset = Nanos{row.offset_ns},
                .slope = row.slope,
                .bound = Nanos{row.bound_ns},
                .half_width = Nanos{row.half_width_ns},
                .residual = Nanos{row.residual_ns}});
    } catch (const Error& error) {
      throw Error(ExitCode::data,
                  fmt::format("{}: /run/clock of rank {}: {}", reader.file().string(), row.rank, error.what()));
    }
  }
  return clocks;
}

}  // namespace syncbench::analysis
