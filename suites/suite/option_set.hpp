#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/names.hpp"
#include "harness/core/units.hpp"
#include "suites/suite/option_error.hpp"
#include "suites/suite/profile.hpp"

namespace syncbench::suite {

/// One declared option. Everything that shows or sets options works on these: command line, TOML, `--describe`,
/// `--print-config`, hints for misspelt names, the configuration that is stored with a result.
struct OptionSpec {
  std::string name;         ///< with its suite's prefix: "smallpkt.pieces"
  std::string hint;         ///< what a value looks like: "N,N,..."
  std::string description;  ///< one clause
  bool list = false;
  bool quoted = false;                               ///< values are words, not numbers or booleans
  std::function<void(const std::string&)> assign;    ///< sets the option from text, or throws OptionError
  std::function<std::vector<std::string>()> values;  ///< the present value, item by item
};

/// The present value as one text that assign() takes.
std::string value_text(const OptionSpec& spec);

/// A name as a suite declares it: its own (prefixed with the suite's name), or one that suites share (`--bytes`).
struct OptionName {
  OptionName(const char* own) : text(own) {}  // NOLINT(google-explicit-constructor): reads like the declaration it is
  OptionName(std::string_view name, bool is_shared) : text(name), shared(is_shared) {}
  std::string_view text;
  bool shared = false;
};

/// An option without prefix, which several suites may declare; setting it sets it for all of them.
inline OptionName shared(std::string_view name) { return {name, true}; }

struct Limits {
  std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  std::int64_t highest = std::numeric_limits<std::int64_t>::max();
};

/// Collects the options that a suite (or the program itself) declares on plain variables. A variable's value at that
/// time is the default; the variables must outlive the set.
class OptionSet {
 public:
  /// `prefix`: the suite's name, or empty for the program's own options.
  OptionSet(std::string prefix, Profile profile) : prefix_(std::move(prefix)), profile_(profile) {}

  /// For defaults that depend on the profile.
  Profile profile() const noexcept { return profile_; }

  void add(OptionName name, bool& target, std::string description);
  void add(OptionName name, std::string& target, std::string hint, std::string description);
  void add(OptionName name, std::size_t& target, Limits limits, std::string description);
  /// A number, or "auto" for none.
  void add(OptionName name, std::optional<std::size_t>& target, Limits limits, std::string description);
  /// A decimal number from `lowest` to `highest`.
  void add(OptionName name, double& target, double lowest, double highest, std::string description);
  void add(OptionName name, std::vector<std::size_t>& target, Limits limits, std::string description);
  /// Decimal numbers from `lowest` to `highest`.
  void add(OptionName name, std::vector<double>& target, double lowest, double highest, std::string description);
  void add(OptionName name, Bytes& target, std::string description);
  void add(OptionName name, std::vector<Bytes>& target, std::string description);

  /// Several of these names.
  void add_names(OptionName name, std::vector<std::string>& target, std::vector<std::string> choices,
                 std::string description);

  /// A list of values with a grammar of their own: `from` makes values of a text or throws OptionError, and `text_of`
  /// gives each back so that texts joined by commas are such a text.
  template <class T, class From, class TextOf>
  void add_list(OptionName name, std::vector<T>& target, From from, TextOf text_of, std::string hint,
                std::string description) {
    OptionSpec& spec = add_spec(name, std::move(hint), std::move(description));
    spec.list = true;
    spec.quoted = true;
    spec.assign = [&target, from](const std::string& text) { target = from(text); };
    spec.values = [&target, text_of] {
      std::vector<std::string> texts;
      for (const T& each : target) texts.push_back(text_of(each));
      return texts;
    };
  }

  /// One of an enumeration's names.
  template <class E>
  void add_choice(OptionName name, E& target, std::string description) {
    add_choice_spec(
        name, texts_of<E>(), false, std::move(description),
        [&target](const std::vector<std::string>& names) { target = *value_named<E>(names.front()); },
        [&target] { return std::vector<std::string>{std::string(name_of(target))}; });
  }

  /// Several of an enumeration's names.
  template <class E>
  void add_choices(OptionName name, std::vector<E>& target, std::string description) {
    add_choice_spec(
        name, texts_of<E>(), true, std::move(description),
        [&target](const std::vector<std::string>& names) {
          target.clear();
          for (const std::string& each : names) target.push_back(*value_named<E>(each));
        },
        [&target] {
          std::vector<std::string> names;
          for (const E each : target) names.emplace_back(name_of(each));
          return names;
        });
  }

  /// Several of an enumeration's names, or a word that stands for none of them.
  template <class E>
  void add_choices_or(OptionName name, std::vector<std::optional<E>>& target, std::string word,
                      std::string description) {
    auto texts = texts_of<E>();
    texts.push_back(word);
    add_choice_spec(
        name, std::move(texts), true, std::move(description),
        [&target](const std::vector<std::string>& names) {
          target.clear();
          for (const std::string& each : names) target.push_back(value_named<E>(each));
        },
        [&target, word] {
          std::vector<std::string> names;
          for (const std::optional<E>& each : target) names.push_back(each ? std::string(name_of(*each)) : word);
          return names;
        });
  }

  const std::vector<OptionSpec>& specs() const noexcept { return specs_; }

 private:
  template <class E>
  static std::vector<std::string> texts_of() {
    std::vector<std::string> texts;
    for (const std::string_view each : names_of<E>()) texts.emplace_back(each);
    return texts;
  }

  void add_choice_spec(OptionName name, std::vector<std::string> choices, bool list, std::string description,
                       std::function<void(const std::vector<std::string>&)> set,
                       std::function<std::vector<std::string>()> values);
  OptionSpec& add_spec(OptionName name, std::string hint, std::string description);

  std::string prefix_;
  Profile profile_;
  std::vector<OptionSpec> specs_;
};

}  // namespace syncbench::suite
