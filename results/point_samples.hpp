#pragma once

#include <cstdint>
#include <vector>

#include "results/h5/chunk_reader.hpp"
#include "results/h5/handle.hpp"
#include "results/h5/space.hpp"
#include "results/model.hpp"
#include "results/reader.hpp"
#include "results/sample_schema.hpp"

namespace syncbench::results {

/// Opens one dataset of a point and makes sure of its type, its number of dimensions and that its extent is plausible.
/// Throws h5::Failure.
h5::Dataset open_samples(const h5::Group& point, const SampleDataset& schema);

/// Throws h5::Failure unless the dataset has that extent.
void require_extent(const h5::Dataset& dataset, const h5::Extent& wanted);

/// The open datasets of a point that is being read. They stay open, because a chunk usually spans several ranks and
/// HDF5 keeps only open datasets' chunks decompressed: reading rank by rank decompresses each once. Throws h5::Failure.
class PointSamples {
 public:
  /// `ranks` is what the run's header says. A point that was not measured has no datasets and a shape of zeros.
  PointSamples(const h5::Group& point, std::size_t ranks);

  const SampleShape& shape() const noexcept { return shape_; }
  /// Nothing but the statistic of its iterations was recorded: there is nothing to read() but blocks().
  bool is_summary() const noexcept { return summary_; }
  /// Into memory that is used again. Precondition: ranks and iterations are within the shape.
  void read(std::size_t first_rank, std::size_t ranks, std::size_t first_iteration, std::size_t iterations,
            Samples& samples) const;
  std::vector<std::uint16_t> blocks() const;
  /// Ranks that a chunk of the file spans.
  std::size_t chunk_ranks() const;

 private:
  void open_all(const h5::Group& point);
  void require_agreement(std::size_t ranks) const;
  template <class T>
  void read_part(const h5::Dataset& dataset, const SampleDataset& schema, const h5::Rectangle& part,
                 std::vector<T>& values) const;

  SampleShape shape_;
  bool summary_ = false;
  h5::Dataset enter_, leave_, target_, marks_, status_, block_numbers_, evidence_;
  mutable h5::ChunkReader chunks_;  // its memory
};

}  // namespace syncbench::results
