// A ring and a centre: messages over Gloo's pairs, from buffers that are not bound to one of them.
#include <vector>

#include <gloo/transport/unbound_buffer.h>
#include <gloo/types.h>

#include "kernels/backends/gloo/call.hpp"

namespace syncbench::kernels::gloo_backend {
namespace {

constexpr std::uint8_t kOurs = 0x40;  // Gloo's collectives have 0x01 … 0x08

using UnboundBuffer = ::gloo::transport::UnboundBuffer;

std::size_t block_bytes(const CallSite& site) { return site.operation->count * size_of(site.operation->type); }

std::shared_ptr<UnboundBuffer> buffer(const CallSite& site, std::byte* data) {
  return site.context->createUnboundBuffer(data, block_bytes(site));
}

Call exchange(const CallSite& site, int to, int from) {
  const std::uint64_t slot = ::gloo::Slot::build(kOurs, site.tag);
  return [out = buffer(site, site.send), in = buffer(site, site.receive), to, from, slot] {
    in->recv(from, slot);
    out->send(to, slot);
    out->waitSend();
    in->waitRecv();
  };
}

struct Peer {
  int rank;
  std::shared_ptr<UnboundBuffer> question, answer;
};

// Answers in the order of the ranks: Gloo does not say which of several buffers was filled first.
Call answer_all(const CallSite& site) {
  const std::uint64_t slot = ::gloo::Slot::build(kOurs, site.tag);
  const std::size_t bytes = block_bytes(site);
  const auto block = [&](int rank) { return site.receive + static_cast<std::size_t>(rank) * bytes; };
  std::vector<Peer> peers;
  for (int rank = 0; rank < site.context->size; ++rank) {
    if (rank != site.context->rank) peers.push_back({rank, buffer(site, block(rank)), buffer(site, site.send)});
  }
  return [peers, slot] {
    for (const Peer& peer : peers) peer.question->recv(peer.rank, slot);
    for (const Peer& peer : peers) {
      peer.question->waitRecv();
      peer.answer->send(peer.rank, slot);
    }
    for (const Peer& peer : peers) peer.answer->waitSend();
  };
}

}  // namespace

Call make_messages(const CallSite& site) {
  const int rank = site.context->rank, ranks = site.context->size, root = site.operation->root.value;
  if (site.operation->collective == Collective::ring)
    return exchange(site, (rank + 1) % ranks, (rank + ranks - 1) % ranks);
  return rank == root ? answer_all(site) : exchange(site, root, root);
}

}  // namespace syncbench::kernels::gloo_backend
