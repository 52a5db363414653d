#pragma once

namespace syncbench::app {

/// Whether a person watches what this process prints to its standard output, so that a line may be drawn over. A
/// terminal there is not enough: Open MPI's mpirun gives its ranks one and copies what they write to a log; so the
/// process that started this one must have a terminal there too. Never fails: not knowing is no.
bool is_watched() noexcept;

}  // namespace syncbench::app
