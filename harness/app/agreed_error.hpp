#pragma once

#include <functional>
#include <string>

#include "harness/core/error.hpp"
#include "harness/mpi/communicator.hpp"

namespace syncbench::app {

/// An error that all ranks know of: each ends in order, and rank 0 alone speaks.
class AgreedError : public Error {
 public:
  using Error::Error;
};

/// Does something on rank 0 while the others wait for its end; what fails there becomes an AgreedError on every rank.
/// Collective; blocks.
void on_root(const mpi::Communicator& world, const std::function<void()>& work);

/// The reason of the lowest rank that has one, on every rank; empty if none has. Collective; blocks.
std::string agreed_reason(const mpi::Communicator& world, const std::string& mine);

}  // namespace syncbench::app
