#include "probe.hpp"

namespace syncbench::kernels {
namespace {

struct NameOf {
  std::string_view operator()(const SelfishLoop&) const noexcept { return "selfish-loop"; }
  std::string_view operator()(const WorkQuantum&) const noexcept { return "work-quantum"; }
};

}  // namespace

std::string_view name_of(const Probe& probe) noexcept { return std::visit(NameOf{}, probe); }

}  // namespace syncbench::kernels
