#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "results/blocks.hpp"
#include "results/h5/chunk_writer.hpp"
#include "results/h5/handle.hpp"
#include "results/model.hpp"
#include "results/sample_schema.hpp"
#include "results/writer.hpp"

namespace syncbench::results {

/// The open datasets of the point that is being written. Throws h5::Failure, and Error(internal) for a block that does
/// not fit the shape.
class PointDatasets {
 public:
  PointDatasets(const h5::Group& point, const SampleShape& shape, const PointHeader& header);

  void write(const SampleBlock& block);
  void write_blocks(std::span<const std::uint16_t> blocks);

  /// Writes what is absent into everything that was never written.
  void complete();
  void close();

 private:
  h5::Dataset create(const h5::Group& point, const SampleDataset& schema, const h5::Extent& chunk) const;
  h5::Extent extent(const SampleDataset& schema) const;
  std::size_t row_values(const SampleDataset& schema) const noexcept;
  void write_rows(const h5::Dataset& dataset, const SampleDataset& schema, const SampleBlock& block,
                  std::span<const std::int64_t> values);
  template <class T>
  void write_part(const h5::Dataset& dataset, const SampleDataset& schema, const h5::Extent& chunk,
                  const h5::Rectangle& rectangle, std::span<const T> values);
  void require_fit(const SampleBlock& block) const;
  void write_absent(const Coverage::Cell& cell);

  SampleShape shape_;
  BlockShape block_;
  Coverage coverage_;
  bool blocks_written_ = false;
  h5::ChunkWriter chunks_;
  h5::Dataset enter_, leave_, target_, marks_, status_, block_numbers_, evidence_;
};

}  // namespace syncbench::results
