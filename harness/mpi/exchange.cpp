#include "harness/mpi/exchange.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "harness/mpi/check.hpp"

namespace syncbench::mpi {

namespace {

std::vector<std::string> cut(const std::string& all, const std::vector<int>& lengths) {
  std::vector<std::string> texts;
  std::size_t at = 0;
  for (const int length : lengths) {
    texts.push_back(all.substr(at, static_cast<std::size_t>(length)));
    at += static_cast<std::size_t>(length);
  }
  return texts;
}

}  // namespace

std::vector<std::string> allgather_texts(const Communicator& communicator, const std::string& mine) {
  const auto ranks = static_cast<std::size_t>(communicator.size());
  const int length = static_cast<int>(mine.size());
  std::vector<int> lengths(ranks), offsets(ranks);
  SYNCBENCH_MPI(MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, communicator.handle()));
  std::exclusive_scan(lengths.begin(), lengths.end(), offsets.begin(), 0);
  std::string all(static_cast<std::size_t>(std::reduce(lengths.begin(), lengths.end())), '\0');
  SYNCBENCH_MPI(MPI_Allgatherv(mine.data(), length, MPI_CHAR, all.data(), lengths.data(), offsets.data(), MPI_CHAR,
                               communicator.handle()));
  return cut(all, lengths);
}

std::vector<std::string> gather_texts(const Communicator& communicator, const std::string& mine) {
  const auto ranks = static_cast<std::size_t>(communicator.is_root() ? communicator.size() : 0);
  const int length = static_cast<int>(mine.size());
  std::vector<int> lengths(ranks), offsets(ranks);
  SYNCBENCH_MPI(MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, communicator.handle()));
  std::exclusive_scan(lengths.begin(), lengths.end(), offsets.begin(), 0);
  std::string all(static_cast<std::size_t>(std::reduce(lengths.begin(), lengths.end())), '\0');
  SYNCBENCH_MPI(MPI_Gatherv(mine.data(), length, MPI_CHAR, all.data(), lengths.data(), offsets.data(), MPI_CHAR, 0,
                            communicator.handle()));
  return cut(all, lengths);
}

std::string broadcast_text(const Communicator& communicator, const std::string& text, Rank root) {
  const auto length = broadcast_number(communicator, static_cast<std::int64_t>(text.size()), root);
  std::string copy = communicator.rank() == root ? text : std::string(static_cast<std::size_t>(length), '\0');
  SYNCBENCH_MPI(MPI_Bcast(copy.data(), static_cast<int>(length), MPI_CHAR, root.value, communicator.handle()));
  return copy;
}

std::int64_t broadcast_number(const Communicator& communicator, std::int64_t number, Rank root) {
  SYNCBENCH_MPI(MPI_Bcast(&number, 1, MPI_INT64_T, root.value, communicator.handle()));
  return number;
}

Range range_over_ranks(const Communicator& communicator, std::int64_t mine) {
  // One reduction: the lowest is the highest of the complements (-x would overflow at INT64_MIN).
  std::array<std::int64_t, 2> pair{~mine, mine};
  SYNCBENCH_MPI(MPI_Allreduce(MPI_IN_PLACE, pair.data(), 2, MPI_INT64_T, MPI_MAX, communicator.handle()));
  return {~pair[0], pair[1]};
}

std::vector<std::int64_t> highest_over_ranks(const Communicator& communicator, std::vector<std::int64_t> numbers) {
  SYNCBENCH_MPI(MPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_INT64_T, MPI_MAX,
                              communicator.handle()));
  return numbers;
}

std::vector<NodeIndex> node_of_each_rank(const Communicator& communicator) {
  const Communicator node = communicator.split_by_node();
  const auto leader = static_cast<int>(range_over_ranks(node, communicator.rank().value).lowest);
  std::vector<int> leaders(static_cast<std::size_t>(communicator.size()));
  SYNCBENCH_MPI(MPI_Allgather(&leader, 1, MPI_INT, leaders.data(), 1, MPI_INT, communicator.handle()));
  std::vector<int> nodes(leaders);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  std::vector<NodeIndex> of_rank;
  for (const int each : leaders) {
    of_rank.push_back(NodeIndex{static_cast<int>(std::lower_bound(nodes.begin(), nodes.end(), each) - nodes.begin())});
  }
  return of_rank;
}

}  // namespace syncbench::mpi
