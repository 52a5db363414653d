#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "harness/core/units.hpp"
#include "kernels/pattern.hpp"
#include "kernels/tile.hpp"
#include "kernels/workload.hpp"

namespace syncbench::kernels {

/// A stretch of a buffer and the pattern that belongs there.
struct Stretch {
  const Tile* tile;
  std::size_t phase;  ///< of its first element
  std::size_t first;  ///< element of the buffer
  std::size_t count;  ///< elements
};

/// What one rank has to send and must receive, by the meaning of each collective.
class PayloadContent {
 public:
  /// Throws std::bad_alloc.
  PayloadContent(const Workload& workload, Rank rank, int ranks);

  /// What goes into the send buffer, and what has to be in the receive buffer afterwards; in the order of the buffer,
  /// all of it but blocks that no message of a pattern fills. `phase`: Pattern::phase of the operation and
  /// iteration.
  std::vector<Stretch> sent(const Operation& operation, std::size_t phase) const;
  std::vector<Stretch> wanted(const Operation& operation, std::size_t phase) const;

 private:
  // One type's patterns.
  struct Tiles {
    Tile moved, contribution, sum, up_to_me, before_me;
  };

  Tiles tiles_of(ElementType type) const;
  std::vector<Stretch> whole(const Tile& tile, std::size_t phase, std::size_t count) const;
  std::vector<Stretch> brought(const Operation& pattern, const Tile& moved, std::size_t phase) const;
  template <class Shift>
  std::vector<Stretch> blocks(const Tile& tile, std::size_t phase, std::size_t count, Shift shift) const;

  Rank rank_;
  int ranks_;
  Pattern pattern_;
  std::map<ElementType, Tiles> tiles_;
};

}  // namespace syncbench::kernels
