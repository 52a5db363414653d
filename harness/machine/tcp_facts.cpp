#include "harness/machine/tcp_facts.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "harness/machine/file_facts.hpp"

namespace syncbench::machine {
namespace {

// Both files hold pairs of lines that begin alike: the names, then the values.
FactValue counter(const TextOrReason& file, std::string_view protocol, std::string_view name) {
  const auto* const text = std::get_if<std::string>(&file);
  if (text == nullptr) return std::get<Unreadable>(file);
  const auto names = rest_of_line(*text, protocol);
  if (!names) return Unreadable{"no such line"};
  const std::string_view below(names->data() + names->size(), text->data() + text->size());
  const auto values = rest_of_line(below, protocol);
  const auto columns = words(*names);
  const auto numbers = words(values.value_or(std::string_view{}));
  const auto index = static_cast<std::size_t>(std::find(columns.begin(), columns.end(), name) - columns.begin());
  return index < std::min(columns.size(), numbers.size()) ? value_of(numbers[index]) : Unreadable{"no such column"};
}

void add_counters(const TextOrReason& file, std::string_view protocol, std::initializer_list<const char*> names,
                  Facts& facts) {
  for (const std::string name : names) facts.add(FactClass::counter, "tcp." + name, counter(file, protocol, name));
}

}  // namespace

Facts tcp_facts(const Tree& tree) {
  Facts facts;
  add_counters(tree.read("proc/net/snmp"), "Tcp:",
               {"RetransSegs", "OutSegs", "InSegs", "InErrs", "ActiveOpens", "AttemptFails", "EstabResets", "OutRsts"},
               facts);
  add_counters(tree.read("proc/net/netstat"), "TcpExt:",
               {"ListenDrops", "ListenOverflows", "TCPAbortOnTimeout", "TCPTimeouts", "TCPLossProbes",
                "TCPLossProbeRecovery", "TCPSpuriousRTOs", "TCPDSACKRecv", "TCPDSACKOfoRecv", "TCPFastRetrans",
                "TCPSlowStartRetrans", "TCPLostRetransmit", "TCPSynRetrans", "TCPRcvQDrop"},
               facts);
  const std::string ipv4 = "proc/sys/net/ipv4/";
  add_files(tree, FactClass::config,
            {{"tcp.congestion_control", ipv4 + "tcp_congestion_control", Form::text},
             {"tcp.receive_buffer", ipv4 + "tcp_rmem", Form::text},
             {"tcp.send_buffer", ipv4 + "tcp_wmem", Form::text},
             {"tcp.timestamps", ipv4 + "tcp_timestamps"},
             {"tcp.autocorking", ipv4 + "tcp_autocorking"},
             {"tcp.local_ports", ipv4 + "ip_local_port_range", Form::text},
             {"net.busy_poll_us", "proc/sys/net/core/busy_poll"},
             {"net.default_qdisc", "proc/sys/net/core/default_qdisc", Form::text}},
            facts);
  return facts;
}

}  // namespace syncbench::machine
