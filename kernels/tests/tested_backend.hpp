#pragma once

#include <cstdlib>
#include <memory>
#include <new>
#include <string>

#include "harness/cmake/testing/catch.hpp"
#include "harness/mpi/exchange.hpp"
#include "kernels/backend.hpp"
#include "kernels/host_buffers.hpp"

namespace syncbench::kernels {

inline std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Buffers that run out: allocations that this rank may still make.
class ScarceBuffers final : public BufferProvider {
 public:
  explicit ScarceBuffers(std::size_t left) : left_(left) {}
  void give(std::size_t more) { left_ = more; }

  Placement placement() const noexcept override { return all_.placement(); }
  Buffer allocate(Bytes size) override {
    if (left_ == 0) throw std::bad_alloc();
    --left_;
    return all_.allocate(size);
  }
  void write(Buffer& to, std::size_t offset, std::span<const std::byte> from) override { all_.write(to, offset, from); }
  void read(const Buffer& from, std::size_t offset, std::span<std::byte> to) override { all_.read(from, offset, to); }

 private:
  void free(void*) noexcept override {}  // each buffer goes back to all_, which made it
  HostBuffers all_;
  std::size_t left_;
};

inline constexpr std::size_t kPlenty = 1'000'000;

// The backend under test, which the environment names: SYNCBENCH_TEST_BACKEND, and for a module SYNCBENCH_TEST_MODULES,
// its folder. With a communicator of its own.
struct Tested {
  mpi::Communicator world = mpi::Communicator::world();
  ScarceBuffers buffers{kPlenty};
  std::unique_ptr<Backend> backend = make();

  // Nobody takes connections away while others still use them.
  ~Tested() { mpi::range_over_ranks(world, 0); }
  Tested() = default;
  Tested(const Tested&) = delete;
  Tested& operator=(const Tested&) = delete;

  std::unique_ptr<Backend> make() { return make(world); }

  std::unique_ptr<Backend> make(const mpi::Communicator& ranks) {
    const std::string name = variable("SYNCBENCH_TEST_BACKEND");
    for (const BackendRegistration* each : BackendRegistration::all()) {
      if (each->name() == name)
        return each->load({variable("SYNCBENCH_TEST_MODULES")})({.communicator = &ranks, .host_buffers = &buffers});
    }
    FAIL("SYNCBENCH_TEST_BACKEND names no backend: '" << name << "'");
    return nullptr;
  }
};

}  // namespace syncbench::kernels
