#pragma once

#include <utility>

#include "results/h5/failure.hpp"

namespace syncbench::results::h5 {

enum class Kind { file, group, dataset, attribute, type, space, properties };

/// Closes an identifier; negative if HDF5 could not.
int close_id(Kind kind, Id id) noexcept;

/// Throws Failure for a close that failed.
[[noreturn]] void fail_to_close(Kind kind);

/// Owns one HDF5 identifier. Whatever must have reached the file is closed with close(), which throws; the destructor
/// only abandons: there is nothing sensible left to do with the answer.
template <Kind kKind>
class Handle {
 public:
  Handle() noexcept = default;
  explicit Handle(Id id) noexcept : id_(id) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, kNone)) {}
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) {
      abandon();
      id_ = std::exchange(other.id_, kNone);
    }
    return *this;
  }
  ~Handle() { abandon(); }

  Id id() const noexcept { return id_; }
  bool open() const noexcept { return id_ >= 0; }

  /// Closes what is open; throws Failure if HDF5 could not. The identifier is given up in any case.
  void close() {
    const Id id = std::exchange(id_, kNone);
    if (id >= 0 && close_id(kKind, id) < 0) fail_to_close(kKind);
  }

 private:
  void abandon() noexcept {
    if (open()) close_id(kKind, std::exchange(id_, kNone));
  }

  Id id_ = kNone;
};

using File = Handle<Kind::file>;
using Group = Handle<Kind::group>;
using Dataset = Handle<Kind::dataset>;
using Attribute = Handle<Kind::attribute>;
using Type = Handle<Kind::type>;
using Space = Handle<Kind::space>;
using Properties = Handle<Kind::properties>;

}  // namespace syncbench::results::h5
