#pragma once

#include <string>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"

namespace syncbench::results::testing {

/// What an action was refused with; fails the test if it was not.
class Refusal {
 public:
  template <class Action>
  explicit Refusal(Action&& action) {
    try {
      action();
    } catch (const Error& error) {
      code_ = error.code();
      sentence_ = error.what();
      return;
    }
    FAIL("the action was not refused");
  }

  ExitCode code() const noexcept { return code_; }
  const std::string& sentence() const noexcept { return sentence_; }

 private:
  ExitCode code_ = ExitCode::ok;
  std::string sentence_;
};

}  // namespace syncbench::results::testing
