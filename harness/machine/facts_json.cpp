#include "harness/machine/facts_json.hpp"

#include <nlohmann/json.hpp>

namespace syncbench::machine {
namespace {

using Json = nlohmann::json;

struct ToJson {
  Json operator()(const Unreadable& unreadable) const { return Json{{"unreadable", unreadable.reason}}; }
  template <class Scalar>
  Json operator()(const Scalar& scalar) const {
    return Json(scalar);
  }
};

}  // namespace

std::string to_json(const Facts& facts) {
  Json classes = Json::object();
  for (const std::string_view name : names_of<FactClass>()) classes[std::string(name)] = Json::object();
  for (const auto& [name, fact] : facts.all()) {
    classes[std::string(name_of(fact.fact_class))][name] = std::visit(ToJson{}, fact.value);
  }
  return classes.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace syncbench::machine
