#include "mpi_types.hpp"

#include <cstdint>

#include <syncbench/kernels/half.hpp>
#include <syncbench/mpi/check.hpp>

namespace syncbench::kernels::mpi_backend {
namespace {

template <float (*widen)(std::uint16_t) noexcept, std::uint16_t (*narrow)(float) noexcept>
void sum_two_byte(void* in, void* inout, int* length, MPI_Datatype*) {
  const auto* a = static_cast<const std::uint16_t*>(in);
  auto* b = static_cast<std::uint16_t*>(inout);
  for (int i = 0; i < *length; ++i) b[i] = narrow(widen(a[i]) + widen(b[i]));
}

}  // namespace

MpiTypes::MpiTypes() {
  SYNCBENCH_MPI(MPI_Op_create(&sum_two_byte<&float_from_half, &half_from_float>, 1, &half_sum_));
  SYNCBENCH_MPI(MPI_Op_create(&sum_two_byte<&float_from_bfloat, &bfloat_from_float>, 1, &bfloat_sum_));
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
