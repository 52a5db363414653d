#pragma once

#include <filesystem>

#include "results/h5/handle.hpp"
#include "results/h5/output_driver.hpp"
#include "results/publish.hpp"

namespace syncbench::results {

/// A new result file that bears a temporary name until commit(). If that never comes, the destructor removes it.
///
/// HDF5 is not told of writes that fail (h5/output_driver.hpp): require_written() is to be called after every piece of
/// work, to stop soon.
class PendingFile {
 public:
  /// `file` is the name it is to have. Throws h5::Failure or Error(io).
  explicit PendingFile(std::filesystem::path file);
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;
  ~PendingFile();

  const h5::File& h5() const noexcept { return h5_; }
  const std::filesystem::path& path() const noexcept { return file_; }

  /// Throws Error(io) if anything could not be written so far.
  void require_written() const;

  /// Closes the file, makes sure that all of it has reached the disk, and gives it its name, which it returns: `taken`
  /// says what happens if the name is taken. Everything else in it has to be closed. Throws h5::Failure or Error(io).
  std::filesystem::path commit(Taken taken);

 private:
  void check() const;

  std::filesystem::path file_, temporary_;
  h5::OutputOutcome outcome_;  ///< outlives h5_
  h5::File h5_;
  bool committed_ = false;
};

}  // namespace syncbench::results
