#pragma once

#include <cerrno>

#include "results/h5/handle.hpp"

namespace syncbench::results::h5 {

/// What the file system said to the writing of one file.
struct OutputOutcome {
  int first_error = 0;  ///< errno of the first call that failed; 0: everything was accepted

  /// Nothing more needs to be written: the file is to be removed.
  void abandon() noexcept { first_error = ECANCELED; }
};

/// Makes files that are created with these access properties be written by our own HDF5 file driver: plain pwrite, in
/// the same format, and fsync before close. It never tells HDF5 that a call failed, but remembers it in `outcome`,
/// which must outlive the file.
///
/// HDF5 1.10.8 cannot be told: on a full disk H5Dwrite returns 0 for what stays in its cache, H5Dclose fails and leaves
/// an identifier to freed memory, H5Fclose then returns 0 (and the process crashes when HDF5 cleans up at exit), and
/// H5Ocopy crashes at once. With this driver HDF5 stays sound, its objects close, and whoever writes asks `outcome`.
void use_output_driver(const Properties& access, OutputOutcome& outcome);

}  // namespace syncbench::results::h5
