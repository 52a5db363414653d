#pragma once

#include <mpi.h>

#include "kernels/layout.hpp"

namespace syncbench::kernels::mpi_backend {

/// Whether a derived datatype can say it: a conversion it cannot.
bool has_layout_type(const Layout& layout) noexcept;

/// How MPI is told of a layout. Whichever it is, the same bytes travel in the same order.
enum class Description {
  own,     ///< the constructor that an application would take for it: vector, indexed, subarray, a struct again and
           ///< again, or hindexed where the message begins at no whole element
  list,    ///< every stretch of memory by itself: hindexed, or a struct of all fields of all records
  nested,  ///< one stretch, resized to reach to the next, so many times
};

/// Whether a layout can be described so: nested takes stretches as long as each other and as far apart.
bool can_be_described(const Layout& layout, Description description) noexcept;

/// A committed datatype of which one element is a whole message in its layout; freed with the object.
class LayoutType {
 public:
  /// `element` is MPI's name for `type`. Throws Error(internal), std::bad_alloc. Precondition: has_layout_type(),
  /// can_be_described(), and `count` is whole.
  LayoutType(const Layout& layout, ElementType type, MPI_Datatype element, std::size_t count,
             Description description = Description::own);
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
  LayoutTypeMaker(const Layout& layout, ElementType type, MPI_Datatype element, std::size_t count,
                  Description description = Description::own);

  /// Creates and commits it; the caller frees it. Throws Error(internal).
  MPI_Datatype make() const;

 private:
  MPI_Datatype make_own() const;
  MPI_Datatype make_record() const;
  MPI_Datatype make_list() const;
  MPI_Datatype make_nested() const;

  Layout layout_;
  Description description_;
  MPI_Datatype element_;
  RegularRanges regular_;  // in bytes
  int count_, size_;
  std::vector<int> lengths_, displacements_;  // of an indexed layout by its own constructor, in elements
  std::vector<ByteRange> stretches_;          // of a list
};

}  // namespace syncbench::kernels::mpi_backend
