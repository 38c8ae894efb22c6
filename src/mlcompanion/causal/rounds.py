"""One round of DirectLiNGAM: pairwise regressions, and the statistic that finds who comes first.

Equation 7 of Shimizu et al. (2011, Section 3.1), with the kernel measure, the pairwise likelihood
ratio of Hyvärinen and Smith (2013), or any function of two samples.
"""

from heapq import heapify, heappop, heappush

import numpy as np

from .._validation import check_real
from .independence import FLOOR, mi_from_factors, residual_entropy

__all__ = [
    "FunctionRound",
    "KernelRound",
    "PairwiseRound",
    "Round",
    "full_statistics",
    "lazy_statistics",
]


class Round:
    """The pairwise regressions among the unordered variables, and terms of their statistic.

    ``term(j, i)`` is what variable ``i`` adds to the statistic of candidate ``j``; never negative.
    """

    def __init__(self, rows, unordered, no_effect, restandardize=True):
        self.n = rows.shape[1]
        self.at = {j: k for k, j in enumerate(unordered)}
        rows = rows[unordered]
        self.Z = rows / rows.std(axis=1, keepdims=True) if restandardize else rows
        self.gram = self.Z @ self.Z.T / self.n
        self.no_effect = no_effect
        self.restandardize = restandardize
        self.cache = {}

    def residual(self, i, j):
        """Residual of ``i`` on ``j``; ``i`` itself if ``j`` is known not to act on it (Lemma 5)."""
        a = self.at[i]
        b = self.at[j]
        if self.no_effect[i, j]:
            return self.Z[a]
        r = self.Z[a] - self.gram[a, b] / self.gram[b, b] * self.Z[b]
        return r / max(r.std(), np.sqrt(FLOOR)) if self.restandardize else r

    def once(self, key, compute, *arguments):
        """Compute a value once a round."""
        if key not in self.cache:
            self.cache[key] = compute(*arguments)
        return self.cache[key]


class KernelRound(Round):
    """Kernel mutual information of a candidate and a residual, equation 7."""

    def __init__(self, rows, unordered, no_effect, restandardize, factor):
        super().__init__(rows, unordered, no_effect, restandardize)
        self.factor = factor

    def term(self, j, i):
        """Kernel mutual information of ``j`` and the residual of ``i``."""
        own = self.once(j, self.factor, self.Z[self.at[j]])  # shared by all pairs of j
        return mi_from_factors(own, self.factor(self.residual(i, j)))


class FunctionRound(Round):
    """Any dependence measure of a candidate and a residual."""

    def __init__(self, rows, unordered, no_effect, measure):
        super().__init__(rows, unordered, no_effect)
        self.measure = measure

    def term(self, j, i):
        """The measure of ``j`` and the residual of ``i``."""
        value = self.measure(self.Z[self.at[j]], self.residual(i, j))
        return check_real(value, "measure(x, r)", low=0)


class PairwiseRound(Round):
    """``min(0, R)**2`` for the likelihood ratio R of ``j -> i`` against ``i -> j``."""

    def entropy(self, i, j):
        """Entropy of the standardised residual of ``i`` on ``j``; of ``i`` itself if they agree."""
        a = self.at[i]
        b = self.at[j]
        rho = self.gram[a, b] if i != j else 0.0
        scale = np.sqrt(max(1 - rho**2, FLOOR))
        return residual_entropy(self.Z[a], self.Z[b], rho, scale)

    def term(self, j, i):
        """Evidence that ``i`` comes before ``j``; each residual serves both candidates."""

        def H(a, b):
            return self.once((a, b), self.entropy, a, b)

        ratio = H(i, i) + H(j, i) - H(j, j) - H(i, j)
        return min(0.0, ratio) ** 2


def full_statistics(candidates, unordered, term):
    """Every candidate's statistic, summed over all other variables (equation 7)."""
    return {j: sum(term(j, i) for i in unordered if i != j) for j in candidates}


def lazy_statistics(candidates, unordered, term, strength):
    """The same winner from fewer terms: always extend the smallest partial sum.

    Terms are never negative, so a candidate whose complete sum is the smallest of all partial sums
    has won; the losers' entries are lower bounds. Strongest correlations come first.
    """
    queues = {
        j: sorted((i for i in unordered if i != j), key=lambda i, j=j: strength(i, j))
        for j in candidates
    }
    partial = [(0.0, j) for j in candidates]
    heapify(partial)
    while queues[partial[0][1]]:
        total, j = heappop(partial)
        heappush(partial, (total + term(j, queues[j].pop()), j))
    return {j: total for total, j in sorted(partial)}
