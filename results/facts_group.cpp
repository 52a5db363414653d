#include "results/facts_group.hpp"

#include <fmt/format.h>

#include "results/h5/copy.hpp"
#include "results/h5/dataset.hpp"
#include "results/h5/group.hpp"
#include "results/rows.hpp"
#include "results/run_header.hpp"

namespace syncbench::results {
namespace {

constexpr const char* kFacts = "facts";

const char* name_of_moment(FactsMoment moment) noexcept { return moment == FactsMoment::begin ? "begin" : "end"; }

h5::Group open_or_create(h5::Id parent, const std::string& name) {
  return h5::has(parent, name) ? h5::open_group(parent, name) : h5::create_group(parent, name);
}

}  // namespace

bool has_point(const std::filesystem::path& part) { return part.stem() != kFactsPart; }

void write_facts(h5::Id file, FactsMoment moment, const std::vector<std::string>& json_by_node) {
  const h5::Group facts = open_or_create(h5::open_group(file, "run").id(), kFacts);
  for (std::size_t node = 0; node < json_by_node.size(); ++node) {
    if (json_by_node[node].empty()) continue;
    h5::write_text(open_or_create(facts.id(), fmt::format("{}", node)).id(), name_of_moment(moment), json_by_node[node],
                   "what the node is like, JSON by class: identity, config, counter, volatile");
  }
}

std::string read_facts(h5::Id file, std::int64_t node, FactsMoment moment) {
  const h5::Group run = h5::open_group(file, "run");
  const std::string name = fmt::format("{}", node);
  if (!h5::has(run.id(), kFacts)) return {};
  const h5::Group facts = h5::open_group(run.id(), kFacts);
  if (!h5::has(facts.id(), name)) return {};
  const h5::Group of_node = h5::open_group(facts.id(), name);
  return h5::has(of_node.id(), name_of_moment(moment)) ? h5::read_text_dataset(of_node.id(), name_of_moment(moment))
                                                       : std::string();
}

void copy_facts(h5::Id from, h5::Id to) {
  const h5::Group run = h5::open_group(from, "run");
  if (h5::has(run.id(), kFacts)) h5::copy(run.id(), kFacts, h5::open_group(to, "run").id());
}

void write_part_of_facts(const PartPlan& plan, const std::vector<std::string>& json_by_node) {
  PendingFile part(plan.file);
  const h5::Id file = part.h5().id();
  write_run(file, plan.header, plan.log, RunEnd{});
  write_rows(file, std::vector<ClockRow>{});
  write_facts(file, FactsMoment::begin, json_by_node);
  h5::create_group(file, "points").close();
  write_rows(file, std::vector<IndexRow>{});
  part.commit(Taken::fail);
}

}  // namespace syncbench::results
