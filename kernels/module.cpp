#include "kernels/module.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/core/text.hpp"

namespace syncbench::kernels {
namespace {

namespace fs = std::filesystem;

using InterfaceOf = const char* (*)();
using Make = Backend* (*)(const BackendContext&);

[[noreturn]] void refuse(const std::string& sentence) { throw Error(ExitCode::unavailable, sentence); }

std::string file_name(std::string_view name) { return fmt::format("libsyncbench-{}.so", name); }

fs::path require_module(std::string_view name, const std::vector<fs::path>& folders) {
  fs::path file = find_module(name, folders);
  if (!file.empty()) return file;
  std::vector<std::string> texts;
  for (const fs::path& folder : folders) texts.push_back(folder.string());
  refuse(
      fmt::format("the backend {} is a module that is not here: there is no {} in {}; build syncbench where the "
                  "library is installed, or say --modules DIR",
                  name, file_name(name), join(texts, " or ")));
}

// Whoever may change a library that we load does all that the user may.
void require_unwritable(const fs::path& file) {
  const fs::path real = fs::canonical(file);
  for (const fs::path& each : {real, real.parent_path()}) {
    if ((fs::status(each).permissions() & fs::perms::others_write) == fs::perms::none) continue;
    refuse(fmt::format(
        "{} is not loaded, for everybody may write to {}; take that right away (chmod o-w) or say --modules "
        "with a folder of yours",
        file.string(), each.string()));
  }
}

void* symbol(void* library, const fs::path& file, const char* name) {
  void* address = dlsym(library, name);
  if (address == nullptr)
    refuse(fmt::format("{} is no backend module of syncbench: it has no {}", file.string(), name));
  return address;
}

void require_interface(const fs::path& file, const std::string& theirs) {
  const std::string ours = module_interface();
  if (theirs == ours) return;
  refuse(
      fmt::format("{} belongs to another build of syncbench (interface {}, and this program has {}); install both "
                  "from one build",
                  file.string(), theirs, ours));
}

}  // namespace

std::vector<fs::path> module_folders(const std::string& chosen) {
  if (!chosen.empty()) return {chosen};
  std::error_code problem;
  const fs::path program = fs::read_symlink("/proc/self/exe", problem);
  if (problem) throw Error(ExitCode::internal, "cannot read /proc/self/exe: " + problem.message());
  const fs::path folder = program.parent_path();
  return {folder, (folder / modules_from_program()).lexically_normal()};
}

fs::path find_module(std::string_view name, const std::vector<fs::path>& folders) {
  for (const fs::path& folder : folders) {
    std::error_code ignored;
    fs::path file = folder / file_name(name);
    if (fs::exists(file, ignored)) return file;
  }
  return {};
}

BackendMaker open_backend_module(std::string_view name, const std::vector<fs::path>& folders) {
  const fs::path file = require_module(name, folders);
  require_unwritable(file);
  // An absolute path: dlopen would look for a bare name in the system's folders.
  void* library = dlopen(fs::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) refuse(fmt::format("cannot open the backend {}: {}", name, dlerror()));
  const auto interface_of = reinterpret_cast<InterfaceOf>(symbol(library, file, "syncbench_module_interface"));
  require_interface(file, interface_of());
  const auto make = reinterpret_cast<Make>(symbol(library, file, "syncbench_make_backend"));
  return [make](const BackendContext& context) { return std::unique_ptr<Backend>(make(context)); };
}

}  // namespace syncbench::kernels
