r"""The likelihood of a linear-chain conditional random field, and two ways to climb it.

Sugiyama (2016), section 29.2: observed minus expected features (Fig. 29.3), the expected ones by
forward and backward sums (29.7). Parameters are the emission weights ``W``, shape (k, b), and the
transition weights ``T``, shape (k, k), the earlier label first.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from mlcompanion._jit import njit
from mlcompanion.sequences.chain_sums import sums_of_strings

__all__ = ["ChainLikelihood", "climb_by_lbfgs", "climb_by_strings"]


class ChainLikelihood:
    r"""Minus the log-likelihood of label strings, plus a ridge, and its gradient.

    .. math:: \sum_i\bigl[\log Z_i-\zeta^\top\varphi(\bar x_i,\bar y_i)\bigr]
        +\tfrac12\sum_jr_j\|w_j\|^2+\tfrac\lambda2\|T\|^2

    Parameters
    ----------
    strings : Strings
    n_labels : int
    ridge : ndarray, shape (b,)
        Penalty of each column of W.
    lam : float
        Penalty of T.
    transitions, first_pair : bool
        Whether T is free, and whether the first label follows itself.
    """

    def __init__(self, strings, n_labels, ridge, lam, *, transitions=True, first_pair=True):
        self.strings = strings
        self.ridge = ridge
        self.lam = lam
        self.transitions = transitions
        self.first_pair = first_pair
        self.split = n_labels * strings.rows.shape[1]
        self.size = self.split + transitions * n_labels**2
        self.n_labels = n_labels
        self.observed = np.zeros((n_labels, strings.rows.shape[1]))
        np.add.at(self.observed, strings.codes, strings.rows)  # a plain += counts each label once
        self.seen = self._pairs_seen()

    def _pairs_seen(self):
        """How often each label follows each other one."""
        seen = np.zeros((self.n_labels, self.n_labels))
        inner = np.ones(len(self.strings.rows), dtype=bool)
        inner[self.strings.starts] = False  # no pair across two strings
        later = np.flatnonzero(inner)
        codes = self.strings.codes
        np.add.at(seen, (codes[later - 1], codes[later]), 1)
        if self.first_pair:
            first = codes[self.strings.starts]
            np.add.at(seen, (first, first), 1)
        return seen

    def parts(self, zeta):
        """The weights W and T of a vector of all."""
        W = zeta[: self.split].reshape(self.n_labels, -1)
        if not self.transitions:
            return W, np.zeros((self.n_labels, self.n_labels))
        return W, zeta[self.split :].reshape(self.n_labels, self.n_labels)

    def places(self, W, T):
        """Scores of all labels at all places."""
        places = self.strings.rows @ W.T
        if self.first_pair:
            places[self.strings.starts] += T.diagonal()
        return places

    def expected(self, W, T):
        """Logarithm of all sums, probabilities of labels at places, expected counts of pairs."""
        places = self.places(W, T)
        single = np.empty_like(places)
        pairs = np.empty((self.n_labels, self.n_labels))
        log_z = sums_of_strings(places, self.strings.ends, np.ascontiguousarray(T), single, pairs)
        if self.first_pair:
            # the first label counts as its own neighbour
            pairs[np.diag_indices(self.n_labels)] += single[self.strings.starts].sum(axis=0)
        return log_z, single, pairs

    def _fit(self, W, T, log_z):
        """Score of the label strings that were seen, minus the logarithms of the sums."""
        return float(np.vdot(W, self.observed) + np.vdot(T, self.seen) - log_z)

    def log_likelihood(self, W, T):
        """The logarithm of the probability of all label strings, without the ridge."""
        return self._fit(W, T, self.expected(W, T)[0])

    def __call__(self, zeta):
        """The criterion and its gradient."""
        W, T = self.parts(zeta)
        log_z, single, pairs = self.expected(W, T)
        penalty = 0.5 * np.sum(self.ridge * W**2) + 0.5 * self.lam * np.sum(T**2)
        # expected minus observed features: the likelihood's slope, downwards
        # expected minus observed, for W by places and for T by neighbours
        slope = (self.ridge * W + single.T @ self.strings.rows - self.observed).ravel()
        if self.transitions:
            slope = np.concatenate([slope, (self.lam * T + pairs - self.seen).ravel()])
        return penalty - self._fit(W, T, log_z), slope


def climb_by_lbfgs(criterion, tol, max_iter):
    """Minimise the criterion by L-BFGS from zero; returns the point, iterations, convergence."""
    start = np.zeros(criterion.size)
    goal = tol * abs(criterion(start)[1]).max()
    limits = {"gtol": goal, "ftol": 0.0, "maxiter": max_iter, "maxfun": 20 * max_iter}
    run = minimize(criterion, start, jac=True, method="L-BFGS-B", options=limits)
    return run.x, max(int(run.nit), 1), bool(abs(run.jac).max() <= goal)


class _Data(NamedTuple):
    rows: np.ndarray
    codes: np.ndarray
    starts: np.ndarray
    ends: np.ndarray
    ridge: np.ndarray


class _Steps(NamedTuple):
    first: int
    size: float
    fall: float
    lam: float
    transitions: bool
    first_pair: bool


@njit
def _ascend(picks, data, steps, W, T):
    """One step of Fig. 29.3 for each picked string; W and T change in place."""
    k = len(W)
    n = len(data.ends)
    pairs = np.empty((k, k))
    for t in range(len(picks)):
        start = data.starts[picks[t]]
        end = data.ends[picks[t]]
        size = steps.size / (steps.first + t) ** steps.fall
        places = np.zeros((end - start, k))
        for j in range(end - start):
            for s in range(k):
                places[j, s] = np.dot(W[s], data.rows[start + j])
        if steps.first_pair:
            for s in range(k):
                places[0, s] += T[s, s]
        # expected features of this string under the weights before the step
        single = np.empty_like(places)
        sums_of_strings(places, np.array([end - start]), T, single, pairs)
        W *= 1 - size * data.ridge / n  # one string's part of the ridge
        for j in range(end - start):
            for s in range(k):
                hit = 1.0 if data.codes[start + j] == s else 0.0
                W[s] += size * (hit - single[j, s]) * data.rows[start + j]
        if steps.transitions:
            T *= 1 - size * steps.lam / n
            T -= size * pairs
            for j in range(start + 1, end):
                T[data.codes[j - 1], data.codes[j]] += size
            if steps.first_pair:
                T[data.codes[start], data.codes[start]] += size
                for s in range(k):
                    T[s, s] -= size * single[0, s]


def climb_by_strings(criterion, rng, *, step, fall, n_epochs):
    """Stochastic gradient ascent, Fig. 29.3, from zero; yields W and T after each pass.

    Parameters
    ----------
    criterion : ChainLikelihood
    rng : Generator
    step, fall : float
        The size of step t is ``step / t**fall``.
    n_epochs : int
        Passes of as many random strings as there are.

    Yields
    ------
    tuple (W, T)
        The same arrays each time.
    """
    strings = criterion.strings
    n = len(strings.ends)
    data = _Data(strings.rows, strings.codes, strings.starts, strings.ends, criterion.ridge)
    W = np.zeros((criterion.n_labels, strings.rows.shape[1]))
    T = np.zeros((criterion.n_labels, criterion.n_labels))
    for epoch in range(n_epochs):
        steps = _Steps(
            1 + epoch * n, step, fall, criterion.lam, criterion.transitions, criterion.first_pair
        )
        _ascend(rng.integers(n, size=n), data, steps, W, T)
        yield W, T
