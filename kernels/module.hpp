#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/backend.hpp"

namespace syncbench::kernels {

/// A hash of all that a module and the program must agree on; each has that of its own build.
const char* module_interface() noexcept;

/// Where modules are installed, as seen from the folder of the program.
const char* modules_from_program() noexcept;

/// Where modules are looked for: in `chosen` alone, or, if that is empty, beside this program and where they are
/// installed. Throws Error(internal) if the system does not say where this program is.
std::vector<std::filesystem::path> module_folders(const std::string& chosen);

/// The file of a module in the first of the folders that has it; empty if none does.
std::filesystem::path find_module(std::string_view name, const std::vector<std::filesystem::path>& folders);

/// Opens `libsyncbench-<name>.so`, with its symbols to itself, and keeps it open: objects of its classes may live as
/// long as the program. Throws Error(unavailable) if there is none, if everybody may write to it or to its folder, if
/// it or a library that it needs cannot be opened, or if it was built for another interface.
BackendMaker open_backend_module(std::string_view name, const std::vector<std::filesystem::path>& folders);

}  // namespace syncbench::kernels

/// In one file of a module: exports what the program looks for. `make` takes a BackendContext and returns a
/// unique_ptr<Backend>.
#define SYNCBENCH_BACKEND_MODULE(make)                                                                                \
  extern "C" const char* syncbench_module_interface() { return syncbench::kernels::module_interface(); }              \
  extern "C" syncbench::kernels::Backend* syncbench_make_backend(const syncbench::kernels::BackendContext& context) { \
    return make(context).release();                                                                                   \
  }
