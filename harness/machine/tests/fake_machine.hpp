#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "harness/machine/facts.hpp"
#include "harness/machine/tree.hpp"

namespace syncbench::machine {

/// A temporary folder that is laid out like a machine's "/".
class FakeMachine {
 public:
  FakeMachine() {
    std::string pattern = (std::filesystem::temp_directory_path() / "syncbench-machine-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    root_ = pattern;
  }
  ~FakeMachine() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  FakeMachine(const FakeMachine&) = delete;
  FakeMachine& operator=(const FakeMachine&) = delete;

  std::string root() const { return root_.string(); }
  Tree tree() const { return Tree(root()); }

  void write(std::string_view path, std::string_view text) {
    folder(std::filesystem::path(path).parent_path().string());
    std::ofstream(root_ / path, std::ios::binary) << text;
  }
  void folder(std::string_view path) { std::filesystem::create_directories(root_ / path); }
  void link(std::string_view path, std::string_view target) {
    folder(std::filesystem::path(path).parent_path().string());
    std::filesystem::create_symlink(target, root_ / path);
  }

 private:
  std::filesystem::path root_;
};

/// The value of a fact that has to be there.
inline FactValue value(const Facts& facts, std::string_view name) {
  const Fact* const fact = facts.find(name);
  return fact == nullptr ? FactValue(Unreadable{"no fact of that name"}) : fact->value;
}

inline FactValue text(std::string value) { return value; }
inline FactValue whole(std::int64_t value) { return value; }
inline FactValue unreadable(std::string reason) { return Unreadable{std::move(reason)}; }

}  // namespace syncbench::machine
