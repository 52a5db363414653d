#pragma once

#include <string>
#include <utility>
#include <variant>

#include "harness/machine/unreadable.hpp"

namespace syncbench::machine {

/// An open file, closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number) noexcept : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();

  int number() const noexcept { return number_; }

 private:
  int number_;
};

/// Opens for reading what is a regular file, as all of /proc and /sys are. Does not wait: pipes, devices and folders
/// are refused with a reason.
std::variant<Descriptor, Unreadable> open_regular(const std::string& path);

}  // namespace syncbench::machine
