#include "harness/measure/evidence_reader.hpp"

#include <cstddef>
#include <ctime>

#include <sys/resource.h>

namespace syncbench::measure {
namespace {

void read_processor_time(std::size_t at, std::span<std::int64_t> row) noexcept {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  row[at] = std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

void read_usage(std::size_t at, std::span<std::int64_t> row) noexcept {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  row[2 + at] = usage.ru_nvcsw;
  row[4 + at] = usage.ru_nivcsw;
  row[6 + at] = usage.ru_minflt;
  row[8 + at] = usage.ru_majflt;
}

}  // namespace

void read_evidence(Evidence evidence, EvidenceMoment moment, std::span<std::int64_t> row) noexcept {
  const auto at = static_cast<std::size_t>(moment);
  if (moment == EvidenceMoment::leave) read_processor_time(at, row);
  if (evidence == Evidence::full) read_usage(at, row);
  if (moment == EvidenceMoment::enter) read_processor_time(at, row);
}

}  // namespace syncbench::measure
