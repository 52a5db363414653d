#include <cmath>

#include <nlohmann/json.hpp>

#include "analysis/cli/command_line.hpp"
#include "analysis/numa/numa_report.hpp"
#include "analysis/tests/hand_made_run.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/core/text_table.hpp"

using namespace syncbench;
using namespace syncbench::analysis;
using namespace syncbench::analysis::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::size_t kBlocks = 5;
constexpr std::size_t kIterations = 10 + 5 * 20;
using Whole = std::int64_t;

// As drifting() of the storms' test: a machine that gets 1 % slower with every block.
SampleOf drifting(double nanos) {
  return [nanos](std::size_t, std::size_t i) {
    const std::size_t block = i < 10 ? 0 : (i - 10) / 20;
    return Sample{std::llround(nanos * (1 + 0.01 * static_cast<double>(block))), SampleStatus::ok};
  };
}

class Run {
 public:
  explicit Run(const std::string& file) : writer_(file, header_of(2, 1), results::RunWriter::Existing::refuse) {}

  // Rank 0 was bound by the launcher and freed by MPI_Init; rank 1 was never bound.
  void masks() {
    const char* facts = R"({"config":{"rank.0.cpus_at_entry":"3","rank.0.cpus_after_mpi_init":"0-3",
      "rank.0.cpus_after_backend":"0-3","rank.0.cpus_of_machine":4,"rank.1.cpus_at_entry":"0-3",
      "rank.1.cpus_after_mpi_init":"0-3","rank.1.cpus_after_backend":"0-3","rank.1.cpus_of_machine":4}})";
    writer_.facts(results::FactsMoment::begin, {facts});
  }

  void memory(const std::string& operation, Whole cpu, Whole memory, double nanos) {
    results::PointHeader point = next(0);
    point.attributes["operation"] = operation;
    point.attributes["part"] = std::string("memory");
    point.attributes["cpu_node"] = cpu;
    point.attributes["memory_node"] = memory;
    point.attributes["memory_bytes"] = Whole{64'000'000};
    point.attributes["steps"] = Whole{20'000};
    write(point, nanos);
  }

  void policy(const std::string& cpu, const std::string& memory, double nanos) {
    results::PointHeader point = next(1 << 20);
    point.attributes["part"] = std::string("policies");
    point.attributes["cpu_policy"] = cpu;
    point.attributes["memory_policy"] = memory;
    write(point, nanos);
  }

  void placement(Whole cpu, Whole memory, double nanos) {
    results::PointHeader point = next(1 << 20);
    point.attributes["part"] = std::string("placement");
    point.attributes["cpu_policy"] = point.attributes["memory_policy"] = std::string("node");
    point.attributes["cpu_node"] = cpu;
    point.attributes["memory_node"] = memory;
    write(point, nanos);
  }

  void not_applicable() {
    results::PointHeader point = next(1 << 20);
    point.attributes["part"] = std::string("policies");
    point.attributes["cpu_policy"] = std::string("other-socket");
    point.attributes["memory_policy"] = std::string("local");
    writer_.not_measured(point, "not applicable: this machine has one package");
  }

  std::string finish() { return writer_.finish("finished").string(); }

 private:
  results::PointHeader next(Whole bytes) {
    results::PointHeader point = point_of("p000" + std::to_string(id_++), bytes, 1, "serial");
    point.attributes["suite"] = std::string("numa");
    return point;
  }
  void write(const results::PointHeader& point, double nanos) {
    write_point(writer_, point, 2, kIterations, drifting(nanos), kBlocks);
  }

  results::RunWriter writer_;
  int id_ = 0;
};

bool close(double a, double b) { return std::abs(a - b) <= 1e-3 * std::abs(b); }

