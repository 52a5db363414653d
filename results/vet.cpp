#include "results/vet.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/core/crash_signal.hpp"
#include "harness/core/error.hpp"
#include "results/reader.hpp"

namespace syncbench::results {
namespace {

VettedPart vet_one(const std::filesystem::path& part) {
  try {
    const RunReader reader(part);
    for (const IndexRow& row : reader.index()) reader.point(row.id);
    return {part, reader.header().run_id, ""};
  } catch (const Error& error) {
    if (error.code() == ExitCode::io) throw;
    const std::string place = part.string() + ": ";
    const std::string sentence = error.what();
    return {part, "", sentence.starts_with(place) ? sentence.substr(place.size()) : sentence};
  }
}

// In the child: "<exit code>\n<run>\n<problem>".
std::string answer(const std::filesystem::path& part) {
  try {
    const VettedPart vetted = vet_one(part);
    return fmt::format("0\n{}\n{}", vetted.run_id, vetted.problem);
  } catch (const Error& error) {
    return fmt::format("{}\n\n{}", static_cast<int>(error.code()), error.what());
  } catch (const std::exception& error) {
    return fmt::format("0\n\n{}", error.what());
  }
}

// A signal from outside says nothing about the part: the kernel, for instance, kills processes when memory runs short.
VettedPart ended_by(const std::filesystem::path& part, int signal) {
  if (is_crash(signal)) return {part, "", fmt::format("crashes the HDF5 library ({})", strsignal(signal))};
  throw Error(ExitCode::io,
              fmt::format("{}: the process that looked at it was ended ({}), perhaps because memory ran short",
                          part.string(), strsignal(signal)));
}

VettedPart vetted_from(const std::filesystem::path& part, const std::string& answer, int status) {
  if (WIFSIGNALED(status)) return ended_by(part, WTERMSIG(status));
  const std::size_t first = answer.find('\n'), second = answer.find('\n', first + 1);
  if (first == std::string::npos || second == std::string::npos) return {part, "", "cannot be looked at"};
  const std::string problem = answer.substr(second + 1);
  if (!answer.starts_with("0\n")) throw Error(ExitCode::io, problem);
  return {part, answer.substr(first + 1, second - first - 1), problem};
}

std::string read_to_end(int descriptor) {
  std::string all;
  std::array<char, 4096> bytes{};
  for (;;) {
    const ssize_t got = ::read(descriptor, bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return all;
    all.append(bytes.data(), static_cast<std::size_t>(got));
  }
}

VettedPart vet_one_apart(const std::filesystem::path& part) {
  std::array<int, 2> ends{};
  const bool open = ::pipe(ends.data()) == 0;
  const pid_t child = open ? ::fork() : -1;
  if (child < 0)
    throw Error(ExitCode::io, fmt::format("{}: cannot be looked at in a process of its own ({})", part.string(),
                                          system_message(errno)));
  if (child == 0) {
    const std::string text = answer(part);
    ::_exit(::write(ends[1], text.data(), text.size()) < 0 ? 1 : 0);
  }
  ::close(ends[1]);
  const std::string text = read_to_end(ends[0]);
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return vetted_from(part, text, status);
}

}  // namespace

std::vector<VettedPart> vet_apart(const std::vector<std::filesystem::path>& parts) {
  std::vector<VettedPart> vetted;
  vetted.reserve(parts.size());
  for (const std::filesystem::path& part : parts) vetted.push_back(vet_one_apart(part));
  return vetted;
}

std::vector<VettedPart> vet(const std::vector<std::filesystem::path>& parts) {
  std::vector<VettedPart> vetted;
  vetted.reserve(parts.size());
  for (const std::filesystem::path& part : parts) vetted.push_back(vet_one(part));
  return vetted;
}

std::string run_of_most(const std::vector<VettedPart>& parts) {
  std::map<std::string, std::size_t> counts;
  for (const VettedPart& each : parts) counts[each.run_id] += each.problem.empty() ? 1U : 0U;
  const VettedPart* most = nullptr;
  for (const VettedPart& each : parts) {
    if (each.problem.empty() && (most == nullptr || counts[each.run_id] > counts[most->run_id])) most = &each;
  }
  return most == nullptr ? std::string() : most->run_id;
}

SortedParts sort_out(const std::vector<VettedPart>& parts, const std::string& run_id) {
  SortedParts sorted;
  for (const VettedPart& each : parts) {
    if (!each.problem.empty()) {
      sorted.whole = false;
      sorted.left_out.push_back({each.part, each.problem});
    } else if (each.run_id != run_id) {
      sorted.left_out.push_back({each.part, fmt::format("belongs to run '{}' and not to '{}'", each.run_id, run_id)});
    } else {
      sorted.sound.push_back(each.part);
    }
  }
  return sorted;
}

SortedParts sort_out(const std::vector<VettedPart>& parts) {
  SortedParts sorted = sort_out(parts, run_of_most(parts));
  if (sorted.sound.empty() && !parts.empty())
    throw Error(ExitCode::data, fmt::format("{}: {}", parts.front().part.string(), parts.front().problem));
  return sorted;
}

}  // namespace syncbench::results
