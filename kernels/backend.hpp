#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <syncbench/core/program.hpp>
#include <syncbench/core/registered.hpp>
#include <syncbench/kernels/buffer.hpp>
#include <syncbench/kernels/workload.hpp>
#include <syncbench/mpi/communicator.hpp>

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

/// A communication library, ready on all ranks. Blocking libraries and stream-ordered ones look alike from here: a
/// program's run() returns when this rank may use the result.
class Backend {
 public:
  virtual ~Backend() = default;

  virtual Capabilities capabilities() const = 0;

  /// Whether this rank can do the workload. Local, no communication; the caller lets all ranks decide together.
  virtual Support supports(const Workload& workload) const = 0;

  /// Allocates buffers and whatever else can be had before the first iteration. Collective; may block. Throws
  /// std::bad_alloc, or Error(unavailable) when the library refuses.
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
};

/// The general part of supports(): what the capabilities exclude, in words.
Support supported_by(const Capabilities& capabilities, const Workload& workload);

/// The part of it that is about layouts, for backends that take everything else.
Support layouts_supported_by(const Capabilities& capabilities, const Workload& workload);

/// A backend that is part of the program: `const BackendRegistration mpi{"mpi", "…", make_mpi_backend};` in its own
/// file.
class BackendRegistration : public Registered<BackendRegistration> {
 public:
  using Factory = std::unique_ptr<Backend> (*)(const BackendContext&);

  BackendRegistration(std::string_view name, std::string_view description, Factory factory) noexcept
      : name_(name), description_(description), factory_(factory) {}

  std::string_view name() const noexcept { return name_; }
  std::string_view description() const noexcept { return description_; }

  /// Collective; may block. Throws as the backend does.
  std::unique_ptr<Backend> make(const BackendContext& context) const { return factory_(context); }

 private:
  std::string_view name_, description_;
  Factory factory_;
};

}  // namespace syncbench::kernels
