#include "kernels/backends/mpi/mpi_types.hpp"

#include "harness/mpi/check.hpp"
#include "kernels/sums.hpp"

namespace syncbench::kernels::mpi_backend {
namespace {

template <ElementType type>
void add_to(void* in, void* inout, int* length, MPI_Datatype*) {
  sum_of(type)(inout, in, inout, static_cast<std::size_t>(*length));
}

}  // namespace

MpiTypes::MpiTypes() {
  SYNCBENCH_MPI(MPI_Op_create(&add_to<ElementType::f16>, 1, &half_sum_));
  SYNCBENCH_MPI(MPI_Op_create(&add_to<ElementType::bf16>, 1, &bfloat_sum_));
}

MpiTypes::~MpiTypes() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized != 0) return;
  MPI_Op_free(&half_sum_);
  MPI_Op_free(&bfloat_sum_);
}

MPI_Datatype MpiTypes::datatype(ElementType type) const noexcept {
  switch (type) {
    case ElementType::f32:
      return MPI_FLOAT;
    case ElementType::f64:
      return MPI_DOUBLE;
    case ElementType::i64:
      return MPI_INT64_T;
    case ElementType::f16:
    case ElementType::bf16:
      return MPI_UINT16_T;
  }
  return MPI_DATATYPE_NULL;
}

MPI_Op MpiTypes::sum(ElementType type) const noexcept {
  if (type == ElementType::f16) return half_sum_;
  if (type == ElementType::bf16) return bfloat_sum_;
  return MPI_SUM;
}

}  // namespace syncbench::kernels::mpi_backend
