#include "results/check_samples.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

#include <fmt/format.h>

#include "harness/core/nanos.hpp"
#include "harness/core/sample_status.hpp"

namespace syncbench::results {
namespace {

// Iterations of one rank that are held in memory at once.
constexpr std::size_t kPiece = std::size_t{1} << 16;

// One kind of impossible sample: how often, and where first.
struct Finding {
  const char* what;
  std::uint64_t count = 0;
  std::size_t rank = 0, iteration = 0;

  void add(std::size_t at_rank, std::size_t at_iteration) {
    if (count++ > 0) return;
    rank = at_rank;
    iteration = at_iteration;
  }
};

struct Findings {
  Finding backwards{"leave is before enter"};
  Finding half_absent{"only one of enter and leave is absent"};
  Finding unknown_status{"status is beyond the table of names"};

  void look(const Samples& samples, std::size_t i, std::size_t rank, std::size_t iteration) {
    const bool entered = samples.enter[i] != kAbsent;
    const bool left = samples.leave[i] != kAbsent;
    if (entered != left) half_absent.add(rank, iteration);
    if (entered && left && samples.leave[i] < samples.enter[i]) backwards.add(rank, iteration);
    if (samples.status[i] >= Names<SampleStatus>::table.size()) unknown_status.add(rank, iteration);
  }
};

void report(DepartureList& list, const std::string& place, const Finding& finding) {
  if (finding.count == 0) return;
  list.add(fmt::format("{}: {} in {} samples, first on rank {} in iteration {}", place, finding.what, finding.count,
                       finding.rank, finding.iteration));
}

}  // namespace

void check_samples(DepartureList& list, const PointSamples& samples, const std::string& place) {
  Findings findings;
  Samples piece;
  const SampleShape& shape = samples.shape();
  for (std::size_t rank = 0; rank < shape.ranks; ++rank) {
    for (std::size_t first = 0; first < shape.iterations; first += kPiece) {
      const std::size_t count = std::min(kPiece, shape.iterations - first);
      samples.read(rank, 1, first, count, piece);
      for (std::size_t i = 0; i < count; ++i) findings.look(piece, i, rank, first + i);
    }
  }
  for (const Finding* finding : {&findings.backwards, &findings.half_absent, &findings.unknown_status}) {
    report(list, place, *finding);
  }
}

}  // namespace syncbench::results
