# Every library that is not ours, and why it is here. All are packaged in Debian 12.
find_package(Threads REQUIRED)

# Any MPI-3.1. The C++ bindings were removed from the standard in 3.0; skipping them keeps libmpi_cxx out of `ldd`.
set(MPI_CXX_SKIP_MPICXX ON)
find_package(MPI 3.1 REQUIRED COMPONENTS CXX)

# Text: std::format is not in GCC 12; iostream manipulators are not fit for tables.
find_package(fmt 9 REQUIRED)

# Confidence limits of order statistics need the exact binomial distribution; hand-coded inverse CDFs go wrong in the tails.
find_package(Boost 1.74 REQUIRED)

# Least squares over all pairs of nodes: linear algebra of our own would be slower and less tested. Headers only.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)

# Configuration and labels in result files, `--json` output.
find_package(nlohmann_json 3.11 REQUIRED)

# Command line. Hidden behind OptionSet: a file that includes CLI11 takes seconds to compile.
find_package(CLI11 2.1 REQUIRED)

# `--config file.toml`: CLI11's own TOML reader does not do tables.
find_package(tomlplusplus 3.3 REQUIRED)

# Bindings and NUMA nodes of ranks, on every architecture; /proc/cpuinfo is not an interface.
find_package(PkgConfig REQUIRED)
pkg_check_modules(HWLOC REQUIRED IMPORTED_TARGET hwloc>=2.0)

# Deflates chunks of result files: the same format as zlib's at about twice the speed of HDF5's own way to it.
pkg_check_modules(LIBDEFLATE REQUIRED IMPORTED_TARGET libdeflate>=1.0)

# Result files (1.10.3: whole chunks are written past HDF5's filters). The serial build is asked for first: a parallel one would make the offline tools link MPI.
pkg_check_modules(HDF5_SERIAL QUIET IMPORTED_TARGET hdf5-serial>=1.10.3)
add_library(syncbench_hdf5 INTERFACE)
add_library(syncbench::hdf5 ALIAS syncbench_hdf5)
if(HDF5_SERIAL_FOUND)
  target_link_libraries(syncbench_hdf5 INTERFACE PkgConfig::HDF5_SERIAL)
else()
  set(HDF5_PREFER_PARALLEL OFF)
  find_package(HDF5 1.10.3 REQUIRED COMPONENTS C)
  target_link_libraries(syncbench_hdf5 INTERFACE hdf5::hdf5)
  if(HDF5_IS_PARALLEL)
    message(WARNING "this HDF5 is a parallel build: syncbench-analyze will link MPI")
    target_link_libraries(syncbench_hdf5 INTERFACE MPI::MPI_CXX)
  endif()
endif()
