#include "kernels/backends/mpi/packed_programs.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/mpi/check.hpp"
#include "kernels/backends/mpi/layout_type.hpp"
#include "kernels/backends/mpi/legs.hpp"
#include "kernels/layout_copy.hpp"
#include "kernels/storm_program.hpp"

namespace syncbench::kernels::mpi_backend {
namespace {

// A message to the next rank, one from the rank before.
class PackedProgram : public StormProgram {
 public:
  PackedProgram(const Workload& workload, const Context& context)
      : StormProgram(workload, context.communicator->rank(), context.communicator->size(), *context.buffers),
        operation_(workload.operations.front()),
        communicator_(context.communicator->handle()),
        element_(context.types->datatype(operation_.type)),
        next_((context.communicator->rank().value + 1) % context.communicator->size()),
        before_((context.communicator->rank().value + context.communicator->size() - 1) %
                context.communicator->size()) {}

 protected:
  void follow_slot() override {}

  void exchange(const void* send, void* receive, int count, MPI_Datatype type) const {
    SYNCBENCH_MPI(MPI_Sendrecv(send, count, type, next_, kLegTag, receive, count, type, before_, kLegTag, communicator_,
                               MPI_STATUS_IGNORE));
  }

  int count() const noexcept { return static_cast<int>(operation_.count); }
  std::size_t bytes() const noexcept { return operation_.count * size_of(operation_.type); }

  Operation operation_;
  MPI_Comm communicator_;
  MPI_Datatype element_;
  int next_, before_;
};

Description description_of(Packing packing) noexcept {
  if (packing == Packing::list_datatype) return Description::list;
  return packing == Packing::nested_datatype ? Description::nested : Description::own;
}

class DatatypeProgram final : public PackedProgram {
 public:
  DatatypeProgram(const Workload& workload, const Context& context)
      : PackedProgram(workload, context),
        type_(operation_.layout, operation_.type, element_, operation_.count, description_of(workload.packing)) {}

  void run(Marks&) override { exchange(payload_.send(0), payload_.receive(0), 1, type_.get()); }

 private:
  LayoutType type_;
};

class NewDatatypeProgram final : public PackedProgram {
 public:
  NewDatatypeProgram(const Workload& workload, const Context& context)
      : PackedProgram(workload, context), maker_(operation_.layout, operation_.type, element_, operation_.count) {}

  void run(Marks& marks) override {
    MPI_Datatype type = maker_.make();
    marks.mark(0);
    exchange(payload_.send(0), payload_.receive(0), 1, type);
    marks.mark(1);
    SYNCBENCH_MPI(MPI_Type_free(&type));
  }

 private:
  LayoutTypeMaker maker_;
};

// With a contiguous copy of what is sent and received; one for all slots, flushed with them.
class CopyingProgram : public PackedProgram {
 public:
  CopyingProgram(const Workload& workload, const Context& context, std::size_t packed_bytes)
      : PackedProgram(workload, context),
        packed_(*context.buffers, Bytes{packed_bytes}, 1),
        arrived_(*context.buffers, Bytes{packed_bytes}, 1) {}

 protected:
  void flush_copies() noexcept final {
    packed_.flush(0);
    arrived_.flush(0);
  }

  SlottedBuffer packed_, arrived_;
};

int packed_size(const Workload& workload, const LayoutType& type, MPI_Comm communicator) {
  int size = 0;
  SYNCBENCH_MPI(MPI_Pack_size(1, type.get(), communicator, &size));
  const Operation& operation = workload.operations.front();
  return std::max(size, static_cast<int>(operation.count * size_of(operation.type)));
}

class LibraryProgram final : public CopyingProgram {
 public:
  LibraryProgram(const Workload& workload, const Context& context)
      : LibraryProgram(
            workload, context,
            std::make_unique<LayoutType>(workload.operations.front().layout, workload.operations.front().type,
                                         context.types->datatype(workload.operations.front().type),
                                         workload.operations.front().count)) {}

  void run(Marks& marks) override {
    int packed = 0, unpacked = 0;
    SYNCBENCH_MPI(MPI_Pack(payload_.send(0), 1, type_->get(), packed_.at(0), size_, &packed, communicator_));
    marks.mark(0);
    exchange(packed_.at(0), arrived_.at(0), packed, MPI_PACKED);
    marks.mark(1);
    SYNCBENCH_MPI(MPI_Unpack(arrived_.at(0), packed, &unpacked, payload_.receive(0), 1, type_->get(), communicator_));
  }

