#include "harness/app/truth/simulated/process.hpp"

#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

namespace syncbench::truth {
namespace {

using nlohmann::json;
// The factor of iteration i, called for 0, 1, 2 …
using Process = std::function<double(std::size_t i)>;
using Maker = Process (*)(const json& noise, std::size_t count, Random& random);

Process lognormal(const json& noise, std::size_t, Random& random) {
  return [sigma = noise.value("sigma", 0.05), &random](std::size_t) { return std::exp(sigma * random.normal()); };
}

Process pareto(const json& noise, std::size_t, Random& random) {
  return [alpha = noise.value("alpha", 1.5), scale = noise.value("scale", 0.05), &random](std::size_t) {
    return 1 + scale * (std::pow(random.even(), -1 / alpha) - 1);
  };
}

Process bimodal(const json& noise, std::size_t, Random& random) {
  return [sigma = noise.value("sigma", 0.02), share = noise.value("share", 0.5), factor = noise.value("factor", 1.5),
          &random](std::size_t) { return (random.chance(share) ? factor : 1) * std::exp(sigma * random.normal()); };
}

Process ar1(const json& noise, std::size_t, Random& random) {
  const double phi = noise.value("phi", 0.9);
  return [phi, sigma = noise.value("sigma", 0.05), state = random.normal(), &random](std::size_t i) mutable {
    if (i > 0) state = phi * state + std::sqrt(1 - phi * phi) * random.normal();
    return std::exp(sigma * state);
  };
}

// Times between bursts are geometric and so have no memory: the series begins inside a burst with the chance `share`,
// at an even place of it, and is stationary.
Process bursts(const json& noise, std::size_t, Random& random) {
  const std::size_t length = noise.value("length", std::size_t{10});
  const double share = noise.value("share", 0.02);
  const double quiet_mean = static_cast<double>(length) * (1 - share) / share;
  const std::size_t left = random.chance(share) ? 1 + random.below(length) : 0;
  const std::size_t quiet = left > 0 ? 0 : random.geometric(quiet_mean);
  return [=, factor = noise.value("factor", 5.0), spread = noise.value("spread", 0.3),
          sigma = noise.value("sigma", 0.05), &random, in_burst = left, in_quiet = quiet](std::size_t) mutable {
    if (in_burst == 0 && in_quiet == 0) in_burst = length;
    if (in_burst > 0) {
      if (--in_burst == 0) in_quiet = random.geometric(quiet_mean);
      return factor * std::exp(spread * random.normal());
    }
    --in_quiet;
    return std::exp(sigma * random.normal());
  };
}

Process levels(const json& noise, std::size_t, Random& random) {
  return [dwell = noise.value("dwell", 100.0), step = noise.value("step", 0.02), sigma = noise.value("sigma", 0.02),
          left = std::size_t{0}, level = 0.0, &random](std::size_t) mutable {
    if (left == 0) {
      left = random.geometric(dwell);
      level = step * random.normal();
    }
    --left;
    return std::exp(level + sigma * random.normal());
  };
}

Process drift(const json& noise, std::size_t count, Random& random) {
  return [growth = noise.value("growth", 0.5), sigma = noise.value("sigma", 0.02), count, &random](std::size_t i) {
    const double along = (static_cast<double>(i) + 0.5) / static_cast<double>(count);
    return (1 + growth * along) * std::exp(sigma * random.normal());
  };
}

Process regimes(const json& noise, std::size_t count, Random& random) {
  return [from = noise.at("from"), sigma = noise.value("sigma", 0.05), count, &random](std::size_t i) {
    double factor = 1;
    for (const json& each : from) {
      if (static_cast<double>(i) >= each.at(0).get<double>() * static_cast<double>(count))
        factor = each.at(1).get<double>();
    }
    return factor * std::exp(sigma * random.normal());
  };
}

const std::map<std::string, Maker>& makers() {
  static const std::map<std::string, Maker> all{
      {"lognormal", lognormal}, {"pareto", pareto}, {"bimodal", bimodal}, {"ar1", ar1},
      {"bursts", bursts},       {"levels", levels}, {"drift", drift},     {"regimes", regimes}};
  return all;
}

}  // namespace

std::vector<double> factors_of(const json& noise, std::size_t count, Random& random) {
  const auto kind = noise.value("kind", std::string("lognormal"));
  const auto found = makers().find(kind);
  if (found == makers().end()) throw std::invalid_argument("there is no noise '" + kind + "'");
  const Process process = found->second(noise, count, random);
  std::vector<double> factors(count);
  for (std::size_t i = 0; i < count; ++i) factors[i] = process(i);
  return factors;
}

}  // namespace syncbench::truth
