#include "harness/machine/network_facts.hpp"

#include "harness/cmake/testing/catch.hpp"
#include "harness/machine/infiniband_facts.hpp"
#include "harness/machine/tcp_facts.hpp"
#include "harness/machine/tests/fake_machine.hpp"

using namespace syncbench::machine;

TEST_CASE("each interface has its settings, its kind and its counters") {
  FakeMachine machine;
  const std::string folder = "sys/class/net/";
  machine.write(folder + "bonding_masters", "\n");
  machine.write(folder + "eth0/ifindex", "2\n");
  machine.write(folder + "eth0/mtu", "9000\n");
  machine.write(folder + "eth0/statistics/rx_dropped", "7\n");
  machine.link(folder + "eth0/device/driver", "../../bus/pci/drivers/mlx5_core");
  machine.write(folder + "veth1/ifindex", "4\n");
  machine.write(folder + "veth1/iflink", "9\n");
  machine.link(folder + "veth1/master", "../br0");
  machine.write(folder + "br0/ifindex", "3\n");
  machine.write(folder + "br0/uevent", "DEVTYPE=bridge\nINTERFACE=br0\n");
  const Facts facts = network_facts(machine.tree());
  CHECK(value(facts, "net.interfaces") == whole(3));
  CHECK(*facts.find("net.eth0.mtu") == Fact{FactClass::config, whole(9000)});
  CHECK(value(facts, "net.eth0.kind") == text("hardware"));
  CHECK(value(facts, "net.eth0.driver") == text("mlx5_core"));
  CHECK(*facts.find("net.eth0.rx_dropped") == Fact{FactClass::counter, whole(7)});
  CHECK(value(facts, "net.eth0.speed_mbit") == unreadable("no such file"));
  CHECK(value(facts, "net.veth1.kind") == text("veth or stacked"));
  CHECK(value(facts, "net.veth1.master") == text("br0"));
  CHECK(value(facts, "net.br0.kind") == text("bridge"));
}

TEST_CASE("where /sys shows another network namespace's interfaces, counters are the process's own") {
  FakeMachine machine;
  machine.write("sys/class/net/host0/ifindex", "2\n");
  machine.write("sys/class/net/host0/mtu", "9000\n");
  machine.write("proc/net/dev",
                "Inter-|   Receive                                                |  Transmit\n"
                " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo "
                "colls carrier compressed\n"
                "  eth0: 1001 12 1 2 3 4 5 6 2002 13 7 8 9 10 11 12\n");
  const Facts facts = network_facts(machine.tree());
  CHECK(value(facts, "net.interfaces") == whole(1));
  CHECK(value(facts, "net.eth0.rx_bytes") == whole(1001));
  CHECK(value(facts, "net.eth0.multicast") == whole(6));
  CHECK(value(facts, "net.eth0.tx_dropped") == whole(8));
  CHECK(value(facts, "net.eth0.mtu") == unreadable("/sys shows another network namespace"));
  CHECK(facts.find("net.host0.mtu") == nullptr);
}

TEST_CASE("packets that were dropped or left for later are summed over processors, in hex") {
  FakeMachine machine;
  machine.write("proc/net/softnet_stat", "00184811 0000000a 00000001 0\n00186ff2 00000010 00000002 0\n");
  const Facts facts = network_facts(machine.tree());
  CHECK(value(facts, "net.softnet_dropped") == whole(26));
  CHECK(value(facts, "net.softnet_squeezed") == whole(3));
}

TEST_CASE("TCP counters are found by their column's name") {
  FakeMachine machine;
  machine.write("proc/net/snmp",
                "Ip: A B\nIp: 1 2\nTcp: ActiveOpens OutSegs RetransSegs\nTcp: 11 22 33\nUdp: A\nUdp: 1\n");
  machine.write("proc/net/netstat", "TcpExt: ListenDrops TCPTimeouts\nTcpExt: 44\n");
  machine.write("proc/sys/net/ipv4/tcp_rmem", "4096\t131072\t6291456\n");
  const Facts facts = tcp_facts(machine.tree());
  CHECK(value(facts, "tcp.OutSegs") == whole(22));
  CHECK(value(facts, "tcp.RetransSegs") == whole(33));
  CHECK(value(facts, "tcp.OutRsts") == unreadable("no such column"));
  CHECK(value(facts, "tcp.ListenDrops") == whole(44));
  CHECK(value(facts, "tcp.TCPTimeouts") == unreadable("no such column"));
  CHECK(value(facts, "tcp.receive_buffer") == text("4096 131072 6291456"));
}

TEST_CASE("an InfiniBand adapter has its firmware, links, address kinds and counters") {
  FakeMachine machine;
  const std::string adapter = "sys/class/infiniband/mlx5_0/";
  machine.write(adapter + "fw_ver", "28.39.1002\n");
  machine.write(adapter + "ports/1/state", "4: ACTIVE\n");
  machine.write(adapter + "ports/1/gid_attrs/types/0", "IB/RoCE v1\n");
  machine.write(adapter + "ports/1/gid_attrs/types/1", "RoCE v2\n");
  machine.write(adapter + "ports/1/gid_attrs/types/3", "RoCE v2\n");
  machine.write(adapter + "ports/1/counters/symbol_error", "5\n");
  machine.write(adapter + "ports/1/hw_counters/np_cnp_sent", "6\n");
  const Facts facts = infiniband_facts(machine.tree());
  CHECK(value(facts, "infiniband.mlx5_0.firmware") == text("28.39.1002"));
  CHECK(value(facts, "infiniband.mlx5_0.1.state") == text("4: ACTIVE"));
  CHECK(value(facts, "infiniband.mlx5_0.1.address_kinds") == text("RoCE v2 ×2, IB/RoCE v1 ×1"));
  CHECK(*facts.find("infiniband.mlx5_0.1.symbol_error") == Fact{FactClass::counter, whole(5)});
  CHECK(value(facts, "infiniband.mlx5_0.1.np_cnp_sent") == whole(6));
  CHECK(value(facts, "infiniband.mlx5_0.1.link_downed") == unreadable("no such file"));
  CHECK(facts.find("infiniband") == nullptr);
}
