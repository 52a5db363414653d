#include "analysis/strided/phase_shares.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "analysis/run/attributes.hpp"
#include "analysis/run/point_maxima.hpp"
#include "analysis/run/rank_samples.hpp"
#include "harness/core/error.hpp"
#include "harness/core/nanos.hpp"

namespace syncbench::analysis {
namespace {

// Each iteration's times phase by phase, over the ranks that were added; row-major [iteration][phase].
class PhaseSums {
 public:
  explicit PhaseSums(const results::SampleShape& shape)
      : phases_(shape.marks + 1), sums_(shape.iterations * phases_, 0.0) {}

  // False if a moment lies before the one before it.
  bool add(std::size_t iteration, std::int64_t enter, const std::int64_t* marks, std::int64_t leave) {
    std::int64_t before = enter;
    for (std::size_t phase = 0; phase < phases_; ++phase) {
      const std::int64_t end = phase + 1 < phases_ ? marks[phase] : leave;
      if (end < before) return false;
      sums_[iteration * phases_ + phase] += static_cast<double>(end - before);
      before = end;
    }
    return true;
  }

  double total(std::size_t iteration) const {
    const auto row = sums_.begin() + static_cast<std::ptrdiff_t>(iteration * phases_);
    return std::accumulate(row, row + static_cast<std::ptrdiff_t>(phases_), 0.0);
  }

  double share(std::size_t iteration, std::size_t phase) const {
    return sums_[iteration * phases_ + phase] / total(iteration);
  }

  std::size_t phases() const noexcept { return phases_; }

 private:
  std::size_t phases_;
  std::vector<double> sums_;
};

void add_ranks(const results::Samples& samples, std::string_view place, PhaseSums& sums) {
  const results::SampleShape& shape = samples.shape;
  for (std::size_t i = 0; i < samples.enter.size(); ++i) {
    if (samples.enter[i] == kAbsent || samples.leave[i] == kAbsent) continue;
    const std::int64_t* marks = samples.marks.data() + i * shape.marks;
    if (!sums.add(i % shape.iterations, samples.enter[i], marks, samples.leave[i]))
      throw Error(ExitCode::data,
                  fmt::format("{}: marks of iteration {} are not in order", place, i % shape.iterations));
  }
}

double middle_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

std::vector<double> phase_shares(const results::RunReader& reader, const results::PointHeader& point) {
  const results::SampleShape shape = reader.shape(point.id);
  if (shape.marks == 0 || shape.ranks == 0 || reader.is_summary(point.id)) return {};
  PhaseSums sums(shape);
  const std::size_t group = ranks_at_once(shape, reader.chunk_ranks(point.id));
  results::Samples samples;
  for (std::size_t first = 0; first < shape.ranks; first += group) {
    reader.read(point.id, first, std::min(group, shape.ranks - first), samples);
    add_ranks(samples, fmt::format("{}: point {}", reader.file().string(), point.id), sums);
  }
  const auto warmup = static_cast<std::size_t>(
      std::max<std::int64_t>(0, whole_attribute(point.attributes, "warmup_iterations").value_or(0)));
  std::vector<std::vector<double>> shares(sums.phases());
  for (const Iteration iteration : maxima_of(reader, point.id).eligible(warmup)) {
    if (sums.total(iteration.value) == 0) continue;
    for (std::size_t phase = 0; phase < shares.size(); ++phase)
      shares[phase].push_back(sums.share(iteration.value, phase));
  }
  if (shares.front().empty()) return {};
  std::vector<double> medians;
  for (auto& each : shares) medians.push_back(middle_of(std::move(each)));
  const double sum = std::accumulate(medians.begin(), medians.end(), 0.0);
  for (double& each : medians) each /= sum;
  return medians;
}

}  // namespace syncbench::analysis
