#pragma once

#include <string>
#include <utility>
#include <vector>

#include "results/h5/failure.hpp"

namespace syncbench::results {

/// Collects what is wrong with a file: one check that fails does not keep the others from being made.
class DepartureList {
 public:
  void add(std::string sentence) { sentences_.push_back(std::move(sentence)); }

  /// Does one check; a Failure out of it becomes a sentence. Returns whether there was none.
  template <class Check>
  bool check(Check&& check) {
    try {
      check();
      return true;
    } catch (const h5::Failure& failure) {
      add(failure.what());
      return false;
    }
  }

  const std::vector<std::string>& sentences() const noexcept { return sentences_; }

 private:
  std::vector<std::string> sentences_;
};

}  // namespace syncbench::results
