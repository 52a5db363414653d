// Preloaded into a program it counts what the program asks of a file system below a folder, and lets one of these
// operations, or all from one on, go wrong. faults_test.py and survival_test.py use it.
//
//   FILE_FAULTS_BELOW=FOLDER   absolute; operations on anything else are not counted
//   FILE_FAULTS_RANK=R         only in this rank of an MPI job
//   FILE_FAULTS_LOG=FILE       gets a record an operation: "number name path other-or-offset size\n" and the bytes
//   FILE_FAULTS_AT=N           the operation that goes wrong, from 1
//   FILE_FAULTS_KIND=KIND      kill-before, kill-after, short (half of a write), or an errno value
//   FILE_FAULTS_ON=1           all operations from there on that can fail so
//   FILE_FAULTS_LACKS=NAMES    renameat2 or renameat2,link: what the file system does not offer
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

std::string_view setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

struct Settings {
  std::string below{setting("FILE_FAULTS_BELOW")};
  std::string_view kind = setting("FILE_FAULTS_KIND");
  std::string_view lacks = setting("FILE_FAULTS_LACKS");
  long at = std::atol(std::string(setting("FILE_FAULTS_AT")).c_str());
  int error = std::atoi(std::string(kind).c_str());
  bool on = !setting("FILE_FAULTS_ON").empty();
  int log = -1;
  long count = 0;
  std::array<std::string, 1024> names{};  // of open files, by descriptor

  Settings() {
    const char* rank = std::getenv("OMPI_COMM_WORLD_RANK");
    if (rank == nullptr) rank = std::getenv("PMI_RANK");
    const std::string_view wanted = setting("FILE_FAULTS_RANK");
    if (!wanted.empty() && (rank == nullptr || wanted != rank)) below.clear();
    const std::string file(setting("FILE_FAULTS_LOG"));
    if (!below.empty() && !file.empty())
      log = static_cast<int>(syscall(SYS_openat, AT_FDCWD, file.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666));
  }
};

Settings& settings() {
  static Settings* const all = new Settings;  // outlives whoever closes files at the end
  return *all;
}

bool is_ours(std::string_view path) {
  const std::string& below = settings().below;
  return !below.empty() && path.starts_with(below) && (path.size() == below.size() || path[below.size()] == '/');
}

std::string_view name_of(int descriptor) {
  const auto& names = settings().names;
  const auto at = static_cast<std::size_t>(descriptor);
  return descriptor >= 0 && at < names.size() ? std::string_view(names[at]) : std::string_view();
}

void rename_descriptor(int descriptor, std::string_view name) {
  if (descriptor >= 0 && static_cast<std::size_t>(descriptor) < settings().names.size())
    settings().names[static_cast<std::size_t>(descriptor)] = name;
}

// How an operation can fail, besides EIO: as one that takes space may.
enum class Fails { reading, space };

void log(const char* name, std::string_view path, std::string_view other, std::string_view bytes) {
  const Settings& s = settings();
  if (s.log < 0) return;
  std::string record = std::to_string(s.count) + '\t' + name + '\t' + std::string(path) + '\t' + std::string(other) +
                       '\t' + std::to_string(bytes.size()) + '\n';
  record += bytes;
  syscall(SYS_write, s.log, record.data(), record.size());
}

void die() { kill(getpid(), SIGKILL); }

// One operation: counts it, logs it if it succeeded, and lets it go wrong if it is the one. -1 with errno: it did.
template <class Work>
auto operation(const char* name, Fails how, std::string_view path, std::string_view other, std::string_view bytes,
               Work&& work) -> decltype(work()) {
  Settings& s = settings();
  ++s.count;
  const bool now = s.at > 0 && (s.count == s.at || (s.on && s.count > s.at));
  if (now && s.kind == "kill-before") die();
  const bool fits = s.error == EIO || how == Fails::space;
  if (now && s.error != 0 && fits) {
    errno = s.error;
    return -1;
  }
  const auto result = work();
  const int error = errno;
  if (result >= 0) log(name, path, other, bytes);
  if (now && s.kind == "kill-after") die();
  errno = error;
  return result;
}

ssize_t write_at(const char* name, int descriptor, const void* bytes, std::size_t size, off_t at) {
  Settings& s = settings();
  const bool shorter = s.kind == "short" && size > 1 && (s.count + 1 == s.at || (s.on && s.count + 1 > s.at));
  if (shorter) size /= 2;
  const std::string_view text(static_cast<const char*>(bytes), size);
  return operation(name, Fails::space, name_of(descriptor), std::to_string(at), text, [&]() -> ssize_t {
    return at < 0 ? syscall(SYS_write, descriptor, bytes, size) : syscall(SYS_pwrite64, descriptor, bytes, size, at);
  });
}

