#include "analysis/run/rank_samples.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "harness/core/error.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::size_t kMostBytes = std::size_t{16} << 20;

// Row `row` of a rectangle.
template <class T>
std::span<const T> row_of(const std::vector<T>& values, std::size_t row, std::size_t columns) {
  return std::span(values).subspan(row * columns, columns);
}

}  // namespace

std::size_t ranks_at_once(const results::SampleShape& shape, std::size_t chunk_ranks) noexcept {
  const std::size_t times = 2 + shape.marks + shape.counters + (shape.targets ? 1 : 0);
  const std::size_t bytes_a_rank = shape.iterations * (times * sizeof(std::int64_t) + sizeof(std::uint8_t));
  const std::size_t most = std::max<std::size_t>(kMostBytes / std::max<std::size_t>(bytes_a_rank, 1), 1);
  return most < chunk_ranks ? most : most - most % std::max<std::size_t>(chunk_ranks, 1);
}

void for_each_rank(const results::RunReader& reader, std::string_view point, Rank first, std::size_t count,
                   const std::function<void(Rank, const RankSamples&)>& take) {
  const results::SampleShape shape = reader.shape(point);
  const std::size_t group = ranks_at_once(shape, reader.chunk_ranks(point));
  results::Samples samples;
  const auto begin = static_cast<std::size_t>(first.value);
  for (std::size_t done = 0, ranks = 0; done < count; done += ranks) {
    ranks = std::min(group - (begin + done) % group, count - done);  // on the chunks' edges
    reader.read(point, begin + done, ranks, samples);
    for (std::size_t row = 0; row < ranks; ++row) {
      const Rank rank{static_cast<int>(begin + done + row)};
      try {
        take(rank, {row_of(samples.enter, row, shape.iterations), row_of(samples.leave, row, shape.iterations),
                    row_of(samples.status, row, shape.iterations),
                    row_of(samples.evidence, row, samples.evidence.size() / ranks),
                    row_of(samples.marks, row, samples.marks.size() / ranks)});
      } catch (const Error& error) {
        throw Error(error.code(),
                    fmt::format("{}: point {}, rank {}, {}", reader.file().string(), point, rank.value, error.what()));
      }
    }
  }
}

}  // namespace syncbench::analysis
