#include "results/pending_file.hpp"

#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "harness/core/error.hpp"
#include "results/h5/file.hpp"
#include "results/temporary.hpp"

namespace syncbench::results {

PendingFile::PendingFile(std::filesystem::path file) : file_(std::move(file)), temporary_(temporary_name(file_)) {
  try {
    h5_ = h5::create_file(temporary_, outcome_);
  } catch (const h5::Failure&) {
    // The system's own reason says more.
    require_written();
    throw;
  }
}

PendingFile::~PendingFile() {
  if (committed_) return;
  outcome_.abandon();
  h5_ = h5::File();
  ::unlink(temporary_.c_str());
}

void PendingFile::require_written() const {
  if (outcome_.first_error == 0) return;
  throw Error(ExitCode::io,
              fmt::format("{}: could not be written ({})", file_.string(), system_message(outcome_.first_error)));
}

std::filesystem::path PendingFile::commit(Taken taken) {
  h5::flush(h5_);
  require_written();
  h5::close_last(h5_);
  require_written();
  check();
  std::filesystem::path name = publish(temporary_, file_, taken);
  committed_ = true;
  return name;
}

// Opening compares the end that the superblock names with the file's.
void PendingFile::check() const {
  h5::File again = h5::open_file(temporary_);
  again.close();
}

}  // namespace syncbench::results
