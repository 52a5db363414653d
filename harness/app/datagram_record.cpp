#include "harness/app/datagram_record.hpp"

#include <fmt/format.h>

#include "harness/core/text.hpp"

namespace syncbench::app {
namespace {

// Of each pair a field of what its first or its second rank received: "0-3:1500,1-2:9000".
std::string list_of(const std::vector<kernels::Group>& pairs, const std::vector<std::string>& by_rank,
                    std::size_t receiver, std::size_t field) {
  std::vector<std::string> texts;
  for (const kernels::Group& pair : pairs) {
    const auto& ranks = pair.ranks;
    const auto fields = split(by_rank.at(static_cast<std::size_t>(ranks.at(receiver).value)), ' ');
    texts.push_back(fmt::format("{}-{}:{}", ranks.at(0).value, ranks.at(1).value, fields.at(field)));
  }
  return join(texts, ",");
}

}  // namespace

std::string datagram_text(const mpi::DatagramPath& path) { return fmt::format("{} {}", path.mtu, path.received); }

results::Attributes datagram_attributes(const std::vector<kernels::Group>& pairs,
                                        const std::vector<std::string>& by_rank) {
  return {{"udp_mtu_forward", list_of(pairs, by_rank, 1, 0)},
          {"udp_mtu_backward", list_of(pairs, by_rank, 0, 0)},
          {"udp_received_forward", list_of(pairs, by_rank, 1, 1)},
          {"udp_received_backward", list_of(pairs, by_rank, 0, 1)},
          {"udp_sent", mpi::kDatagrams}};
}

}  // namespace syncbench::app
