#include "layout_type.hpp"

#include <array>

#include <syncbench/mpi/check.hpp>

namespace syncbench::kernels::mpi_backend {

bool has_layout_type(const Layout& layout) noexcept { return layout.kind != LayoutKind::promoted; }

LayoutType::LayoutType(const Layout& layout, ElementType type, MPI_Datatype element, std::size_t count)
    : type_(LayoutTypeMaker(layout, type, element, count).make()) {}

LayoutType::~LayoutType() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized == 0) MPI_Type_free(&type_);
}

LayoutTypeMaker::LayoutTypeMaker(const Layout& layout, ElementType type, MPI_Datatype element, std::size_t count)
    : layout_(layout),
      element_(element),
      regular_(regular_ranges(layout, type, count)),
      count_(static_cast<int>(count)),
      size_(static_cast<int>(size_of(type))) {
  if (layout.kind != LayoutKind::indexed) return;
  for (const ByteRange& block : ranges_of(layout, type, count)) {
    lengths_.push_back(static_cast<int>(block.length) / size_);
    displacements_.push_back(static_cast<int>(block.offset) / size_);
  }
}

MPI_Datatype LayoutTypeMaker::make_record() const {
  static_assert(kRecordFields.size() == 4);
  const std::array<MPI_Datatype, 4> types{MPI_INT16_T, MPI_DOUBLE, MPI_FLOAT, MPI_INT16_T};
  const std::array<int, 4> lengths{1, 1, 1, 1};
  std::array<MPI_Aint, 4> offsets{};
  for (std::size_t i = 0; i < offsets.size(); ++i) offsets[i] = static_cast<MPI_Aint>(kRecordFields[i].offset);
  MPI_Datatype fields = MPI_DATATYPE_NULL, record = MPI_DATATYPE_NULL, all = MPI_DATATYPE_NULL;
  SYNCBENCH_MPI(MPI_Type_create_struct(4, lengths.data(), offsets.data(), types.data(), &fields));
  SYNCBENCH_MPI(MPI_Type_create_resized(fields, 0, static_cast<MPI_Aint>(kRecordBytes), &record));
  const int records = count_ * size_ / static_cast<int>(kRecordPayload);
  SYNCBENCH_MPI(MPI_Type_contiguous(records, record, &all));
  SYNCBENCH_MPI(MPI_Type_free(&record));
  SYNCBENCH_MPI(MPI_Type_free(&fields));
  return all;
}

MPI_Datatype LayoutTypeMaker::make() const {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  switch (layout_.kind) {
    case LayoutKind::contiguous:
    case LayoutKind::promoted:
      SYNCBENCH_MPI(MPI_Type_contiguous(count_, element_, &type));
      break;
    case LayoutKind::vector:
    case LayoutKind::row:
    case LayoutKind::column:
      SYNCBENCH_MPI(MPI_Type_vector(static_cast<int>(regular_.count), static_cast<int>(regular_.length) / size_,
                                    static_cast<int>(regular_.stride) / size_, element_, &type));
      break;
    case LayoutKind::indexed:
      SYNCBENCH_MPI(
          MPI_Type_indexed(static_cast<int>(lengths_.size()), lengths_.data(), displacements_.data(), element_, &type));
      break;
    case LayoutKind::face: {
      const Volume volume = volume_of(static_cast<std::size_t>(count_));
      const std::array<int, 3> sizes{static_cast<int>(volume.rows), static_cast<int>(volume.depth),
                                     static_cast<int>(volume.columns)};
      const std::array<int, 3> face{sizes[0], 1, sizes[2]};
      const std::array<int, 3> start{0, static_cast<int>(volume.plane), 0};
      SYNCBENCH_MPI(MPI_Type_create_subarray(3, sizes.data(), face.data(), start.data(), MPI_ORDER_C, element_, &type));
      break;
    }
    case LayoutKind::record:
      type = make_record();
      break;
    case LayoutKind::unaligned: {
      const auto offset = static_cast<MPI_Aint>(layout_.step);
      SYNCBENCH_MPI(MPI_Type_create_hindexed(1, &count_, &offset, element_, &type));
      break;
    }
  }
  SYNCBENCH_MPI(MPI_Type_commit(&type));
  return type;
}

}  // namespace syncbench::kernels::mpi_backend