int open_file(const char* path, int flags, unsigned mode) {
  const auto work = [&] { return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode)); };
  if (!is_ours(path)) {
    const int descriptor = work();
    rename_descriptor(descriptor, "");
    return descriptor;
  }
  const bool creates = (flags & O_CREAT) != 0;
  const int descriptor =
      operation(creates ? "create" : "open", creates ? Fails::space : Fails::reading, path, "", "", work);
  rename_descriptor(descriptor, path);
  return descriptor;
}

unsigned mode_of(int flags, va_list arguments) { return (flags & O_CREAT) != 0 ? va_arg(arguments, unsigned) : 0; }

bool lacks(std::string_view name) { return settings().lacks.find(name) != std::string_view::npos; }

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const unsigned mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_file(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const unsigned mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_file(path, flags, mode);
}

int close(int descriptor) {
  static auto* const next = real<int(int)>("close");
  if (name_of(descriptor).empty()) return next(descriptor);
  const std::string name(name_of(descriptor));
  rename_descriptor(descriptor, "");
  // As Linux does it: the descriptor is free also when the answer is an error.
  const int result = operation("close", Fails::space, name, "", "", [&] { return next(descriptor); });
  if (result < 0) next(descriptor);
  return result;
}

// What a program says on its standard output is in the log too: "done p0000".
ssize_t write(int descriptor, const void* bytes, size_t size) {
  if (descriptor == STDOUT_FILENO && !settings().below.empty())
    log("say", "", "", {static_cast<const char*>(bytes), size});
  if (name_of(descriptor).empty()) return syscall(SYS_write, descriptor, bytes, size);
  return write_at("write", descriptor, bytes, size, -1);
}

ssize_t pwrite(int descriptor, const void* bytes, size_t size, off_t at) {
  if (name_of(descriptor).empty()) return syscall(SYS_pwrite64, descriptor, bytes, size, at);
  return write_at("pwrite", descriptor, bytes, size, at);
}

ssize_t pwrite64(int descriptor, const void* bytes, size_t size, off64_t at) {
  return pwrite(descriptor, bytes, size, at);
}

ssize_t pread(int descriptor, void* bytes, size_t size, off_t at) {
  const auto work = [&]() -> ssize_t { return syscall(SYS_pread64, descriptor, bytes, size, at); };
  if (name_of(descriptor).empty()) return work();
  return operation("pread", Fails::reading, name_of(descriptor), "", "", work);
}

ssize_t pread64(int descriptor, void* bytes, size_t size, off64_t at) { return pread(descriptor, bytes, size, at); }

int fsync(int descriptor) {
  static auto* const next = real<int(int)>("fsync");
  if (name_of(descriptor).empty()) return next(descriptor);
  return operation("fsync", Fails::space, name_of(descriptor), "", "", [&] { return next(descriptor); });
}

int ftruncate(int descriptor, off_t size) {
  static auto* const next = real<int(int, off_t)>("ftruncate");
  if (name_of(descriptor).empty()) return next(descriptor, size);
  return operation("ftruncate", Fails::space, name_of(descriptor), std::to_string(size), "",
                   [&] { return next(descriptor, size); });
}

int ftruncate64(int descriptor, off64_t size) { return ftruncate(descriptor, size); }

int rename(const char* from, const char* to) {
  static auto* const next = real<int(const char*, const char*)>("rename");
  if (!is_ours(from)) return next(from, to);
  return operation("rename", Fails::space, from, to, "", [&] { return next(from, to); });
}

int renameat2(int, const char* from, int, const char* to, unsigned flags) {
  const auto work = [&] { return static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, flags)); };
  if (!is_ours(from)) return work();
  return operation("rename", Fails::space, from, to, "", [&] {
    if (!lacks("renameat2")) return work();
    errno = EINVAL;
    return -1;
  });
}

int link(const char* from, const char* to) {
  static auto* const next = real<int(const char*, const char*)>("link");
  if (!is_ours(from)) return next(from, to);
  return operation("link", Fails::space, from, to, "", [&] {
    if (!lacks("link")) return next(from, to);
    errno = EPERM;
    return -1;
  });
}

int unlink(const char* path) {
  static auto* const next = real<int(const char*)>("unlink");
  if (!is_ours(path)) return next(path);
  return operation("unlink", Fails::reading, path, "", "", [&] { return next(path); });
}

int mkdir(const char* path, mode_t mode) {
  static auto* const next = real<int(const char*, mode_t)>("mkdir");
  if (!is_ours(path)) return next(path, mode);
  return operation("mkdir", Fails::space, path, "", "", [&] { return next(path, mode); });
}

int rmdir(const char* path) {
  static auto* const next = real<int(const char*)>("rmdir");
  if (!is_ours(path)) return next(path);
  return operation("rmdir", Fails::reading, path, "", "", [&] { return next(path); });
}

}  // extern "C"
