#pragma once

#include <mpi.h>

#include <syncbench/kernels/layout.hpp>

namespace syncbench::kernels::mpi_backend {

/// Whether a derived datatype can say it: a conversion it cannot.
bool has_layout_type(const Layout& layout) noexcept;

/// A committed datatype of which one element is a whole message in its layout; freed with the object.
class LayoutType {
 public:
  /// Made by the constructor that an application would take for the layout: vector, indexed, subarray, struct, or
  /// hindexed where the message begins at no whole element. `element` is MPI's name for `type`. Throws Error(internal),
  /// std::bad_alloc. Precondition: has_layout_type(), and `count` is whole.
  LayoutType(const Layout& layout, ElementType type, MPI_Datatype element, std::size_t count);
  ~LayoutType();
  LayoutType(const LayoutType&) = delete;
  LayoutType& operator=(const LayoutType&) = delete;

  MPI_Datatype get() const noexcept { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

/// What a layout's datatype is made from, with all that needs looking up done: what remains is what MPI does.
class LayoutTypeMaker {
 public:
  LayoutTypeMaker(const Layout& layout, ElementType type, MPI_Datatype element, std::size_t count);

  /// Creates and commits it; the caller frees it. Throws Error(internal).
  MPI_Datatype make() const;

 private:
  MPI_Datatype make_record() const;

  Layout layout_;
  MPI_Datatype element_;
  RegularRanges regular_;  // in bytes
  int count_, size_;
  std::vector<int> lengths_, displacements_;  // of an indexed layout, in elements
};

}  // namespace syncbench::kernels::mpi_backend
