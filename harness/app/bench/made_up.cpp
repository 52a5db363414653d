#include "harness/app/bench/made_up.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace syncbench::bench {

namespace fs = std::filesystem;

results::RunHeader made_up_header(std::int64_t ranks, std::int64_t ranks_a_node) {
  results::RunHeader header;
  header.version = header.git = "bench";
  header.created = "2000-01-01T00:00:00Z";
  header.run_id = "00000000-0000-0000-0000-000000000000";
  header.backends = "mpi";
  header.launcher = "bench";
  header.config_json = header.labels_json = "{}";
  header.ranks = ranks;
  header.nodes = (ranks + ranks_a_node - 1) / ranks_a_node;
  for (std::int64_t node = 0; node < header.nodes; ++node)
    header.node_rows.push_back({.node = node, .hostname = fmt::format("n{}", node)});
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    results::RankRow row;
    row.rank = rank;
    row.node = rank / ranks_a_node;
    row.local_rank = rank % ranks_a_node;
    header.rank_rows.push_back(row);
  }
  return header;
}

Folder::Folder() : path_(fs::temp_directory_path() / ("syncbench-bench." + std::to_string(getpid()))) {
  fs::create_directories(path_);
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace syncbench::bench
