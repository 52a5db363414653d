#pragma once

#include <filesystem>
#include <new>
#include <string>

#include "harness/core/error.hpp"
#include "results/h5/failure.hpp"

namespace syncbench::results {

/// Does `work` with HDF5's own printing off and returns its result; what fails inside HDF5 becomes Error(code) with the
/// file's name in front. The code is what the caller does with the file: io for writing, data for reading.
template <class Work>
decltype(auto) attempt(ExitCode code, const std::filesystem::path& file, Work&& work) {
  h5::silence();
  try {
    return work();
  } catch (const h5::SystemFailure& failure) {
    throw Error(ExitCode::io, file.string() + ": cannot be read (" + failure.reason() + ")");
  } catch (const h5::Failure& failure) {
    throw Error(code, file.string() + ": " + failure.what());
  } catch (const std::bad_alloc&) {
    throw Error(code, file.string() + ": needs more memory than there is");
  }
}

}  // namespace syncbench::results
