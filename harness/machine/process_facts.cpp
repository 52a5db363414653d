#include "harness/machine/process_facts.hpp"

#include <array>
#include <cerrno>
#include <utility>

#include <sys/statvfs.h>

#include "harness/machine/cgroup_cpu.hpp"
#include "harness/machine/file_facts.hpp"

namespace syncbench::machine {
namespace {

// A line of /proc/self/limits is the name, the soft limit, the hard limit, the unit.
FactValue soft_limit(const TextOrReason& limits, std::string_view name) {
  const FactValue rest = value_behind(limits, name, Form::text);
  const auto* const text = std::get_if<std::string>(&rest);
  if (text == nullptr) return rest;
  const auto columns = words(*text);
  return columns.empty() ? Unreadable{"no such line"} : value_of(columns.front());
}

FactValue file_system_bytes(const Tree& tree, std::string_view path) {
  struct statvfs status {};
  if (statvfs(tree.path_of(path).c_str(), &status) != 0) return because_of(errno);
  return static_cast<std::int64_t>(status.f_blocks * status.f_frsize);
}

// "net:[4026531840]"
FactValue network_namespace(const Tree& tree) {
  const TextOrReason link = tree.link("proc/self/ns/net");
  if (const auto* const reason = std::get_if<Unreadable>(&link)) return *reason;
  const std::string_view text = std::get<std::string>(link);
  const std::size_t open = text.find('[');
  if (open == std::string_view::npos || !text.ends_with(']')) return Unreadable{"not an inode number"};
  return value_of(text.substr(open + 1, text.size() - open - 2));
}

// What each kind of container leaves in its file system; the innermost first.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kContainerMarks{{
    {".singularity.d", "apptainer"},
    {"var/run/secrets/kubernetes.io", "kubernetes"},
    {".dockerenv", "docker"},
    {"run/.containerenv", "podman"},
    {"run/systemd/container", "other"},
}};

std::string container(const Tree& tree) {
  for (const auto& [mark, kind] : kContainerMarks) {
    if (tree.exists(mark)) return std::string(kind);
  }
  return "none seen";
}

void add_cpu_quota(const Tree& tree, Facts& facts) {
  const auto cgroup = cgroup_cpu(tree);
  const FactValue missing = Unreadable{"no CPU controller in sight"};
  facts.add(FactClass::config, "process.cpu_quota",
            !cgroup         ? missing
            : cgroup->quota ? *cgroup->quota
                            : FactValue("none"));
  facts.add(FactClass::counter, "process.throttled_periods", cgroup ? cgroup->throttled_periods : missing);
  facts.add(FactClass::counter, "process.throttled_us", cgroup ? cgroup->throttled_us : missing);
}

}  // namespace

Facts process_facts(const Tree& tree) {
  Facts facts;
  const TextOrReason status = tree.read("proc/self/status");
  const TextOrReason limits = tree.read("proc/self/limits");
  facts.add(FactClass::config, "process.cpus_allowed", value_behind(status, "Cpus_allowed_list:", Form::text));
  facts.add(FactClass::config, "process.mems_allowed", value_behind(status, "Mems_allowed_list:", Form::text));
  facts.add(FactClass::config, "process.memlock_bytes", soft_limit(limits, "Max locked memory"));
  facts.add(FactClass::config, "process.open_files", soft_limit(limits, "Max open files"));
  facts.add(FactClass::config, "process.dev_shm_bytes", file_system_bytes(tree, "dev/shm"));
  facts.add(FactClass::config, "process.container", container(tree));
  facts.add(FactClass::passing, "process.network_namespace", network_namespace(tree));
  facts.add(FactClass::counter, "process.voluntary_switches", value_behind(status, "voluntary_ctxt_switches:"));
  facts.add(FactClass::counter, "process.involuntary_switches", value_behind(status, "nonvoluntary_ctxt_switches:"));
  add_cpu_quota(tree, facts);
  return facts;
}

}  // namespace syncbench::machine
