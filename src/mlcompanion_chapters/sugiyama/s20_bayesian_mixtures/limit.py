"""The Dirichlet process as a limit: expected numbers of clusters, and a sampler of its own.

Sugiyama (2016), section 20.1.3, last paragraph. The sampler of the limit is written out in plain
Python for the plane, without the library's sweep, which it checks.
"""

import math
from itertools import islice

import numpy as np
from scipy.special import gammaln

from mlcompanion.bayes.mixtures import MixturePrior, dirichlet_partition, label_states
from mlcompanion.datasets import make_two_bells

__all__ = ["expected_finite", "expected_limit", "finite_chain", "process_chain"]


def expected_finite(n, m, alpha):
    """Expected number of m components, of concentration alpha / m each, that n labels occupy."""
    share = alpha / m
    log_empty = gammaln(alpha - share + n) - gammaln(alpha - share)
    log_empty -= gammaln(alpha + n) - gammaln(alpha)
    return -m * math.expm1(log_empty)


def expected_limit(n, alpha):
    """Expected number of tables of a Chinese restaurant with n guests."""
    return float(np.sum(alpha / (alpha + np.arange(n))))


def clouds(seed):
    """The listing's points."""
    return make_two_bells(random_state=np.random.default_rng([seed, 0])).data


def finite_chain(seed, m, n_sweeps, burn_in, alpha=1.0):
    """Mean number of components with points, by the library, alpha / m each."""
    X = clouds(0)
    prior = MixturePrior(alpha / m, 1.0, np.zeros(2), np.eye(2), 3.0)
    partition = dirichlet_partition(alpha / m, m)
    rng = np.random.default_rng([seed, 220])
    states = label_states(X, [0] * len(X), prior, partition, thin=n_sweeps, random_state=rng)
    return float(next(islice(states, 1, None)).n_occupied[burn_in:].mean())


class _Table:
    """Points at one table, by their sums; the t density of one point more, centre 0, W0 = I."""

    def __init__(self):
        self.n = 0
        self.sums = [0.0, 0.0, 1.0, 0.0, 1.0]
        self.refresh()

    def move(self, x, y, sign):
        """Seat a point, or take it away."""
        self.n += sign
        for at, value in enumerate((x, y, x * x, x * y, y * y)):
            self.sums[at] += sign * value
        self.refresh()

    def refresh(self):
        """What the density needs: centre, inverse scale over freedom, height."""
        a, b, xx, xy, yy = self.sums
        beta = 1.0 + self.n
        freedom = 2.0 + self.n
        self.centre = (a / beta, b / beta)
        v = (xx - a * a / beta, xy - a * b / beta, yy - b * b / beta)
        det = v[0] * v[2] - v[1] * v[1]
        factor = (beta + 1) / beta
        self.inverse = (v[2] / (det * factor), -v[1] / (det * factor), v[0] / (det * factor))
        self.power = -(freedom + 2) / 2
        log_height = math.lgamma(freedom / 2 + 1) - math.lgamma(freedom / 2)
        self.height = math.exp(log_height) / (math.pi * factor * math.sqrt(det))

    def density(self, x, y):
        """Of one point more."""
        u = x - self.centre[0]
        v = y - self.centre[1]
        square = u * u * self.inverse[0] + 2 * u * v * self.inverse[1] + v * v * self.inverse[2]
        return self.height * (1 + square) ** self.power


def process_chain(seed, n_sweeps, burn_in, alpha=1.0):
    """Mean number of clusters of the Dirichlet process mixture, one table opened at a time."""
    X = clouds(0).tolist()
    rng = np.random.default_rng([seed, 221])
    tables = [_Table()]
    at = [tables[0]] * len(X)
    for x, y in X:
        tables[0].move(x, y, 1)
    total = 0
    for sweep in range(n_sweeps):
        for i, ((x, y), uniform) in enumerate(zip(X, rng.random(len(X)).tolist())):
            old = at[i]
            old.move(x, y, -1)
            if not old.n:
                tables.remove(old)
            weights = [table.n * table.density(x, y) for table in tables]
            new = _Table()
            level = uniform * (sum(weights) + alpha * new.density(x, y))
            chosen = new
            for table, weight in zip(tables, weights):
                level -= weight
                if level < 0:
                    chosen = table
                    break
            if chosen is new:
                tables.append(new)
            chosen.move(x, y, 1)
            at[i] = chosen
        if sweep >= burn_in:
            total += len(tables)
    return total / (n_sweeps - burn_in)
