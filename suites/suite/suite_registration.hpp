#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "harness/core/registered.hpp"
#include "suites/suite/option_set.hpp"
#include "suites/suite/point.hpp"
#include "suites/suite/world.hpp"

namespace syncbench::suite {

/// A suite with its options: declared, set by whoever holds them, planned.
class ConfiguredSuite {
 public:
  virtual ~ConfiguredSuite() = default;
  virtual OptionSet& options() noexcept = 0;

  /// What to measure; pure: depends on world and options alone. Throws OptionError if the options contradict each
  /// other.
  virtual std::vector<Point> plan(const World& world) const = 0;

 protected:
  ConfiguredSuite() = default;
  ConfiguredSuite(const ConfiguredSuite&) = default;
  ConfiguredSuite& operator=(const ConfiguredSuite&) = default;
};

/// What all registered suites have in common.
class Suite : public Registered<Suite> {
 public:
  std::string_view name() const noexcept { return name_; }
  std::string_view description() const noexcept { return description_; }

  /// The suite with the profile's defaults.
  virtual std::unique_ptr<ConfiguredSuite> configure(Profile profile) const = 0;

 protected:
  Suite(std::string_view name, std::string_view description) noexcept : name_(name), description_(description) {}
  ~Suite() = default;

 private:
  std::string_view name_, description_;
};

/// The suite of that name, or null.
const Suite* find_suite(std::string_view name);

/// Registers a suite in one line of its own file:
/// `const SuiteRegistration smallpkt{"smallpkt", "what splitting costs", declare, plan};`
template <class Options>
class SuiteRegistration final : public Suite {
 public:
  using Declare = void (*)(OptionSet&, Options&);
  using Plan = std::vector<Point> (*)(const World&, const Options&);

  SuiteRegistration(std::string_view name, std::string_view description, Declare declare, Plan plan) noexcept
      : Suite(name, description), declare_(declare), plan_(plan) {}

  std::unique_ptr<ConfiguredSuite> configure(Profile profile) const override {
    return std::make_unique<Configured>(*this, profile);
  }

 private:
  class Configured final : public ConfiguredSuite {
   public:
    Configured(const SuiteRegistration& suite, Profile profile)
        : plan_(suite.plan_), set_(std::string(suite.name()), profile) {
      suite.declare_(set_, options_);
    }
    OptionSet& options() noexcept override { return set_; }
    std::vector<Point> plan(const World& world) const override { return plan_(world, options_); }

   private:
    Plan plan_;
    Options options_;
    OptionSet set_;
  };

  Declare declare_;
  Plan plan_;
};

}  // namespace syncbench::suite
