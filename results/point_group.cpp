#include "results/point_group.hpp"

#include <fmt/format.h>

#include "results/h5/attribute.hpp"
#include "results/h5/group.hpp"
#include "results/parts.hpp"
#include "results/sample_schema.hpp"
#include "results/times.hpp"

namespace syncbench::results {

h5::Group create_point(const h5::File& file, const PointHeader& point) {
  h5::Group group = h5::create_group(h5::create_group(file.id(), "points").id(), point.id);
  for (const auto& [name, value] : point.attributes) h5::write_attribute(group.id(), name, value);
  return group;
}

h5::Group open_point(const h5::File& file, const std::string& id) {
  if (!is_valid_id(id)) h5::refuse(file.id(), "points", fmt::format("'{}' cannot be the id of a point", id));
  return h5::open_group(h5::open_group(file.id(), "points").id(), id);
}

PointHeader read_point(const h5::Group& point, const std::string& id) {
  PointHeader header{id, {}, {}, {}};
  for (const std::string& name : h5::attribute_names(point.id())) {
    const auto found = header.attributes.emplace(name, h5::read_attribute(point.id(), name)).first;
    require_time(point.id(), name, found->second);
  }
  if (h5::has(point.id(), kMarks.name)) {
    header.mark_names = h5::read_texts(h5::open_dataset(point.id(), kMarks.name).id(), "mark_names");
  }
  if (h5::has(point.id(), kEvidence.name)) {
    header.counter_names = h5::read_texts(h5::open_dataset(point.id(), kEvidence.name).id(), "counter_names");
  }
  return header;
}

bool is_measured(const h5::Group& point) {
  const std::string status = h5::read_text(point.id(), "status");
  if (status == kMeasured) return true;
  if (status == kNotMeasured) return false;
  h5::refuse(point.id(), "", fmt::format("attribute 'status' is '{}'", status));
}

}  // namespace syncbench::results
