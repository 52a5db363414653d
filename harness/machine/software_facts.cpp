#include "harness/machine/software_facts.hpp"

#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <hwloc.h>
#include <sys/utsname.h>

#include "harness/machine/file_facts.hpp"
#include "harness/machine/loaded_libraries.hpp"

namespace syncbench::machine {
namespace {

FactValue architecture() {
  utsname names{};
  if (uname(&names) != 0) return Unreadable{"not told by uname"};
  return std::string(names.machine);
}

FactValue distribution(const Tree& tree) {
  FactValue name = value_behind(tree.read("etc/os-release"), "PRETTY_NAME=", Form::text);
  if (auto* const text = std::get_if<std::string>(&name)) std::erase(*text, '"');
  return name;
}

// Of the library that is loaded, which need not be the one that was compiled against; 0x00020900 is 2.9.0. Releases
// that add nothing to the API keep its version: the build-id tells them apart.
std::string hwloc_api_version() {
  const unsigned version = hwloc_get_api_version();
  return fmt::format("{}.{}.{}", version >> 16U, (version >> 8U) & 0xffU, version & 0xffU);
}

void add_libraries(const Tree& tree, Facts& facts) {
  const auto libraries = loaded_libraries(tree);
  if (const auto* const reason = std::get_if<Unreadable>(&libraries)) {
    facts.add(FactClass::config, "library", *reason);
    return;
  }
  for (const auto& [name, path, build_id] : std::get<std::vector<LoadedLibrary>>(libraries)) {
    // The same library loaded twice from two places is a fact worth seeing.
    std::string key = "library." + name;
    for (int copy = 2; facts.find(key + ".path") != nullptr; ++copy) key = fmt::format("library.{}#{}", name, copy);
    facts.add(FactClass::config, key + ".path", value_of(path, Form::text));
    facts.add(FactClass::config, key + ".build_id",
              std::visit([](const auto& each) { return FactValue(each); }, build_id));
  }
}

}  // namespace

Facts software_facts(const Tree& tree) {
  Facts facts;
  facts.add(FactClass::identity, "software.architecture", architecture());
  add_files(tree, FactClass::config,
            {{"software.kernel", "proc/sys/kernel/osrelease", Form::text},
             {"software.kernel_build", "proc/sys/kernel/version", Form::text}},
            facts);
  facts.add(FactClass::config, "software.distribution", distribution(tree));
  facts.add(FactClass::config, "software.glibc", std::string(gnu_get_libc_version()));
  facts.add(FactClass::config, "software.hwloc_api", hwloc_api_version());
  add_libraries(tree, facts);
  return facts;
}

}  // namespace syncbench::machine
