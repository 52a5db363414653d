#include "results/rows.hpp"

#include <tuple>
#include <type_traits>

#include "results/h5/table.hpp"
#include "results/times.hpp"

namespace syncbench::results {
namespace {

template <class Row, class Value>
struct Field {
  const char* name;
  Value Row::*member;
};

// Clang 14 does not deduce aggregates by itself.
template <class Row, class Value>
Field(const char*, Value Row::*) -> Field<Row, Value>;

// Where a row type's table lies and which field goes into which column.
template <class Row>
struct Schema;

template <>
struct Schema<RankRow> {
  static constexpr const char* kName = "run/ranks";
  static constexpr const char* kUnit = "numbers and lists of numbers";
  static constexpr const char* kDescription = "one row a rank: where it ran";
  static constexpr std::tuple kFields{
      Field{"rank", &RankRow::rank},    Field{"node", &RankRow::node}, Field{"local_rank", &RankRow::local_rank},
      Field{"pid", &RankRow::pid},      Field{"cpus", &RankRow::cpus}, Field{"numa_nodes", &RankRow::numa_nodes},
      Field{"device", &RankRow::device}};
};

template <>
struct Schema<NodeRow> {
  static constexpr const char* kName = "run/nodes";
  static constexpr const char* kUnit = "numbers and names";
  static constexpr const char* kDescription = "one row a node: its host name";
  static constexpr std::tuple kFields{Field{"node", &NodeRow::node}, Field{"hostname", &NodeRow::hostname}};
};

template <>
struct Schema<ClockRow> {
  static constexpr const char* kName = "run/clock";
  static constexpr const char* kUnit = "when_ns, offset_ns, bound_ns, half_width_ns, residual_ns: ns; slope: ns per ns";
  static constexpr const char* kDescription =
      "one row a rank and synchronisation: the rank's clock against rank 0's; "
      "global = local - offset - slope * (local - when)";
  static constexpr std::tuple kFields{Field{"rank", &ClockRow::rank},
                                      Field{"when_ns", &ClockRow::when_ns},
                                      Field{"offset_ns", &ClockRow::offset_ns},
                                      Field{"slope", &ClockRow::slope},
                                      Field{"bound_ns", &ClockRow::bound_ns},
                                      Field{"half_width_ns", &ClockRow::half_width_ns},
                                      Field{"residual_ns", &ClockRow::residual_ns}};
};

template <>
struct Schema<StartupRow> {
  static constexpr const char* kName = "run/startup";
  static constexpr const char* kUnit = "when_ns, realtime_ns: ns; rank, peer: numbers";
  static constexpr const char* kDescription =
      "moments of each rank from its launch to its first point, sorted by rank and time; a phase ends with the moment "
      "that bears its name and begins with the one before";
  static constexpr std::tuple kFields{Field{"rank", &StartupRow::rank}, Field{"phase", &StartupRow::phase},
                                      Field{"peer", &StartupRow::peer}, Field{"when_ns", &StartupRow::when_ns},
                                      Field{"realtime_ns", &StartupRow::realtime_ns}};
};

template <>
struct Schema<LogRow> {
  static constexpr const char* kName = "run/log";
  static constexpr const char* kUnit = "time: UTC, ISO 8601; rank: number, -1 for the run as a whole";
  static constexpr const char* kDescription = "what went wrong, was skipped or warned about, and why";
  static constexpr std::tuple kFields{Field{"time", &LogRow::time}, Field{"rank", &LogRow::rank},
                                      Field{"code", &LogRow::code}, Field{"text", &LogRow::text}};
};

template <>
struct Schema<IndexRow> {
  static constexpr const char* kName = "index";
  static constexpr const char* kUnit = "bytes: B; p50_ns and p99_ns: ns; pieces and n: counts";
  static constexpr const char* kDescription = "one row a point, in the order of the plan: what a listing needs";
  static constexpr std::tuple kFields{Field{"id", &IndexRow::id},
                                      Field{"suite", &IndexRow::suite},
                                      Field{"operation", &IndexRow::operation},
                                      Field{"backend", &IndexRow::backend},
                                      Field{"policy", &IndexRow::policy},
                                      Field{"status", &IndexRow::status},
                                      Field{"bytes", &IndexRow::bytes},
                                      Field{"pieces", &IndexRow::pieces},
                                      Field{"n", &IndexRow::n},
                                      Field{"p50_ns", &IndexRow::p50_ns},
                                      Field{"p99_ns", &IndexRow::p99_ns}};
};

template <class Row, class Value>
h5::Column column(const std::vector<Row>& rows, const Field<Row, Value>& field) {
  std::vector<Value> values;
  values.reserve(rows.size());
  for (const Row& row : rows) values.push_back(row.*field.member);
  return {field.name, std::move(values)};
}

template <class Row>
void write_table(h5::Id file, const std::vector<Row>& rows) {
  const auto columns = std::apply(
      [&](const auto&... fields) { return std::vector<h5::Column>{column(rows, fields)...}; }, Schema<Row>::kFields);
  h5::write_table(file, Schema<Row>::kName, columns, Schema<Row>::kUnit, Schema<Row>::kDescription);
}

std::vector<std::int64_t> values_of(const h5::Table& table, const char* field, std::int64_t) {
  return table.integers(field);
}

std::vector<double> values_of(const h5::Table& table, const char* field, double) { return table.reals(field); }

std::vector<std::string> values_of(const h5::Table& table, const char* field, const std::string&) {
  return table.texts(field);
}

template <class Row, class Value>
void fill(std::vector<Row>& rows, const h5::Table& table, const Field<Row, Value>& field) {
  std::vector<Value> values = values_of(table, field.name, Value{});
  if constexpr (std::is_same_v<Value, std::int64_t>) {
    if (holds_times(field.name)) require_times(table.id(), field.name, values);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].*field.member = std::move(values[i]);
}

}  // namespace

void write_rows(h5::Id file, const std::vector<RankRow>& rows) { write_table(file, rows); }
void write_rows(h5::Id file, const std::vector<NodeRow>& rows) { write_table(file, rows); }
void write_rows(h5::Id file, const std::vector<ClockRow>& rows) { write_table(file, rows); }
void write_rows(h5::Id file, const std::vector<StartupRow>& rows) { write_table(file, rows); }
void write_rows(h5::Id file, const std::vector<LogRow>& rows) { write_table(file, rows); }
void write_rows(h5::Id file, const std::vector<IndexRow>& rows) { write_table(file, rows); }

template <class Row>
std::vector<Row> read_rows(h5::Id file) {
  const h5::Table table(file, Schema<Row>::kName);
  std::vector<Row> rows(table.rows());
  std::apply([&](const auto&... fields) { (fill(rows, table, fields), ...); }, Schema<Row>::kFields);
  return rows;
}

template std::vector<RankRow> read_rows<RankRow>(h5::Id);
template std::vector<NodeRow> read_rows<NodeRow>(h5::Id);
template std::vector<ClockRow> read_rows<ClockRow>(h5::Id);
template std::vector<StartupRow> read_rows<StartupRow>(h5::Id);
template std::vector<LogRow> read_rows<LogRow>(h5::Id);
template std::vector<IndexRow> read_rows<IndexRow>(h5::Id);

}  // namespace syncbench::results
