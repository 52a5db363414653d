#include "harness/app/shell_words.hpp"

#include <optional>

#include <fmt/format.h>

#include "harness/core/error.hpp"

namespace syncbench::app {
namespace {

constexpr std::string_view kBlanks = " \t\n";

class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text) {}

  std::vector<std::string> split() {
    while (at_ < text_.size()) take(text_[at_++]);
    end_word();
    return std::move(words_);
  }

 private:
  void take(char c) {
    if (kBlanks.find(c) != std::string_view::npos) return end_word();
    if (!word_) word_.emplace();
    if (c == '\'' || c == '"') return quoted(c);
    *word_ += c == '\\' ? next("a \\ at its end") : c;
  }

  void quoted(char quote) {
    const std::string missing = fmt::format("a {} that is not closed", quote);
    for (char c = next(missing); c != quote; c = next(missing)) {
      const bool escapes = c == '\\' && quote == '"' && at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\\');
      *word_ += escapes ? next(missing) : c;
    }
  }

  char next(std::string_view missing) {
    if (at_ == text_.size()) throw Error(ExitCode::usage, fmt::format("--launcher {}: there is {}", text_, missing));
    return text_[at_++];
  }

  void end_word() {
    if (word_) words_.push_back(std::move(*word_));
    word_.reset();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<std::string> word_;
  std::vector<std::string> words_;
};

}  // namespace

std::vector<std::string> shell_words(std::string_view text) { return Splitter(text).split(); }

}  // namespace syncbench::app
