#include "kernels/backends/gloo/mesh.hpp"

#include <algorithm>
#include <csignal>
#include <optional>

#include <fmt/format.h>
#include <gloo/transport/context.h>
#include <gloo/transport/device.h>
#include <gloo/transport/tcp/device.h>

#include "harness/core/clock.hpp"
#include "harness/core/error.hpp"
#include "harness/mpi/check.hpp"
#include "harness/mpi/exchange.hpp"
#include "kernels/backends/gloo/address.hpp"
#include "kernels/backends/gloo/failure.hpp"

namespace syncbench::kernels::gloo_backend {
namespace {

// Whoever runs us watches over progress and names those who make none. Gloo's own deadline would come first and only
// say that somebody was late; zero would mean that every wait has timed out already.
constexpr std::chrono::hours kNever{24 * 7};

// A context that is connected by hand, step by step.
class StepwiseContext final : public ::gloo::Context {
 public:
  using ::gloo::Context::Context;

  void adopt(std::shared_ptr<::gloo::transport::Device> device) {
    device_ = std::move(device);
    transportContext_ = device_->createContext(rank, size);
    transportContext_->setTimeout(getTimeout());
  }

  // What other ranks need to reach each pair of this rank, by rank.
  std::vector<std::vector<char>> make_pairs() {
    std::vector<std::vector<char>> addresses(static_cast<std::size_t>(size));
    for (int peer = 0; peer < size; ++peer) {
      if (peer != rank)
        addresses[static_cast<std::size_t>(peer)] = transportContext_->createPair(peer)->address().bytes();
    }
    return addresses;
  }

  void connect(int peer, const std::string& address) {
    transportContext_->getPair(peer)->connect({address.begin(), address.end()});
  }
};

class PhaseTimer {
 public:
  explicit PhaseTimer(std::vector<SetupPhase>& phases) : phases_(phases), last_(clock_.now()) {}

  void end(std::string name) {
    const Nanos now = clock_.now();
    phases_.push_back({std::move(name), now - last_});
    last_ = now;
  }

 private:
  std::vector<SetupPhase>& phases_;
  Clock clock_ = raw_clock();
  Nanos last_;
};

// Throws the sentence of the lowest rank that has one, on all ranks.
void refuse_together(const mpi::Communicator& communicator, const std::string& mine) {
  const auto all = mpi::allgather_texts(communicator, mine);
  const auto first = std::find_if(all.begin(), all.end(), [](const std::string& each) { return !each.empty(); });
  if (first != all.end()) throw Error(ExitCode::unavailable, *first);
}

std::shared_ptr<::gloo::transport::Device> make_device(const BackendContext& context,
                                                       const std::vector<std::string>& hosts) {
  const auto iface = context.settings.find("iface");
  const bool one_host = std::all_of(hosts.begin(), hosts.end(), [&](const auto& host) { return host == hosts[0]; });
  std::shared_ptr<::gloo::transport::Device> device;
  std::string failure;
  try {
    const std::string address = own_address(iface == context.settings.end() ? "" : iface->second, one_host);
    device = ::gloo::transport::tcp::CreateDevice(::gloo::transport::tcp::attr(address.c_str()));
  } catch (const std::exception& error) {
    failure = fmt::format("rank {} on {}: {}", context.communicator->rank().value, mpi::host_name(), error.what());
  }
  refuse_together(*context.communicator, failure);
  return device;
}

// The addresses by which the others reach this rank and by which this rank reaches them, all of one length.
std::vector<std::string> addresses_for(const mpi::Communicator& communicator,
                                       const std::vector<std::vector<char>>& mine) {
  std::string all;
  std::size_t length = 0;
  for (const auto& each : mine) length = std::max(length, each.size());
  for (const auto& each : mine) all += std::string(each.begin(), each.end()) + std::string(length - each.size(), '\0');
  const auto rank = static_cast<std::size_t>(communicator.rank().value);
  std::vector<std::string> theirs;
  for (const std::string& each : mpi::allgather_texts(communicator, all))
    theirs.push_back(each.substr(rank * (each.size() / mine.size()), each.size() / mine.size()));
  return theirs;
}

}  // namespace

Mesh::Mesh(const BackendContext& context) {
  const mpi::Communicator& communicator = *context.communicator;
  const auto hosts = mpi::allgather_texts(communicator, mpi::host_name());  // and nobody begins before all are here
  const int rank = communicator.rank().value;
  const auto mesh = std::make_shared<StepwiseContext>(rank, communicator.size());
  mesh->setTimeout(kNever);
  std::signal(SIGPIPE, SIG_IGN);  // Gloo writes to connections that a dead peer has closed: an error, not our death
  PhaseTimer timer(phases_);
  mesh->adopt(make_device(context, hosts));
  timer.end("device");
  const auto mine = mesh->make_pairs();
  timer.end("pairs");
  const auto theirs = addresses_for(communicator, mine);
  timer.end("exchange");
  for (int peer = 0; peer < communicator.size(); ++peer) {
    if (peer == rank) continue;
    const std::string doing = fmt::format("connecting to rank {} on {}", peer, hosts[static_cast<std::size_t>(peer)]);
    if (context.waits_for) context.waits_for(doing);
    guarded(rank, doing, [&] { mesh->connect(peer, theirs[static_cast<std::size_t>(peer)]); });
  }
  timer.end("connect");
  // A rank that went away now would look to the slower ones as if it had refused them.
  if (context.waits_for) context.waits_for("waiting for all ranks to be connected");
  mpi::range_over_ranks(communicator, 0);
  if (context.waits_for) context.waits_for("");
  context_ = mesh;
}

void Mesh::agree_on_slots(const mpi::Communicator& communicator) const {
  const int mine = context_->nextSlot();
  const auto highest = static_cast<int>(mpi::range_over_ranks(communicator, mine).highest);
  if (highest > mine) context_->nextSlot(highest - mine);
}

}  // namespace syncbench::kernels::gloo_backend
