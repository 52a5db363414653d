#include "kernels/module.hpp"

#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"

using namespace syncbench;
using Catch::Matchers::ContainsSubstring;

namespace {

namespace fs = std::filesystem;

// A folder with a module of somebody else, which is no library at all; gone with the object.
class ForeignModule {
 public:
  ForeignModule() : folder_(fs::temp_directory_path() / ("module_test." + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
    std::ofstream(file()) << "not a library";
    fs::permissions(folder_, fs::perms::owner_all);
    fs::permissions(file(), fs::perms::owner_read);
  }
  ~ForeignModule() { fs::remove_all(folder_); }
  ForeignModule(const ForeignModule&) = delete;
  ForeignModule& operator=(const ForeignModule&) = delete;

  fs::path folder() const { return folder_; }
  fs::path file() const { return folder_ / "libsyncbench-foreign.so"; }
  void let_everybody_write(const fs::path& path) const {
    fs::permissions(path, fs::perms::others_write, fs::perm_options::add);
  }

  // Why it is not opened.
  std::string refusal() const {
    try {
      kernels::open_backend_module("foreign", {folder_});
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::unavailable);
      return error.what();
    }
    return "it was opened";
  }

 private:
  fs::path folder_;
};

}  // namespace

TEST_CASE("a module in a folder that everybody may write to is not loaded") {
  const ForeignModule module;
  CHECK_THAT(module.refusal(), ContainsSubstring("cannot open the backend foreign"));  // it came as far as loading
  module.let_everybody_write(module.folder());
  CHECK_THAT(module.refusal(), ContainsSubstring("is not loaded, for everybody may write to") &&
                                   ContainsSubstring(module.folder().string()));
}

TEST_CASE("a link to a module that everybody may write to is not followed") {
  const ForeignModule module;
  const fs::path target = module.folder() / "elsewhere.so";
  fs::rename(module.file(), target);
  fs::create_symlink(target, module.file());
  module.let_everybody_write(target);
  CHECK_THAT(module.refusal(), ContainsSubstring("for everybody may write to " + target.string()));
}

TEST_CASE("a module in the working folder is not looked for") {
  const ForeignModule module;
  const fs::path before = fs::current_path();
  fs::current_path(module.folder());
  CHECK(fs::exists("libsyncbench-foreign.so"));
  CHECK(kernels::find_module("foreign", kernels::module_folders("")).empty());
  fs::current_path(before);
}