std::string two_nodes(const std::string& file) {
  Run run(file);
  run.masks();
  run.memory("memory-latency", 0, 0, 2'000'000);  // 100 ns a load, 102 in the median block
  run.memory("memory-latency", 0, 1, 3'200'000);
  run.memory("memory-copy", 0, 0, 8'000'000);  // 8 bytes a nanosecond
  run.placement(0, 0, 100'000);
  run.placement(0, 1, 170'000);
  return run.finish();
}

}  // namespace

TEST_CASE("latency is a load's, and the copy rate that of the bytes copied") {
  const TemporaryFolder folder;
  const NumaReport report = numa_report(two_nodes(folder / "run.h5"), Selection());
  REQUIRE(report.memory.size() == 2);
  CHECK(close(*report.memory[0].latency_ns, 102));
  CHECK(close(*report.memory[0].bytes_per_nano, 64e6 / (8e6 * 1.02)));
  CHECK(close(*report.memory[1].latency_ns, 163.2));
  CHECK_FALSE(report.memory[1].bytes_per_nano);
}

TEST_CASE("buffers on another node are compared with buffers on the ranks' own, block by block") {
  const TemporaryFolder folder;
  const NumaReport report = numa_report(two_nodes(folder / "run.h5"), Selection());
  REQUIRE(report.seatings.size() == 2);
  CHECK_FALSE(report.seatings[0].ratio);
  REQUIRE(report.seatings[1].ratio);
  CHECK(close(report.seatings[1].ratio->mean, 1.7));
  CHECK(close(report.seatings[1].ratio->lower, 1.7));  // the drift of both does not widen it
}

TEST_CASE("the sentences say what the launcher did, who changed it, and what the wrong node costs") {
  const TemporaryFolder folder;
  const auto sentences = numa_report(two_nodes(folder / "run.h5"), Selection()).sentences;
  REQUIRE(sentences.size() == 4);
  CHECK(sentences[0] == "srun left 2 of 2 ranks unbound: rank 0 may run on all 4 processors of n1");
  CHECK(sentences[1] == "MPI_Init changed where rank 0 may run, from 3 to 0-3");
  CHECK(sentences[2] ==
        "buffers on node 1 and ranks on node 0 cost 1.7 × buffers on the ranks' own node (allreduce of 1.00 MiB, 95 %, "
        "this launch: 1.7 to 1.7)");
  CHECK(sentences[3] ==
        "memory of node 0 from its own cores: 102 ns a load, 7.84 GB/s copied; of node 1: 163 ns a load, 1.6 × as far");
}

TEST_CASE("a launcher that binds is told apart from one that does not") {
  const TemporaryFolder folder;
  NumaReport report = numa_report(two_nodes(folder / "run.h5"), Selection());
  report.ranks[0].after_backend = report.ranks[0].after_mpi_init = "3";
  report.ranks[1].at_entry = report.ranks[1].after_mpi_init = report.ranks[1].after_backend = "3";
  const auto sentences = numa_sentences(report);
  CHECK(sentences[0] == "srun bound every rank: rank 0 may run on processor 3");
  CHECK(sentences[1] == "2 ranks are bound to processor 3 of n1");
}

TEST_CASE("policies are compared with what the launcher left, and what is not applicable says why") {
  const TemporaryFolder folder;
  Run run(folder / "run.h5");
  run.policy("launched", "local", 100'000);
  run.policy("one-core", "local", 80'000);
  run.policy("one-core", "huge-pages", 100'000);
  run.not_applicable();
  const NumaReport report = numa_report(run.finish(), Selection());
  REQUIRE(report.seatings.size() == 3);
  CHECK(close(report.seatings[1].ratio->mean, 0.8));
  REQUIRE(report.sentences.size() == 2);
  CHECK(report.sentences[0] ==
        "policy one-core takes 0.80 × what the launcher's takes (allreduce of 1.00 MiB, 95 %, this "
        "launch: 0.80 to 0.80)");
  CHECK(report.sentences[1] == "not measured: other-socket (not applicable: this machine has one package)");
}

// The same placement twice differs by a few percent.
TEST_CASE("a policy within 5 % of the launcher's is no difference") {
  const TemporaryFolder folder;
  Run run(folder / "run.h5");
  run.policy("launched", "local", 100'000);
  run.policy("one-core", "local", 97'000);
  const NumaReport report = numa_report(run.finish(), Selection());
  REQUIRE(report.seatings.size() == 2);
  CHECK(close(report.seatings[1].ratio->mean, 0.97));
  CHECK(report.sentences.empty());
}

TEST_CASE("numa prints tables within 100 columns, and a document with the same numbers") {
  const TemporaryFolder folder;
  const std::string file = two_nodes(folder / "run.h5");
  const Outcome text = run_command_line(std::vector<std::string>{"numa", file});
  REQUIRE(text.code == ExitCode::ok);
  for (std::size_t begin = 0; begin < text.out.size();) {
    const std::size_t end = text.out.find('\n', begin);
    CHECK(display_width(text.out.substr(begin, end - begin)) <= 100);
    begin = end + 1;
  }
  const auto json = nlohmann::json::parse(run_command_line(std::vector<std::string>{"numa", "--json", file}).out);
  const auto& run = json.at("files").at(0);
  CHECK(close(run.at("seatings").at(1).at("times_base").at("value"), 1.7));
  CHECK(run.at("ranks").at(1).at("unbound") == true);
  CHECK(run.at("memory").at(1).at("copied_bytes_per_ns").is_null());
}

TEST_CASE("a file without numa is refused with what to measure") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(numa_report(write_hand_made_run(folder / "run.h5"), Selection()),
                    ContainsSubstring("--suite numa"));
}
