#include "harness/machine/infiniband_facts.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "harness/machine/file_facts.hpp"
#include "harness/machine/tally.hpp"

namespace syncbench::machine {
namespace {

const std::string kAdapters = "sys/class/infiniband";
constexpr std::size_t kMostAdapters = 16;
constexpr std::size_t kMostAddresses = 256;

constexpr std::array<std::string_view, 10> kCounters{
    "symbol_error",   "link_error_recovery", "link_downed",   "port_rcv_errors",   "port_xmit_discards",
    "port_xmit_wait", "port_xmit_data",      "port_rcv_data", "port_xmit_packets", "port_rcv_packets"};

constexpr std::array<std::string_view, 9> kHardwareCounters{
    "out_of_sequence", "packet_seq_err", "local_ack_timeout_err",      "rnr_nak_retry_err", "out_of_buffer",
    "np_cnp_sent",     "rp_cnp_handled", "np_ecn_marked_roce_packets", "roce_adp_retrans"};

template <std::size_t n>
void add_counters(const Tree& tree, const std::string& name, const std::string& folder,
                  const std::array<std::string_view, n>& counters, Facts& facts) {
  for (const std::string_view counter : counters) {
    const std::string own(counter);
    facts.add(FactClass::counter, name + "." + own, file_value(tree, folder + "/" + own));
  }
}

// Unused entries of the address table cannot be read; the tally counts those that can.
FactValue address_kinds(const Tree& tree, const std::string& folder) {
  std::vector<std::string> used;
  for (const std::string& index : tree.numbered_in(folder, "")) {
    const std::string path = folder + "/" + index;
    if (used.size() < kMostAddresses && std::holds_alternative<std::string>(tree.read(path))) used.push_back(path);
  }
  return tally(tree, used);
}

void add_port(const Tree& tree, const std::string& name, const std::string& path, Facts& facts) {
  add_files(tree, FactClass::config,
            {{name + ".state", path + "/state", Form::text},
             {name + ".physical_state", path + "/phys_state", Form::text},
             {name + ".rate", path + "/rate", Form::text},
             {name + ".link_layer", path + "/link_layer", Form::text}},
            facts);
  facts.add(FactClass::config, name + ".address_kinds", address_kinds(tree, path + "/gid_attrs/types"));
  add_counters(tree, name, path + "/counters", kCounters, facts);
  add_counters(tree, name, path + "/hw_counters", kHardwareCounters, facts);
}

void add_adapter(const Tree& tree, const std::string& adapter, Facts& facts) {
  const std::string name = "infiniband." + adapter;
  const std::string path = kAdapters + "/" + adapter;
  add_files(tree, FactClass::identity,
            {{name + ".board", path + "/board_id", Form::text}, {name + ".type", path + "/hca_type", Form::text}},
            facts);
  add_files(tree, FactClass::config, {{name + ".firmware", path + "/fw_ver", Form::text}}, facts);
  add_files(tree, FactClass::passing, {{name + ".guid", path + "/node_guid", Form::text}}, facts);
  for (const std::string& port : tree.numbered_in(path + "/ports", "")) {
    add_port(tree, name + "." + port, path + "/ports/" + port, facts);
  }
}

}  // namespace

Facts infiniband_facts(const Tree& tree) {
  Facts facts;
  std::vector<std::string> adapters = tree.names_in(kAdapters);
  if (adapters.empty()) facts.add(FactClass::config, "infiniband", Unreadable{std::string(kNotOnThisMachine)});
  if (adapters.size() > kMostAdapters) adapters.resize(kMostAdapters);
  for (const std::string& adapter : adapters) add_adapter(tree, adapter, facts);
  return facts;
}

}  // namespace syncbench::machine
