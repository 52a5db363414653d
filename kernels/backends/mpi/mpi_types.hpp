#pragma once

#include <mpi.h>

#include "kernels/element_type.hpp"

namespace syncbench::kernels::mpi_backend {

/// MPI's names for our element types and their sum. MPI-3.1 has no two-byte floating-point types, so those travel as
/// two-byte integers and are summed by operations of our own, freed with the object.
class MpiTypes {
 public:
  /// Throws Error(internal) when MPI fails.
  MpiTypes();
  ~MpiTypes();
  MpiTypes(const MpiTypes&) = delete;
  MpiTypes& operator=(const MpiTypes&) = delete;

  MPI_Datatype datatype(ElementType type) const noexcept;
  MPI_Op sum(ElementType type) const noexcept;

 private:
  MPI_Op half_sum_ = MPI_OP_NULL;
  MPI_Op bfloat_sum_ = MPI_OP_NULL;
};

}  // namespace syncbench::kernels::mpi_backend
