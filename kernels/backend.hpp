#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/nanos.hpp"
#include "harness/core/program.hpp"
#include "harness/core/registered.hpp"
#include "harness/mpi/communicator.hpp"
#include "kernels/buffer.hpp"
#include "kernels/workload.hpp"

namespace syncbench::kernels {

/// What a backend can do at all.
struct Capabilities {
  std::vector<Collective> collectives;
  std::vector<ElementType> types;
  std::vector<IssuePolicy> policies;
  std::vector<LayoutKind> layouts{LayoutKind::contiguous};
  std::vector<Packing> packings{Packing::none};
};

/// Can it do this one, and if not, why: a clause for people, "MPI counts are 32-bit: 3221225472 elements do not fit".
struct Support {
  bool yes = true;
  std::string reason;
};

/// One step of getting a library ready on this rank, such as "connect".
struct SetupPhase {
  std::string name;
  Nanos duration{0};
};

/// A communication library, ready on all ranks. Blocking libraries and stream-ordered ones look alike from here: a
/// program's run() returns when this rank may use the result.
class Backend {
 public:
  virtual ~Backend() = default;

  virtual Capabilities capabilities() const = 0;

  /// Whether this rank can do the workload. Local, no communication; the caller lets all ranks decide together.
  virtual Support supports(const Workload& workload) const = 0;

  /// The steps that making this backend took, in order; empty where nothing had to be done (MPI was there already).
  virtual std::vector<SetupPhase> setup() const { return {}; }

  /// Allocates buffers and whatever else can be had before the first iteration. Collective; may block. Throws
  /// std::bad_alloc, Error(unavailable) when the library refuses, PeerLost. Programs die before their backend.
  virtual std::unique_ptr<Program> prepare(const Workload& workload) = 0;

 protected:
  Backend() = default;
  Backend(const Backend&) = default;
  Backend& operator=(const Backend&) = default;
};

/// What a backend gets to work with; all of it outlives the backend. Passed in and never looked up, for a backend may
/// be a module that has its own copy of every global.
struct BackendContext {
  const mpi::Communicator* communicator = nullptr;  ///< the backend's own: rendezvous, or the traffic itself
  BufferProvider* host_buffers = nullptr;
  /// The user's settings for this backend, by their names without its own: "iface".
  std::map<std::string, std::string, std::less<>> settings{};
  /// Told what this rank is about to wait for ("connecting to rank 1 on n2"), for whoever watches over it. May be
  /// empty.
  std::function<void(const std::string&)> waits_for{};
};

/// Makes a backend. Collective; may block. Throws Error(unavailable) when the library cannot be had, PeerLost.
using BackendMaker = std::function<std::unique_ptr<Backend>(const BackendContext&)>;

/// The general part of supports(): what the capabilities exclude, in words.
Support supported_by(const Capabilities& capabilities, const Workload& workload);

/// The part of it that is about layouts, for backends that take everything else.
Support layouts_supported_by(const Capabilities& capabilities, const Workload& workload);

/// The name of a backend, in its own file: `const BackendRegistration mpi{"mpi", "…", make_mpi_backend};` for one that
/// is part of the program, without the factory for one that is a module (module.hpp) and may be missing.
class BackendRegistration : public Registered<BackendRegistration> {
 public:
  using Factory = std::unique_ptr<Backend> (*)(const BackendContext&);

  BackendRegistration(std::string_view name, std::string_view description, Factory factory = nullptr) noexcept
      : name_(name), description_(description), factory_(factory) {}

  std::string_view name() const noexcept { return name_; }
  std::string_view description() const noexcept { return description_; }
  bool is_module() const noexcept { return factory_ == nullptr; }

  /// What makes it; opens a module, looking into the folders in their order, and never closes it. Local. Throws
  /// Error(unavailable) with a sentence that says where a module was looked for, or why it cannot be used.
  BackendMaker load(const std::vector<std::filesystem::path>& folders) const;

 private:
  std::string_view name_, description_;
  Factory factory_;
};

}  // namespace syncbench::kernels
