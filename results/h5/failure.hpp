#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace syncbench::results::h5 {

/// HDF5's object identifier. Since 1.10 it is a 64-bit integer everywhere (asserted in handle.cpp), so our headers get
/// by without HDF5's, and whoever includes them does too.
using Id = std::int64_t;
inline constexpr Id kNone = -1;

/// A call of the HDF5 library that failed, or content that is not what was expected: place inside the file and reason.
/// The file's name and the exit code are added by `attempt`, because only the caller knows whether it reads or writes.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The operating system refused to read: that says nothing about the file's content.
class SystemFailure : public Failure {
 public:
  SystemFailure(const std::string& problem, const std::string& reason) : Failure(problem), reason_(reason) {}
  const std::string& reason() const noexcept { return reason_; }  ///< the system's words

 private:
  std::string reason_;
};

/// Throws SystemFailure for a read of ours that HDF5 had no part in.
[[noreturn]] void fail_to_read(int error_number);

/// Throws SystemFailure if the system refused a read of HDF5's last call: for calls that do not say that they failed.
void require_read(Id object);

/// For our file drivers, which HDF5 calls: puts a failed system call on HDF5's error stack, where fail() finds it.
void report_to_hdf5(int error_number) noexcept;

/// Throws Failure "<path of object>/<name>: <problem> (<HDF5's innermost reason>)", or SystemFailure
/// if that reason came from report_to_hdf5(). To be called right after the HDF5
/// call that failed: any other call clears HDF5's reason. `name` may be empty.
[[noreturn]] void fail(Id object, std::string_view name, std::string_view problem);

/// Throws Failure "<path of object>/<name>: <problem>", for content that is wrong though HDF5 was content with it.
[[noreturn]] void refuse(Id object, std::string_view name, std::string_view problem);

/// Path of an object inside its file, with the name of something below it: "/points/p0000/enter".
std::string place(Id object, std::string_view name);

/// Stops HDF5 from printing its error stack on stderr. The setting is the library's (per thread in thread-safe builds).
void silence() noexcept;

}  // namespace syncbench::results::h5
