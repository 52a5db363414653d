#pragma once

#include <memory>
#include <vector>

#include "harness/core/program.hpp"
#include "harness/machine/thread_binding.hpp"

namespace syncbench::kernels {

/// The same program, run on these processors: every arm() moves the thread there, so that programs with other seats may
/// take turns with it. `binding` outlives it.
std::unique_ptr<Program> seated(std::unique_ptr<Program> program, std::vector<int> processors,
                                machine::ThreadBinding& binding);

}  // namespace syncbench::kernels
