#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/core/mean_interval.hpp"

namespace syncbench::analysis {

/// What an MPI library promises of itself, and does not keep at one point. A guideline is broken where the whole
/// interval lies more than 5 % beyond it. Sources: Träff, Gropp & Thakur, "Self-consistent MPI performance guidelines",
/// IEEE Trans. Parallel Distrib. Syst. 21 (2010), doi 10.1109/TPDS.2009.120; for descriptions Carpen-Amarie, Hunold &
/// Träff, "On expected and observed communication performance with MPI derived datatypes", arXiv 1607.00178
/// (normalisation).
struct BrokenGuideline {
  enum class Which {
    datatype_above_pack,        ///< a datatype is no slower than MPI_Pack, send and MPI_Unpack
    one_type_above_many,        ///< one element of contiguous(count, T) is no slower than count elements of T
    many_above_one_type,        ///< nor the other way round
    description_above_another,  ///< one layout costs the same however MPI is told of it
  };
  Which which = Which::datatype_above_pack;
  std::string label, layout;         ///< of the comparison
  std::string id, other_id;          ///< the slower point and the one that it should not exceed
  std::string method, other_method;  ///< theirs
  MeanInterval ratio;                ///< of their times, block by block
  MeanInterval loss_ns;              ///< what that is of the other point's median
};

/// One guideline, between two methods, and what a file's points say of it.
struct GuidelineChecks {
  BrokenGuideline::Which which = BrokenGuideline::Which::datatype_above_pack;
  std::string method, other_method;
  std::size_t checked = 0;                ///< comparisons that can answer it
  std::vector<BrokenGuideline> broken{};  ///< where it is broken, in the order of the file

  /// Where that certainly costs most. Precondition: it is broken somewhere.
  const BrokenGuideline& costliest() const;
};

/// What a broken guideline means where it costs most, with its interval, and how many of its checks fail. Precondition:
/// it is broken somewhere.
std::string guideline_sentence(const GuidelineChecks& checks);

/// What to do about it. Precondition: it is broken somewhere.
std::string guideline_advice(const GuidelineChecks& checks);

}  // namespace syncbench::analysis
