#include "harness/app/point_record.hpp"

namespace syncbench::app {
namespace {

std::string text(std::string_view view) { return std::string(view); }

std::int64_t whole(std::size_t number) { return static_cast<std::int64_t>(number); }

std::string participants_text(const std::vector<kernels::Group>& groups) {
  std::string all;
  for (const kernels::Group& group : groups) {
    for (const Rank rank : group.ranks) all += (all.empty() ? "" : ",") + std::to_string(rank.value);
  }
  return all.empty() ? "all" : all;
}

// What is gone over, not what was asked for: whole slots, and for a large message one may be more than enough.
void add_buffers(const kernels::Workload& workload, int ranks, const suite::World& world, results::Attributes& a) {
  const bool rotates = workload.buffers.use == kernels::BufferUse::rotate;
  const std::size_t slots = slots_of(workload, ranks);
  a["buffers"] = text(name_of(workload.buffers.use));
  a["buffer_slots"] = whole(slots);
  a["working_set_bytes"] = whole(slots * slot_size(workload, ranks).count);
  a["working_set_capped"] = std::int64_t{rotates && world.working_set.capped};
}

// The policy by its name and its numbers apart, so that `--where` can choose by either.
void describe_policy(const kernels::Workload& workload, int ranks, results::Attributes& a) {
  a["policy"] = text(name_of(workload.policy));
  switch (workload.policy) {
    case kernels::IssuePolicy::bucketed:
      a["bucket_first"] = whole(workload.buckets.first.count);
      a["bucket_limit"] = whole(workload.buckets.rest.count);
      [[fallthrough]];
    case kernels::IssuePolicy::fused:
      a["extra_bytes"] = whole(extra_bytes_of(workload, ranks).count);
      a["issued"] = whole(issued_operations(workload, ranks));
      return;
    case kernels::IssuePolicy::overlapped:
      a["compute_ns"] = workload.compute.count();
      return;
    case kernels::IssuePolicy::serial:
    case kernels::IssuePolicy::pipelined:
    case kernels::IssuePolicy::grouped:
      return;
  }
}

// What communicates, and with what.
void describe_workload(const suite::Point& point, const RunFacts& facts, results::Attributes& a) {
  const kernels::Workload& workload = point.workload;
  const int ranks = ranks_together(point, facts.world);
  const kernels::Operation& first = workload.operations.front();
  const auto traffic = largest_traffic(workload, ranks);
  a["op"] = text(name_of(first.op));
  a["layout"] = layout_text(first.layout);
  a["placement"] = text(name_of(first.placement));
  a["root"] = std::int64_t{first.root.value};
  describe_policy(workload, ranks, a);
  if (packs(workload.packing)) a["extra_bytes"] = whole(extra_bytes_of(workload, ranks).count);
  a["pieces"] = whole(workload.operations.size());
  a["bytes_send"] = whole(traffic.send.count);
  a["bytes_receive"] = whole(traffic.receive.count);
  add_buffers(workload, ranks, facts.world, a);
}

// What every point has to say and a probe has not.
void describe_probe(const kernels::Probe& probe, results::Attributes& a) {
  a["policy"] = std::string("none");
  a["pieces"] = std::int64_t{0};
  a["bytes_send"] = a["bytes_receive"] = std::int64_t{0};
  if (const auto* quantum = std::get_if<kernels::WorkQuantum>(&probe)) a["quantum_ns"] = quantum->length.count();
  if (memory_place(probe) != nullptr) a["memory_bytes"] = whole(memory_size(probe).count);
  if (std::holds_alternative<kernels::MemoryChase>(probe)) a["steps"] = whole(kernels::kChaseSteps);
}

}  // namespace

results::PointHeader describe(const PlannedPoint& planned, const RunFacts& facts) {
  const Treatment& treatment = planned.point.treatment;
  results::PointHeader header{.id = planned.id, .attributes = {}, .mark_names = {}, .counter_names = {}};
  results::Attributes& a = header.attributes;
  for (const auto& [name, value] : planned.point.factors) a[name] = value;
  a["suite"] = planned.suite;
  a["backend"] = planned.backend;
  if (!planned.point.workload.algorithm.empty()) a["algorithm"] = planned.point.workload.algorithm;
  a["group"] = planned.group;
  a["operation"] = text(operation_text(planned.point));
  a["type"] = text(type_text(planned.point));
  a["participants"] = participants_text(planned.point.groups);
  if (planned.point.probe) describe_probe(*planned.point.probe, a);
  if (!planned.point.probe) describe_workload(planned.point, facts, a);
  a["waiting"] = std::string(facts.yields || shares_a_core(planned.point) ? "yield" : "spin");
  a["start"] = text(name_of(treatment.start));
  a["verify"] = text(name_of(treatment.verify));
  a["evidence"] = text(name_of(treatment.evidence));
  a["seed"] = static_cast<std::int64_t>(facts.seed);
  a["clock"] = text(name_of(facts.clock));
  a["timer_overhead_ns"] = facts.floor.overhead.count();
  a["timer_resolution_ns"] = facts.floor.resolution.count();
  return header;
}

void add_outcome(results::PointHeader& header, const Treatment& treatment, const measure::Measurement& measurement,
                 const std::vector<std::string>& mark_names) {
  const bool looked = std::get<std::string>(header.attributes.at("verify")) != name_of(VerifyMode::off);
  header.attributes["operations_per_sample"] = whole(measurement.operations);
  header.attributes["warmup_iterations"] = whole(measurement.warmup);
  header.attributes["steadiness"] = text(name_of(measurement.steadiness));
  header.attributes["stop_reason"] = text(name_of(measurement.stop_cause));
  header.attributes["verified"] = std::int64_t{looked && !measurement.corrupt};
  header.mark_names = mark_names;
  header.counter_names = evidence_names(treatment.evidence);
  if (!treatment.lateness) return;
  header.attributes["lateness_ns"] = measurement.lateness.count();
  header.attributes["lateness_unit_ns"] = measurement.lateness_unit.count();
  if (treatment.lateness->shape == LatenessShape::periodic)
    header.attributes["noise_length_ns"] = measurement.lateness.count();
}

}  // namespace syncbench::app
