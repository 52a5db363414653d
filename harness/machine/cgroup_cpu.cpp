#include "harness/machine/cgroup_cpu.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "harness/core/text.hpp"
#include "harness/machine/file_facts.hpp"

namespace syncbench::machine {
namespace {

constexpr std::size_t kDeepest = 64;

// Where the group's controller may be mounted, and the group's path below that.
struct Membership {
  std::vector<std::string> mounts;
  std::string path;
};

// A line of /proc/self/cgroup is "id:controllers:path", without controllers in version 2.
std::optional<Membership> membership(const std::string& line) {
  const auto parts = split(line, ':');
  if (parts.size() < 3) return std::nullopt;
  // A group outside the namespace shows as "/../…": only the root is in sight.
  const std::string path = parts[2].find("..") == std::string::npos ? parts[2] : "/";
  if (parts[1].empty()) return Membership{{"sys/fs/cgroup", "sys/fs/cgroup/unified"}, path};
  const auto controllers = split(parts[1], ',');
  if (std::find(controllers.begin(), controllers.end(), "cpu") == controllers.end()) return std::nullopt;
  return Membership{{"sys/fs/cgroup/" + parts[1], "sys/fs/cgroup/cpu"}, path};
}

// "/a/b" → "/a/b", "/a", "".
std::vector<std::string> upwards(std::string path) {
  std::vector<std::string> levels;
  while (!path.empty() && levels.size() < kDeepest) {
    if (path != "/") levels.push_back(path);
    path.erase(path.rfind('/') == std::string::npos ? 0 : path.rfind('/'));
  }
  levels.emplace_back();
  return levels;
}

std::optional<double> ratio(const FactValue& time, const FactValue& period) {
  const auto* const numerator = std::get_if<std::int64_t>(&time);
  const auto* const denominator = std::get_if<std::int64_t>(&period);
  if (numerator == nullptr || denominator == nullptr || *numerator < 0 || *denominator <= 0) return std::nullopt;
  return static_cast<double>(*numerator) / static_cast<double>(*denominator);
}

// Version 2 writes "150000 100000" or "max 100000", version 1 two files with -1 for no limit.
std::optional<double> quota_of(const Tree& tree, const std::string& group) {
  const FactValue both = file_value(tree, group + "/cpu.max", Form::text);
  if (const auto* const text = std::get_if<std::string>(&both)) {
    const auto columns = words(*text);
    return columns.size() == 2 ? ratio(value_of(columns[0]), value_of(columns[1])) : std::nullopt;
  }
  return ratio(file_value(tree, group + "/cpu.cfs_quota_us"), file_value(tree, group + "/cpu.cfs_period_us"));
}

std::int64_t number_behind(const TextOrReason& file, std::string_view key) {
  const FactValue value = value_behind(file, key);
  const auto* const number = std::get_if<std::int64_t>(&value);
  return number == nullptr ? 0 : *number;
}

// Adds what one group says. False if it has no CPU controller's files.
bool add_group(const Tree& tree, const std::string& group, CgroupCpu& sum) {
  const TextOrReason stat = tree.read(group + "/cpu.stat");
  const auto quota = quota_of(tree, group);
  if (quota) sum.quota = std::min(*quota, sum.quota.value_or(*quota));
  sum.throttled_periods += number_behind(stat, "nr_throttled ");
  sum.throttled_us += number_behind(stat, "throttled_usec ") + number_behind(stat, "throttled_time ") / 1000;
  return quota || tree.exists(group + "/cpu.max") || tree.exists(group + "/cpu.cfs_quota_us") ||
         std::holds_alternative<std::string>(stat);
}

std::optional<CgroupCpu> read_membership(const Tree& tree, const Membership& member) {
  for (const std::string& mount : member.mounts) {
    CgroupCpu sum;
    bool found = false;
    for (const std::string& level : upwards(member.path)) found = add_group(tree, mount + level, sum) || found;
    if (found) return sum;
  }
  return std::nullopt;
}

}  // namespace

std::optional<CgroupCpu> cgroup_cpu(const Tree& tree) {
  const TextOrReason file = tree.read("proc/self/cgroup");
  if (std::holds_alternative<Unreadable>(file)) return std::nullopt;
  std::optional<CgroupCpu> unified;
  for (const std::string& line : split(std::get<std::string>(file), '\n')) {
    const auto member = membership(line);
    const auto found = member ? read_membership(tree, *member) : std::nullopt;
    // Both versions may be mounted at once; the controller then belongs to version 1, which has a line of its own.
    if (found && line.find("::") == std::string::npos) return found;
    if (found) unified = found;
  }
  return unified;
}

double effective_processors(std::size_t allowed, std::optional<double> quota) noexcept {
  const auto processors = static_cast<double>(allowed);
  return quota ? std::min(processors, *quota) : processors;
}

}  // namespace syncbench::machine
