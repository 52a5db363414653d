#include "kernels/backends/mpi/layout_type.hpp"

#include <array>
#include <vector>

#include "harness/mpi/check.hpp"

namespace syncbench::kernels::mpi_backend {
namespace {

static_assert(kRecordFields.size() == 4);
constexpr std::size_t kFields = kRecordFields.size();

std::array<MPI_Datatype, kFields> field_types() noexcept { return {MPI_INT16_T, MPI_DOUBLE, MPI_FLOAT, MPI_INT16_T}; }

}  // namespace

bool has_layout_type(const Layout& layout) noexcept { return layout.kind != LayoutKind::promoted; }

bool can_be_described(const Layout& layout, Description description) noexcept {
  return description != Description::nested ||
         (layout.kind != LayoutKind::indexed && layout.kind != LayoutKind::record);
}

LayoutType::LayoutType(const Layout& layout, ElementType type, MPI_Datatype element, std::size_t count,
                       Description description)
    : type_(LayoutTypeMaker(layout, type, element, count, description).make()) {}

LayoutType::~LayoutType() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized == 0) MPI_Type_free(&type_);
}

LayoutTypeMaker::LayoutTypeMaker(const Layout& layout, ElementType type, MPI_Datatype element, std::size_t count,
                                 Description description)
    : layout_(layout),
      description_(description),
      element_(element),
      regular_(regular_ranges(layout, type, count)),
      count_(static_cast<int>(count)),
      size_(static_cast<int>(size_of(type))) {
  if (description == Description::list) stretches_ = ranges_of(layout, type, count);
  if (description != Description::own || layout.kind != LayoutKind::indexed) return;
  for (const ByteRange& block : ranges_of(layout, type, count)) {
    lengths_.push_back(static_cast<int>(block.length) / size_);
    displacements_.push_back(static_cast<int>(block.offset) / size_);
  }
}

MPI_Datatype LayoutTypeMaker::make_record() const {
  const auto types = field_types();
  const std::array<int, kFields> lengths{1, 1, 1, 1};
  std::array<MPI_Aint, kFields> offsets{};
  for (std::size_t i = 0; i < offsets.size(); ++i) offsets[i] = static_cast<MPI_Aint>(kRecordFields[i].offset);
  MPI_Datatype fields = MPI_DATATYPE_NULL, record = MPI_DATATYPE_NULL, all = MPI_DATATYPE_NULL;
  SYNCBENCH_MPI(MPI_Type_create_struct(kFields, lengths.data(), offsets.data(), types.data(), &fields));
  SYNCBENCH_MPI(MPI_Type_create_resized(fields, 0, static_cast<MPI_Aint>(kRecordBytes), &record));
  const int records = count_ * size_ / static_cast<int>(kRecordPayload);
  SYNCBENCH_MPI(MPI_Type_contiguous(records, record, &all));
  SYNCBENCH_MPI(MPI_Type_free(&record));
  SYNCBENCH_MPI(MPI_Type_free(&fields));
  return all;
}

MPI_Datatype LayoutTypeMaker::make_list() const {
  const auto fields = field_types();
  std::vector<int> lengths;
  std::vector<MPI_Aint> offsets;
  std::vector<MPI_Datatype> types;
  for (const ByteRange& each : stretches_) {
    lengths.push_back(layout_.kind == LayoutKind::record ? 1 : static_cast<int>(each.length) / size_);
    offsets.push_back(static_cast<MPI_Aint>(each.offset));
    types.push_back(fields[types.size() % kFields]);
  }
  const int count = static_cast<int>(stretches_.size());
  MPI_Datatype type = MPI_DATATYPE_NULL;
  if (layout_.kind == LayoutKind::record)
    SYNCBENCH_MPI(MPI_Type_create_struct(count, lengths.data(), offsets.data(), types.data(), &type));
  else
    SYNCBENCH_MPI(MPI_Type_create_hindexed(count, lengths.data(), offsets.data(), element_, &type));
  return type;
}

MPI_Datatype LayoutTypeMaker::make_nested() const {
  const int count = static_cast<int>(regular_.count);
  const auto first = static_cast<MPI_Aint>(regular_.first);
  MPI_Datatype together = MPI_DATATYPE_NULL, stretch = MPI_DATATYPE_NULL, all = MPI_DATATYPE_NULL;
  SYNCBENCH_MPI(MPI_Type_contiguous(static_cast<int>(regular_.length) / size_, element_, &together));
  SYNCBENCH_MPI(MPI_Type_create_resized(together, 0, static_cast<MPI_Aint>(regular_.stride), &stretch));
  if (first == 0)
    SYNCBENCH_MPI(MPI_Type_contiguous(count, stretch, &all));
  else
    SYNCBENCH_MPI(MPI_Type_create_hindexed(1, &count, &first, stretch, &all));
  SYNCBENCH_MPI(MPI_Type_free(&stretch));
  SYNCBENCH_MPI(MPI_Type_free(&together));
  return all;
}

MPI_Datatype LayoutTypeMaker::make() const {
  MPI_Datatype type = description_ == Description::list     ? make_list()
                      : description_ == Description::nested ? make_nested()
                                                            : make_own();
  SYNCBENCH_MPI(MPI_Type_commit(&type));
  return type;
}

MPI_Datatype LayoutTypeMaker::make_own() const {
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
  return type;
}

}  // namespace syncbench::kernels::mpi_backend