 private:
  LibraryProgram(const Workload& workload, const Context& context, std::unique_ptr<LayoutType> type)
      : CopyingProgram(workload, context,
                       static_cast<std::size_t>(packed_size(workload, *type, context.communicator->handle()))),
        type_(std::move(type)),
        size_(static_cast<int>(packed_.size().count)) {}

  std::unique_ptr<LayoutType> type_;
  int size_;
};

class HandProgram final : public CopyingProgram {
 public:
  HandProgram(const Workload& workload, const Context& context)
      : CopyingProgram(workload, context,
                       workload.operations.front().count * size_of(workload.operations.front().type)),
        copy_(operation_.layout, operation_.type, operation_.count) {}

  void run(Marks& marks) override {
    copy_.pack(payload_.send(0), packed_.at(0));
    marks.mark(0);
    exchange(packed_.at(0), arrived_.at(0), count(), element_);
    marks.mark(1);
    copy_.unpack(arrived_.at(0), payload_.receive(0));
  }

 private:
  LayoutCopy copy_;
};

// Fields of a record are smaller than an element, so messages are of bytes.
class MessagesProgram final : public PackedProgram {
 public:
  MessagesProgram(const Workload& workload, const Context& context)
      : PackedProgram(workload, context),
        ranges_(ranges_of(operation_.layout, operation_.type, operation_.count)),
        requests_(2 * kMessagesUnderWay, MPI_REQUEST_NULL) {}

  void run(Marks&) override {
    for (std::span<const ByteRange> rest = ranges_; !rest.empty();) {
      const auto now = rest.first(std::min(rest.size(), kMessagesUnderWay));
      exchange_each(now);
      rest = rest.subspan(now.size());
    }
  }

 private:
  void exchange_each(std::span<const ByteRange> ranges) {
    std::byte* const send = payload_.send(0);
    std::byte* const receive = payload_.receive(0);
    MPI_Request* request = requests_.data();
    for (const ByteRange& each : ranges)
      SYNCBENCH_MPI(MPI_Irecv(receive + each.offset, static_cast<int>(each.length), MPI_BYTE, before_, kLegTag,
                              communicator_, request++));
    for (const ByteRange& each : ranges)
      SYNCBENCH_MPI(MPI_Isend(send + each.offset, static_cast<int>(each.length), MPI_BYTE, next_, kLegTag,
                              communicator_, request++));
    SYNCBENCH_MPI(MPI_Waitall(static_cast<int>(2 * ranges.size()), requests_.data(), MPI_STATUSES_IGNORE));
  }

  // All at once, Open MPI 4.1 takes a time that grows with the square of their number from about a thousand on.
  static constexpr std::size_t kMessagesUnderWay = 64;

  std::vector<ByteRange> ranges_;
  std::vector<MPI_Request> requests_;
};

}  // namespace

std::string reason_against_packing(const Workload& workload) {
  if (workload.packing == Packing::none) return {};
  const Operation& operation = workload.operations.front();
  if (workload.operations.size() != 1 || workload.policy != IssuePolicy::serial ||
      operation.collective != Collective::ring)
    return "only one ring of messages at a time can be packed";
  if (workload.packing != Packing::hand && !has_layout_type(operation.layout))
    return fmt::format("MPI converts nothing: {} can be packed by hand alone", layout_text(operation.layout));
  if (!can_be_described(operation.layout, description_of(workload.packing)))
    return fmt::format("{} is not the same stretch again and again, so it has no nested datatype",
                       layout_text(operation.layout));
  if (span_of(operation.layout, operation.type, operation.count).count >
      static_cast<std::size_t>(std::numeric_limits<int>::max()))
    return "MPI-3.1 counts are 32-bit: the layout reaches over more than 2 GiB";
  if (workload.packing != Packing::messages) return {};
  const std::size_t messages = range_count(operation.layout, operation.type, operation.count);
  if (messages <= kMostMessages) return {};
  return fmt::format("{} messages are more than the {} that are tried", messages, kMostMessages);
}

std::unique_ptr<Program> make_packed_program(const Workload& workload, const Context& context) {
  switch (workload.packing) {
    case Packing::datatype:
    case Packing::list_datatype:
    case Packing::nested_datatype:
      return std::make_unique<DatatypeProgram>(workload, context);
    case Packing::new_datatype:
      return std::make_unique<NewDatatypeProgram>(workload, context);
    case Packing::library:
      return std::make_unique<LibraryProgram>(workload, context);
    case Packing::hand:
      return std::make_unique<HandProgram>(workload, context);
    case Packing::messages:
      return std::make_unique<MessagesProgram>(workload, context);
    case Packing::none:
      break;
  }
  throw Error(ExitCode::internal, "a packing without a program");
}

}  // namespace syncbench::kernels::mpi_backend
