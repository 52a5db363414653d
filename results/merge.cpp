#include "merge.hpp"

#include <fmt/format.h>

#include "attempt.hpp"
#include "clock_rows.hpp"
#include "facts_group.hpp"
#include "h5/attribute.hpp"
#include "h5/file.hpp"
#include "h5/group.hpp"
#include "parts.hpp"
#include "pending_file.hpp"
#include "publish.hpp"
#include "rows.hpp"

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

h5::File open_part(const std::filesystem::path& part, const RunHeader& header) {
  return attempt(ExitCode::data, part, [&] {
    h5::File file = h5::open_file(part);
    const std::string run = h5::read_text(file.id(), "run_id");
    if (run != header.run_id) {
      h5::refuse(file.id(), "", fmt::format("belongs to run '{}' and not to '{}'", run, header.run_id));
    }
    return file;
  });
}

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

void add_part(const std::filesystem::path& path, const RunHeader& header, const h5::File& merged,
              const h5::Group& points, Sum& sum) {
  const h5::File part = open_part(path, header);
  attempt(ExitCode::data, path, [&] {
    const std::vector<IndexRow> rows = read_rows<IndexRow>(part.id());
    copy_points(part, rows, points);
    sum.index.insert(sum.index.end(), rows.begin(), rows.end());
    append_clock(sum.clock, part.id());
    copy_facts(part.id(), merged.id());
  });
}

}  // namespace

void merge(const std::filesystem::path& file, const std::vector<std::filesystem::path>& parts, const RunHeader& header,
           const std::vector<LogRow>& log, const RunEnd& end) {
  require_space(file, total_size(parts),
                fmt::format("the points are safe in {}: make room, then merge them with syncbench-analyze recover",
                            parts_folder(file).string()));
  attempt(ExitCode::io, file, [&] {
    PendingFile merged(file);
    write_run(merged.h5().id(), header, log, end);
    merged.require_written();
    h5::Group points = h5::create_group(merged.h5().id(), "points");
    Sum sum;
    for (const std::filesystem::path& part : parts) {
      add_part(part, header, merged.h5(), points, sum);
      merged.require_written();
    }
    points.close();
    sort_unique(sum.clock);
    write_rows(merged.h5().id(), sum.clock);
    write_facts(merged.h5().id(), FactsMoment::end, end.facts);
    write_rows(merged.h5().id(), sum.index);
    merged.commit();
  });
}

void remove_parts(const std::filesystem::path& file) {
  std::error_code problem;
  std::filesystem::remove_all(parts_folder(file), problem);
  if (!problem) return;
  throw Error(ExitCode::io, fmt::format("{} is complete, but its parts folder could not be removed ({})", file.string(),
                                        problem.message()));
}

}  // namespace syncbench::results
