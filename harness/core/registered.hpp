#pragma once

#include <algorithm>
#include <vector>

namespace syncbench {

/// Base of things that register themselves before main, with one line in their own file and no central list: an
/// intrusive list whose head needs no construction, so that registering allocates nothing, cannot fail, and works in
/// any order of static initialisation. `Item` derives from Registered<Item> and has a `name()`; items live as long as
/// the program.
///
/// Files that hold only registered items must be linked as objects: a linker drops them from a static library silently.
template <class Item>
class Registered {
 public:
  Registered(const Registered&) = delete;
  Registered& operator=(const Registered&) = delete;

  /// All registered items, sorted by name.
  static std::vector<const Item*> all() {
    std::vector<const Item*> items;
    for (const Registered* each = head_; each != nullptr; each = each->next_)
      items.push_back(static_cast<const Item*>(each));
    std::sort(items.begin(), items.end(), [](const Item* a, const Item* b) { return a->name() < b->name(); });
    return items;
  }

 protected:
  Registered() noexcept : next_(head_) { head_ = this; }
  ~Registered() = default;

 private:
  static inline constinit const Registered* head_ = nullptr;
  const Registered* next_;
};

}  // namespace syncbench
