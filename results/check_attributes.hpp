#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "results/departure_list.hpp"
#include "results/h5/handle.hpp"

namespace syncbench::results {

/// Each of these adds a sentence to the list for every attribute of `object` that is missing or not of that kind.
void require_texts(DepartureList& list, h5::Id object, const std::vector<std::string>& names);
void require_integers(DepartureList& list, h5::Id object, const std::vector<std::string>& names);
void require_numbers(DepartureList& list, h5::Id object, const std::vector<std::string>& names);  ///< integer or real
void require_flags(DepartureList& list, h5::Id object, const std::vector<std::string>& names);    ///< 0 or 1

/// The same for attributes that need not be there.
void check_optional_integers(DepartureList& list, h5::Id object, const std::vector<std::string>& names,
                             std::int64_t lowest);
void check_optional_flags(DepartureList& list, h5::Id object, const std::vector<std::string>& names);
void check_optional_numbers(DepartureList& list, h5::Id object, const std::vector<std::string>& names);

/// Every dataset directly in the group has a unit and a description.
void require_descriptions(DepartureList& list, const h5::Group& group);

}  // namespace syncbench::results
