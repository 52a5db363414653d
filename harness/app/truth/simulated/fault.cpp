#include "harness/app/truth/simulated/fault.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace syncbench::truth {
namespace {

using nlohmann::json;

// An iteration that is hit, and the number of the event that it belongs to.
struct Moment {
  std::size_t iteration = 0, event = 0;
};

[[noreturn]] void refuse(const char* what, const std::string& word) {
  throw std::invalid_argument(std::string("there is no ") + what + " '" + word + "'");
}

std::vector<Moment> moments_of_bursts(const json& when, std::size_t count, Random& random) {
  const double length = when.value("length", 10.0), share = when.value("share", 0.1);
  const double quiet_mean = length * (1 - share) / share;
  std::vector<Moment> moments;
  bool quiet = !random.chance(share);
  for (std::size_t i = 0, event = 0; i < count; quiet = !quiet) {
    const std::size_t end = std::min(count, i + random.geometric(quiet ? quiet_mean : length));
    for (; i < end; ++i) {
      if (!quiet) moments.push_back({i, event});
    }
    if (!quiet) ++event;
  }
  return moments;
}

std::vector<Moment> moments_of_count(std::size_t wanted, std::size_t count, Random& random) {
  std::set<std::size_t> chosen;
  while (chosen.size() < std::min(wanted, count)) chosen.insert(random.below(count));
  std::vector<Moment> moments;
  for (const std::size_t iteration : chosen) moments.push_back({iteration, moments.size()});
  return moments;
}

std::vector<Moment> moments_of(const json& when, std::size_t count, Random& random) {
  const auto kind = when.value("kind", std::string("all"));
  if (kind == "bursts") return moments_of_bursts(when, count, random);
  if (kind == "count") return moments_of_count(when.at("n").get<std::size_t>(), count, random);
  std::size_t begin = 0, end = count, step = 1;
  double share = 1;
  if (kind == "share") {
    share = when.at("p").get<double>();
  } else if (kind == "every") {
    step = when.at("k").get<std::size_t>();
    begin = when.contains("from") ? when["from"].get<std::size_t>() : random.below(step);
  } else if (kind == "episode") {
    begin = static_cast<std::size_t>(when.at("from").get<double>() * static_cast<double>(count));
    end = static_cast<std::size_t>(when.at("until").get<double>() * static_cast<double>(count));
  } else if (kind != "all") {
    refuse("time", kind);
  }
  std::vector<Moment> moments;
  for (std::size_t i = begin; i < end; i += step) {
    if (share >= 1 || random.chance(share)) moments.push_back({i, moments.size()});
  }
  return moments;
}

std::vector<std::size_t> ranks_of(const json& description, std::size_t ranks) {
  if (description.contains("ranks")) return description["ranks"].get<std::vector<std::size_t>>();
  std::vector<std::size_t> all(ranks);
  for (std::size_t rank = 0; rank < ranks; ++rank) all[rank] = rank;
  return all;
}

double size_at(const json& description, const std::string& sizes, double along, Random& random) {
  const double size = description.at("ns").get<double>();
  if (sizes == "constant") return size;
  if (sizes == "exponential") return size * random.exponential();
  if (sizes == "growing") return size + (description.at("to").get<double>() - size) * along;
  refuse("size", sizes);
}

}  // namespace

Fault fault_of(const json& description, std::size_t ranks, std::size_t count, Random& random) {
  Fault fault{description.value("where", std::string("arrives")), description.value("off_cpu", false), {}};
  static const std::set<std::string> places{"arrives", "inside", "leaves", "between", "gate"};
  if (!places.contains(fault.where)) refuse("place", fault.where);
  const std::vector<std::size_t> chosen = ranks_of(description, ranks);
  const auto by = description.value("by", std::string("together"));
  const auto sizes = description.value("sizes", std::string("constant"));
  const bool own = description.value("own", false);
  std::size_t event = static_cast<std::size_t>(-1), drawn = 0;
  for (const Moment& moment : moments_of(description.value("when", json::object()), count, random)) {
    const double along = static_cast<double>(moment.iteration) / static_cast<double>(count);
    if (moment.event != event && by == "random") drawn = random.below(chosen.size());
    event = moment.event;
    if (by == "rotating") drawn = event % chosen.size();
    double size = size_at(description, sizes, along, random);
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      if (by != "together" && k != drawn) continue;
      if (own && k > 0) size = size_at(description, sizes, along, random);
      fault.hits.push_back({moment.iteration, chosen[k], std::llround(size)});
    }
  }
  return fault;
}

}  // namespace syncbench::truth
