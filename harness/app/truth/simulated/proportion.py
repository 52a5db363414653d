"""A share with what the number of simulations leaves open."""
import math


def tail(k, n, p):
    """P(X >= k) for X binomial."""
    if k <= 0:
        return 1.0
    if p <= 0:
        return 0.0
    if p >= 1:
        return 1.0
    log_p, log_q = math.log(p), math.log1p(-p)
    return min(1.0, sum(math.exp(math.lgamma(n + 1) - math.lgamma(j + 1) - math.lgamma(n - j + 1) + j * log_p + (n - j) * log_q)
                        for j in range(k, n + 1)))


def below(k, n, share, level=0.005):
    """Is a true share of at least `share` out of the question, with k of n?"""
    return n > 0 and 1 - tail(k + 1, n, share) < level


def above(k, n, share, level=0.005):
    """Is a true share of at most `share` out of the question, with k of n?"""
    return n > 0 and tail(k, n, share) < level
