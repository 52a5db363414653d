#include "harness/machine/unreadable.hpp"

#include <cerrno>

#include "harness/core/error.hpp"

namespace syncbench::machine {

Unreadable because_of(int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      return {"no such file"};
    case EACCES:
    case EPERM:
      return {"permission denied"};
    case ENODEV:
    case ENXIO:
    case EOPNOTSUPP:
      return {std::string(kNotOnThisMachine)};
    default:
      return {system_message(error_number)};
  }
}

}  // namespace syncbench::machine
