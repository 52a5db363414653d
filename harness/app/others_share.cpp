#include "harness/app/others_share.hpp"

#include <algorithm>
#include <cstdint>

#include <nlohmann/json.hpp>

namespace syncbench::app {
namespace {

using nlohmann::json;

struct Growth {
  double busy_ticks = 0, all_ticks = 0, ranks_ns = 0;
};

void add(const std::string& name, double by, Growth& growth) {
  if (name.starts_with("stat.cpu")) {
    growth.all_ticks += by;
    if (!name.ends_with(".idle") && !name.ends_with(".iowait")) growth.busy_ticks += by;
  } else if (name.starts_with("rank.") && name.ends_with(".cpu_ns")) {
    growth.ranks_ns += by;
  }
}

// Counters that both have as numbers.
Growth growth_between(const json& begin, const json& end) {
  Growth growth;
  for (const auto& [name, value] : end.at("counter").items()) {
    const auto before = begin.at("counter").find(name);
    if (before == begin.at("counter").end() || !before->is_number() || !value.is_number()) continue;
    add(name, value.get<double>() - before->get<double>(), growth);
  }
  return growth;
}

}  // namespace

std::optional<double> others_share(const std::string& begin, const std::string& end) {
  const json from = json::parse(begin), to = json::parse(end);
  const json& config = to.at("config");
  const auto rate = config.find("stat.ticks_per_second");
  if (rate == config.end() || !rate->is_number() || rate->get<double>() <= 0) return std::nullopt;
  const Growth growth = growth_between(from, to);
  if (growth.all_ticks < 2) return std::nullopt;
  const double ranks_ticks = growth.ranks_ns * 1e-9 * rate->get<double>();
  return std::clamp((growth.busy_ticks - ranks_ticks) / growth.all_ticks, 0.0, 1.0);
}

std::string with_others_share(const std::string& begin, const std::string& end) {
  const auto share = others_share(begin, end);
  if (!share) return end;
  json all = json::parse(end);
  all["volatile"]["stat.others_share"] = *share;
  return all.dump();
}

}  // namespace syncbench::app
