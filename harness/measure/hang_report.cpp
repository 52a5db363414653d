#include "harness/measure/hang_report.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <span>
#include <tuple>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/measure/progress.hpp"

namespace syncbench::measure {
namespace {

constexpr std::size_t kMostNamed = 8;
using Path = FixedText<4096>;

// "<folder>/<prefix>hang.<rank>", ended with a zero byte.
Path path_of(const char* folder, std::string_view prefix, Rank rank) noexcept {
  Path path(folder);
  path += "/";
  path += prefix;
  path += "hang.";
  path += static_cast<std::uint64_t>(rank.value);
  path += std::string_view("\0", 1);
  return path;
}

// A file that was opened; closed at the end of its life.
class Descriptor {
 public:
  Descriptor(const Path& path, int flags) noexcept : number_(open(path.view().data(), flags | O_CLOEXEC, 0644)) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  bool is_regular() const noexcept {
    struct stat about {};
    return number_ >= 0 && fstat(number_, &about) == 0 && S_ISREG(about.st_mode);
  }

  bool write_all(std::string_view bytes) const noexcept {
    while (!bytes.empty()) {
      const ssize_t written = write(number_, bytes.data(), bytes.size());
      if (written <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
  }

  std::size_t read_all(std::span<char> to) const noexcept {
    std::size_t size = 0;
    for (ssize_t more = 1; more > 0 && size < to.size(); size += static_cast<std::size_t>(std::max<ssize_t>(0, more)))
      more = read(number_, to.data() + size, to.size() - size);
    return size;
  }

 private:
  int number_;
};

// The next line without its end; nothing where no whole line is left.
std::optional<std::string_view> next_line(std::string_view& text) noexcept {
  const auto end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

std::optional<HangReport> parsed(std::string_view text) noexcept {
  const auto host = next_line(text), phase = next_line(text), point = next_line(text), number = next_line(text);
  if (!number) return std::nullopt;
  HangReport report{.host = *host, .phase = *phase, .point = *point};
  const auto result = std::from_chars(number->data(), number->data() + number->size(), report.number);
  if (result.ec != std::errc{}) return std::nullopt;
  report.note = next_line(text).value_or(std::string_view{});
  return report;
}

// Phases before the points, all those of points, and phases behind them.
int stage_of(const HangReport& report) noexcept {
  const auto phase = value_named<Phase>(report.phase.view());
  const bool of_points = !report.point.empty() || !phase;
  return static_cast<int>(of_points ? Phase::preparing : *phase);
}

// Points are numbered in the order of the run, so the order of their ids is the order of time.
bool is_before(const HangReport& a, const HangReport& b) noexcept {
  return std::tuple(stage_of(a), a.point.view(), a.number) < std::tuple(stage_of(b), b.point.view(), b.number);
}

// Calls `take` with the report, or nothing, of every rank.
template <class Take>
void for_each_report(const char* folder, std::size_t ranks, Take take) noexcept {
  for (int rank = 0; rank < static_cast<int>(ranks); ++rank) take(Rank{rank}, read_hang_report(folder, Rank{rank}));
}

// "rank 1 on n1, rank 3 on n2, and 11 more", and how many they are.
class Names {
 public:
  explicit Names(const Roll& roll) noexcept : hosts_(roll.hosts) {}

  // `reported`: the host by the rank's own report, for where hosts are not known.
  void add(Rank rank, std::string_view reported = {}) noexcept {
    if (++count_ > kMostNamed) return;
    text_ += count_ == 1 ? "rank " : ", rank ";
    text_ += static_cast<std::uint64_t>(rank.value);
    if (hosts_ != nullptr) reported = (*hosts_)[static_cast<std::size_t>(rank.value)];
    if (reported.empty()) return;
    text_ += " on ";
    text_ += reported;
  }

  std::size_t count() const noexcept { return count_; }

  void append_to(HangSentence& sentence) const noexcept {
    sentence += text_.view();
    if (count_ <= kMostNamed) return;
    sentence += ", and ";
    sentence += count_ - kMostNamed;
    sentence += " more";
  }

 private:
  const std::vector<std::string>* hosts_;
  FixedText<1024> text_;
  std::size_t count_ = 0;
};

// What one look at all reports gives.
struct Survey {
  explicit Survey(const Roll& roll) noexcept : missing(roll), shared(roll.folder_is_shared) {}

  void take(Rank rank, const std::optional<HangReport>& report) noexcept {
    if (!report) return missing.add(rank);
    if (!lowest) lowest = report;
    shared = shared || report->host.view() != lowest->host.view();
    if (!furthest || is_before(*furthest, *report)) furthest = report;
    if (note.empty()) note = report->note;
  }

  Names missing;
  bool shared;  // the folder
  std::optional<HangReport> lowest, furthest;
  FixedText<256> note;
};

void append_place(HangSentence& sentence, const std::optional<HangReport>& report) noexcept {
  if (!report) {
    sentence += "at an unknown point";
    return;
  }
  if (report->point.empty()) {
    sentence += "in phase ";
    sentence += report->phase.view();
    return;
  }
  sentence += "at point ";
  sentence += report->point.view();
  sentence += ", ";
  sentence += report->phase.view();
  sentence += ", iteration ";
  sentence += report->number;
}

void append_missing(HangSentence& sentence, const char* folder, const Survey& survey) noexcept {
  survey.missing.append_to(sentence);
  sentence += survey.missing.count() == 1 ? " does" : " do";
  sentence += " not answer (stopped, dead, or its node is gone";
  if (!survey.shared) {
    sentence += "; or it began later, or its node has another ";
    sentence += folder;
  }
  sentence += ")";
}

void append_cause(HangSentence& sentence, const char* folder, const Roll& roll, const Survey& survey) noexcept {
  if (survey.missing.count() > 0) return append_missing(sentence, folder, survey);
  Names behind(roll);
  for_each_report(folder, roll.ranks, [&](Rank rank, const std::optional<HangReport>& report) {
    if (report && is_before(*report, *survey.furthest)) behind.add(rank, report->host.view());
  });
  if (behind.count() == 0) {
    sentence += "all ranks wait at the same place, so the communication library or the network is stuck";
    return;
  }
  behind.append_to(sentence);
  sentence += behind.count() == 1 ? " is behind the others" : " are behind the others";
}

}  // namespace

bool write_hang_report(const char* folder, Rank rank, const HangReport& report) noexcept {
  FixedText<512> text(report.host.view());
  for (const std::string_view line : {report.phase.view(), report.point.view()}) {
    text += "\n";
    text += line;
  }
  text += "\n";
  text += report.number;
  text += "\n";
  text += report.note.view();
  text += "\n";
  const Path temporary = path_of(folder, ".", rank);
  unlink(temporary.view().data());  // of a run before, or what somebody put there
  bool whole = false;
  {
    const Descriptor file(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
    whole = file.is_regular() && file.write_all(text.view());
  }
  return whole && rename(temporary.view().data(), path_of(folder, "", rank).view().data()) == 0;
}

std::optional<HangReport> read_hang_report(const char* folder, Rank rank) noexcept {
  const Descriptor file(path_of(folder, "", rank), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if (!file.is_regular()) return std::nullopt;
  std::array<char, 1024> bytes{};
  return parsed({bytes.data(), file.read_all(bytes)});
}

std::optional<Rank> lowest_reporting_rank(const char* folder, std::size_t ranks) noexcept {
  for (int rank = 0; rank < static_cast<int>(ranks); ++rank) {
    if (read_hang_report(folder, Rank{rank})) return Rank{rank};
  }
  return std::nullopt;
}

void remove_hang_reports(const char* folder, std::size_t ranks) noexcept {
  for (int rank = 0; rank < static_cast<int>(ranks); ++rank) {
    for (const std::string_view prefix : {".", ""}) unlink(path_of(folder, prefix, Rank{rank}).view().data());
  }
}

HangSentence hang_sentence(const char* folder, const Roll& roll, Nanos timeout) noexcept {
  Survey survey(roll);
  for_each_report(folder, roll.ranks,
                  [&](Rank rank, const std::optional<HangReport>& report) { survey.take(rank, report); });
  HangSentence sentence("no progress for ");
  sentence += static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(timeout).count());
  sentence += " s ";
  append_place(sentence, survey.lowest);
  sentence += ": ";
  append_cause(sentence, folder, roll, survey);
  if (survey.note.empty()) return sentence;
  sentence += " (";
  sentence += survey.note.view();
  sentence += ")";
  return sentence;
}

}  // namespace syncbench::measure
