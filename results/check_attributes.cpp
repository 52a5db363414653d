#include "results/check_attributes.hpp"

#include <fmt/format.h>

#include "results/h5/attribute.hpp"
#include "results/h5/group.hpp"

namespace syncbench::results {
namespace {

void require_text(h5::Id object, const std::string& name) { h5::read_text(object, name); }

void require_integer(h5::Id object, const std::string& name) { h5::read_integer(object, name); }

void require_number(h5::Id object, const std::string& name) {
  if (!std::holds_alternative<std::string>(h5::read_attribute(object, name))) return;
  h5::refuse(object, "", fmt::format("attribute '{}' is not a number", name));
}

void require_flag(h5::Id object, const std::string& name) {
  const std::int64_t value = h5::read_integer(object, name);
  if (value == 0 || value == 1) return;
  h5::refuse(object, "", fmt::format("attribute '{}' is {} and neither 0 nor 1", name, value));
}

std::vector<std::string> those_there(h5::Id object, const std::vector<std::string>& names) {
  std::vector<std::string> there;
  for (const std::string& name : names) {
    if (h5::has_attribute(object, name)) there.push_back(name);
  }
  return there;
}

void require_all(DepartureList& list, h5::Id object, const std::vector<std::string>& names,
                 void (*require)(h5::Id, const std::string&)) {
  for (const std::string& name : names) list.check([&] { require(object, name); });
}

}  // namespace

void require_texts(DepartureList& list, h5::Id object, const std::vector<std::string>& names) {
  require_all(list, object, names, require_text);
}

void require_integers(DepartureList& list, h5::Id object, const std::vector<std::string>& names) {
  require_all(list, object, names, require_integer);
}

void require_numbers(DepartureList& list, h5::Id object, const std::vector<std::string>& names) {
  require_all(list, object, names, require_number);
}

void require_flags(DepartureList& list, h5::Id object, const std::vector<std::string>& names) {
  require_all(list, object, names, require_flag);
}

void check_optional_integers(DepartureList& list, h5::Id object, const std::vector<std::string>& names,
                             std::int64_t lowest) {
  for (const std::string& name : those_there(object, names)) {
    list.check([&] {
      const std::int64_t value = h5::read_integer(object, name);
      if (value < lowest) h5::refuse(object, "", fmt::format("attribute '{}' is {} and below {}", name, value, lowest));
    });
  }
}

void check_optional_flags(DepartureList& list, h5::Id object, const std::vector<std::string>& names) {
  require_flags(list, object, those_there(object, names));
}

void check_optional_numbers(DepartureList& list, h5::Id object, const std::vector<std::string>& names) {
  require_numbers(list, object, those_there(object, names));
}

void require_descriptions(DepartureList& list, const h5::Group& group) {
  for (const std::string& name : h5::children(group)) {
    list.check([&] {
      if (!h5::is_dataset(group.id(), name)) return;
      const h5::Dataset dataset = h5::open_dataset(group.id(), name);
      require_texts(list, dataset.id(), {"unit", "description"});
    });
  }
}

}  // namespace syncbench::results
