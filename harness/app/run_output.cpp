#include "harness/app/run_output.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>

#include <fmt/format.h>

#include "harness/app/agreed_error.hpp"
#include "harness/app/estimate.hpp"
#include "harness/app/identity.hpp"
#include "harness/app/output_file.hpp"
#include "harness/app/result_name.hpp"
#include "harness/core/shown_text.hpp"
#include "harness/core/text.hpp"
#include "harness/mpi/exchange.hpp"
#include "results/parts.hpp"

namespace syncbench::app {
namespace {

ExitCode signal_code(int signal) { return static_cast<ExitCode>(128 + signal); }

std::string signal_name(int signal) {
  if (signal == SIGUSR1) return "SIGUSR1";
  return signal == SIGTERM ? "SIGTERM" : "SIGINT";
}

// Between two signs of life no rank is busy for longer than the watchdog allows.
std::chrono::seconds patience_of(const RunOptions& options) {
  constexpr std::chrono::seconds kMargin{60};
  const std::chrono::seconds longest(std::max(options.timeout_s, options.io_timeout_s));
  return std::max(results::RunWriter::kPatience, longest + kMargin);
}

results::LogRow log_row(std::string_view code, const std::string& text) {
  return {.time = utc_text(std::chrono::system_clock::now()), .rank = -1, .code = std::string(code), .text = text};
}

std::string exit_reason(const PointLoop& loop) {
  if (loop.signal() != 0) return "interrupted";
  return loop.wrong_payloads().empty() ? "finished" : "corrupt";
}

void refuse_wrong_payloads(const std::vector<std::string>& wrong) {
  if (wrong.empty()) return;
  throw AgreedError(ExitCode::data, fmt::format("wrong payload in {} point{}; the first: {}", wrong.size(),
                                                wrong.size() == 1 ? "" : "s", wrong.front()));
}

}  // namespace

RunOutput::RunOutput(const mpi::Communicator& world, const Configuration& configuration)
    : world_(world), configuration_(configuration), table_(stdout, configuration.run().quiet) {}

void RunOutput::warn(const machine::PlacementFinding& finding) {
  warnings_.push_back(finding.sentence);
  placement_.push_back(finding);
}

void RunOutput::open(const results::RunHeader& header, std::span<const PlannedPoint> plan, const suite::World& ranks) {
  std::string folder;
  on_root(world_, [&] {
    const auto existing =
        configuration_.run().force ? results::RunWriter::Existing::replace : results::RunWriter::Existing::refuse;
    const std::filesystem::path file = result_file(configuration_, ranks);
    refuse_missing_folder(file);
    writer_.emplace(file, header, existing, patience_of(configuration_.run()));
    file_ = file;
    folder = results::parts_folder(std::filesystem::absolute(file)).string();
    for (const machine::PlacementFinding& each : placement_) writer_->log(log_row(name_of(each.kind), each.sentence));
    if (!configuration_.run().quiet) print_plan(plan, ranks);
    note_moved_parts(configuration_.run().quiet ? stderr : stdout);
    print_warnings(configuration_.run().quiet ? stderr : stdout);
  });
  folder_ = mpi::broadcast_text(world_, folder, Rank{0});
}

void RunOutput::print_plan(std::span<const PlannedPoint> plan, const suite::World& ranks) const {
  const auto seconds = static_cast<double>(estimate_of(plan, ranks).time.count()) / 1e9;
  std::vector<std::string> suites;
  for (const auto* each : configuration_.chosen_suites()) suites.emplace_back(each->suite->name());
  fmt::print("syncbench: {} ({} points) on {}, {} ranks on {} node{}, about {:.0f} s\n", join(suites, "+"), plan.size(),
             join(configuration_.run().backends, "+"), ranks.ranks, ranks.nodes, ranks.nodes == 1 ? "" : "s",
             std::max(1.0, seconds));
  std::fflush(stdout);
}

// After --force over points that nobody recovered.
void RunOutput::note_moved_parts(std::FILE* out) const {
  const std::filesystem::path aside = writer_->moved_aside();
  if (aside.empty()) return;
  fmt::print(out, "the points of an earlier run stay in {} until this one is finished\n", one_line(aside.string()));
  std::fflush(out);
}

// Also to those who want no table: once, beside the errors.
void RunOutput::print_warnings(std::FILE* out) const {
  for (const std::string& each : warnings_) fmt::print(out, "WARNING: {}\n", each);
  std::fflush(out);
}

void RunOutput::leave_parts(int signal) const {
  throw AgreedError(signal_code(signal),
                    fmt::format("ended by {}; the points that were finished are in {}, each a whole result file; next: "
                                "syncbench-analyze recover {}",
                                signal_name(signal), folder_, shell_path(folder_)));
}

ExitCode RunOutput::finish(const PointLoop& loop) {
  std::filesystem::path file;
  on_root(world_, [&] { file = merge(loop); });
  if (world_.is_root()) print_end(file, loop);
  refuse_damaged_parts();
  if (loop.signal() != 0) return signal_code(loop.signal());
  refuse_wrong_payloads(loop.wrong_payloads());
  return ExitCode::ok;
}

std::filesystem::path RunOutput::merge(const PointLoop& loop) {
  for (const std::string& each : loop.wrong_payloads()) writer_->log(log_row("corrupt", each));
  for (const std::string& each : loop.clock_warnings()) writer_->log(log_row("clock", each));
  return writer_->finish(exit_reason(loop));
}

void RunOutput::print_end(const std::filesystem::path& file, const PointLoop& loop) {
  table_.end();
  warnings_.insert(warnings_.end(), loop.clock_warnings().begin(), loop.clock_warnings().end());
  if (!configuration_.run().quiet) print_warnings(stdout);
  const std::string early = loop.signal() == 0 ? "" : fmt::format("   ended early by {}", signal_name(loop.signal()));
  const std::string other =
      file == file_ ? "" : fmt::format(" ({} appeared meanwhile and is kept)", one_line(file_.string()));
  fmt::print("wrote {}{}{}   next: syncbench-analyze explain {}\n", one_line(file.string()), other, early,
             shell_path(file.string()));
  std::fflush(stdout);
}

// The file is there, without them.
void RunOutput::refuse_damaged_parts() {
  on_root(world_, [&] {
    const auto& left_out = writer_->left_out();
    if (left_out.empty()) return;
    throw Error(
        ExitCode::data,
        fmt::format("{} of the run's points could not be merged and stay in {}; the first: {} ({}); "
                    "all others are in the file that was written",
                    left_out.size(), folder_, left_out.front().part.filename().string(), left_out.front().reason));
  });
}

}  // namespace syncbench::app
