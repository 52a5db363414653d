#pragma once

#include <vector>

namespace syncbench {

struct CorrelationTime {
  double samples = 1;    ///< τ: how many neighbouring samples are worth one independent sample; at least 1
  bool resolved = true;  ///< false: the series is too short to see the end of its correlation, τ is a lower bound
};

/// Integrated autocorrelation time τ = 1 + 2 Σ ρ(k) of a series, the sum being cut by Sokal's self-consistent window:
/// at the first lag M with M ≥ 5 τ(M) (A. Sokal, "Monte Carlo methods in statistical mechanics: foundations and new
/// algorithms", lecture notes, Lausanne 1989, section 3; Madras & Sokal 1988, doi 10.1007/BF01022990).
///
/// Where the window does not close within 64 lags, neighbours are added in pairs and the search goes on in the series
/// of half the length (blocking: Flyvbjerg & Petersen 1989, doi 10.1063/1.457480): the long-run variance of the sums is
/// the same. So the work is at most 128 n multiplications however long the correlation, a second for n = 10⁷; most
/// series close at lag 5. A window longer than a tenth of the series is not believed: not resolved.
///
/// A constant series has τ = 1. Takes the series by value because it works in it. Never fails but by std::bad_alloc.
CorrelationTime correlation_time(std::vector<double> series);

}  // namespace syncbench
