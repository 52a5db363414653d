#pragma once

#include <cstddef>

namespace syncbench {

/// The chance of at least `successes` in so many independent trials that each succeed with this probability: the
/// one-sided p of a binomial test. 1 for no successes, 0 for more than there are trials. Throws Error(internal) for a
/// probability outside 0 … 1.
double binomial_tail(std::size_t successes, std::size_t trials, double probability);

/// How many more trials in a row have to succeed until binomial_tail() falls below `level`; 0 if it lies there already.
/// Nothing bounds it for a probability of 1: then, and beyond a million, the answer is a million. Throws as above.
std::size_t missing_successes(std::size_t successes, std::size_t trials, double probability, double level);

}  // namespace syncbench
