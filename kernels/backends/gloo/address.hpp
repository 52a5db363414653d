#pragma once

#include <string>

namespace syncbench::kernels::gloo_backend {

/// Numeric IPv4 or IPv6 address by which other hosts reach this one: that of the interface if one is named, else what
/// the host's name stands for, else that of the first interface that is up. Addresses of the loopback are right only
/// where all ranks are on one host. Blocks as the resolver does. Throws Error(unavailable) with a clause that names the
/// interfaces that there are.
std::string own_address(const std::string& interface, bool one_host);

}  // namespace syncbench::kernels::gloo_backend
