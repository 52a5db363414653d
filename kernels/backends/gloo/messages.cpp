// Patterns of messages over Gloo's pairs, from buffers that are not bound to one of them.
#include <algorithm>
#include <vector>

#include <gloo/transport/unbound_buffer.h>
#include <gloo/types.h>

#include "harness/core/schedule.hpp"
#include "kernels/backends/gloo/call.hpp"

namespace syncbench::kernels::gloo_backend {
namespace {

constexpr std::uint8_t kOurs = 0x40;  // Gloo's collectives have 0x01 … 0x08

using UnboundBuffer = ::gloo::transport::UnboundBuffer;

std::size_t block_bytes(const CallSite& site) { return site.operation->count * size_of(site.operation->type); }

std::shared_ptr<UnboundBuffer> buffer(const CallSite& site, std::byte* data) {
  return site.context->createUnboundBuffer(data, block_bytes(site));
}

std::byte* block(const CallSite& site, std::size_t number) { return site.receive + number * block_bytes(site); }

struct Outgoing {
  int peer;
  std::shared_ptr<UnboundBuffer> data;
};

struct Incoming {
  int peer;
  std::shared_ptr<UnboundBuffer> data;
  std::vector<Outgoing> answers;  // sent as soon as it has arrived
};

struct Messages {
  std::vector<Incoming> incoming;
  std::vector<Outgoing> outgoing;  // sent at once
};

// From where a message is sent: this rank's own data, or the block into which those of another rank were received.
std::byte* source(const CallSite& site, const ScheduledSend& send, const std::vector<ScheduledReceive>& receives) {
  if (send.origin.value == site.context->rank) return site.send;
  const auto brought = std::find_if(receives.begin(), receives.end(),
                                    [&](const ScheduledReceive& each) { return each.origin == send.origin; });
  return block(site, brought->block);
}

Messages messages_of(const CallSite& site) {
  const RankSchedule part =
      schedule_of(site.operation->collective, Rank{site.context->rank}, site.context->size, site.operation->root);
  Messages messages;
  for (const ScheduledReceive& each : part.receives)
    messages.incoming.push_back({each.from.value, buffer(site, block(site, each.block)), {}});
  for (const ScheduledSend& each : part.sends) {
    Outgoing send{each.to.value, buffer(site, source(site, each, part.receives))};
    if (!each.after) {
      messages.outgoing.push_back(std::move(send));
      continue;
    }
    const auto asked = std::find_if(messages.incoming.begin(), messages.incoming.end(),
                                    [&](const Incoming& other) { return other.peer == each.after->value; });
    asked->answers.push_back(std::move(send));
  }
  return messages;
}

void send_all(const std::vector<Outgoing>& messages, std::uint64_t slot) {
  for (const Outgoing& each : messages) each.data->send(each.peer, slot);
}

void wait_for_all(const std::vector<Outgoing>& messages) {
  for (const Outgoing& each : messages) each.data->waitSend();
}

}  // namespace

// Answers in the order of the schedule: Gloo does not say which of several buffers was filled first.
Call make_messages(const CallSite& site) {
  return [messages = messages_of(site), slot = ::gloo::Slot::build(kOurs, site.tag)] {
    for (const Incoming& each : messages.incoming) each.data->recv(each.peer, slot);
    send_all(messages.outgoing, slot);
    for (const Incoming& each : messages.incoming) {
      each.data->waitRecv();
      send_all(each.answers, slot);
    }
    wait_for_all(messages.outgoing);
    for (const Incoming& each : messages.incoming) wait_for_all(each.answers);
  };
}

}  // namespace syncbench::kernels::gloo_backend
