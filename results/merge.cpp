#include "results/merge.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "results/attempt.hpp"
#include "results/clock_rows.hpp"
#include "results/facts_group.hpp"
#include "results/h5/copy.hpp"
#include "results/h5/file.hpp"
#include "results/h5/group.hpp"
#include "results/input_file.hpp"
#include "results/parts.hpp"
#include "results/pending_file.hpp"
#include "results/rows.hpp"

namespace syncbench::results {
namespace {

std::uint64_t total_size(const std::vector<std::filesystem::path>& files) {
  std::uint64_t total = 0;
  for (const std::filesystem::path& file : files) {
    std::error_code problem;
    total += std::filesystem::file_size(file, problem);
    if (problem) {
      throw Error(ExitCode::io, fmt::format("{}: its size is not known ({})", file.string(), problem.message()));
    }
  }
  return total;
}

// A part that turned out to be damaged while it was copied.
struct Damaged {
  std::filesystem::path part;
  std::string reason;
};

void copy_points(const h5::File& part, const std::vector<IndexRow>& rows, const h5::Group& to) {
  const h5::Group from = h5::open_group(part.id(), "points");
  for (const IndexRow& row : rows) {
    if (!is_valid_id(row.id)) h5::refuse(from.id(), "", fmt::format("'{}' cannot be the id of a point", row.id));
    h5::copy(from.id(), row.id, to.id());
  }
}

// What the parts add up to.
struct Sum {
  std::vector<IndexRow> index;
  std::vector<ClockRow> clock;
};

void add_part(const std::filesystem::path& path, const PendingFile& merged, const h5::Group& points, Sum& sum) {
  try {
    const h5::File part = open_input(path);
    const std::vector<IndexRow> rows = read_rows<IndexRow>(part.id());
    copy_points(part, rows, points);
    sum.index.insert(sum.index.end(), rows.begin(), rows.end());
    append_clock(sum.clock, part.id());
    copy_facts(part.id(), merged.h5().id());
  } catch (const h5::SystemFailure& failure) {
    throw Error(ExitCode::io, fmt::format("{}: cannot be read ({})", path.string(), failure.reason()));
  } catch (const h5::Failure& failure) {
    merged.require_written();  // otherwise it is the part's fault
    throw Damaged{path, failure.what()};
  }
  merged.require_written();
}

std::filesystem::path merge_sound(const Merge& job) {
  require_space(job.file, total_size(job.parts.sound));
  return attempt(ExitCode::io, job.file, [&] {
    PendingFile merged(job.file);
    write_run(merged.h5().id(), job.header, job.log, job.end);
    merged.require_written();
    h5::Group points = h5::create_group(merged.h5().id(), "points");
    Sum sum;
    for (const std::filesystem::path& part : job.parts.sound) {
      add_part(part, merged, points, sum);
      if (job.after_part) job.after_part();
    }
    points.close();
    sort_unique(sum.clock);
    write_rows(merged.h5().id(), sum.clock);
    write_facts(merged.h5().id(), FactsMoment::end, job.end.facts);
    write_rows(merged.h5().id(), sum.index);
    return merged.commit(job.taken);
  });
}

void leave_out(SortedParts& parts, Damaged damaged) {
  std::erase(parts.sound, damaged.part);
  parts.left_out.push_back({std::move(damaged.part), std::move(damaged.reason)});
  parts.whole = false;
}

void refuse_if_nothing_is_sound(const SortedParts& parts) {
  if (!parts.sound.empty() || parts.left_out.empty()) return;
  const LeftOut& first = parts.left_out.front();
  throw Error(ExitCode::data,
              fmt::format("{}: {}, and no other part can be merged", first.part.string(), first.reason));
}

}  // namespace

// A damaged part may have left pieces of itself in the file: each time one is found the merge begins anew.
Merged merge(Merge job) {
  for (;;) {
    refuse_if_nothing_is_sound(job.parts);
    job.end.complete &= job.parts.whole;
    try {
      std::filesystem::path file = merge_sound(job);
      return {std::move(file), std::move(job.parts.sound), std::move(job.parts.left_out)};
    } catch (Damaged& damaged) {
      leave_out(job.parts, std::move(damaged));
    }
  }
}

std::string advice_after_failure(const std::filesystem::path& file) {
  return fmt::format(
      "; the points are safe in {}: when the cause is mended, merge them with 'syncbench-analyze recover'",
      parts_folder(file).string());
}

}  // namespace syncbench::results
