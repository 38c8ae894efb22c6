"""The rounds of AROW, compiled: a mean, and a covariance that only shrinks.

Sugiyama (2016), section 31.3. The full covariance is kept as ``A A'``: Potter's update
``A (I - v v' / (beta + sqrt(lam beta)))`` with ``v = A' x`` multiplies out to the printed one, at
the same order of cost, and no rounding can make ``A A'`` indefinite.
"""

from dataclasses import dataclass

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import (
    check_array,
    check_flag,
    check_in,
    check_real,
    check_square,
    read_only,
)
from mlcompanion.convex.mirror_maps import Euclidean
from mlcompanion.online.core.compiled import dot
from mlcompanion.online.core.engine import Engine
from mlcompanion.online.core.paths import StoredPath
from mlcompanion.online.core.scales import MISTAKES, ROUNDS

__all__ = ["ArowEngine", "ArowRun"]

COVARIANCES = {"full": 0, "diag_drop": 1, "diag_exact": 2}
NO_PATH = np.empty((0, 0))
#: Places in the array of a pass's rules.
SIGNS, LAM, KIND, ALWAYS = range(4)


@njit
def full_step(x, residual, lam, mean, root, v):
    """Move ``mean`` and the square root of the covariance; ``v`` is room for ``A' x``."""
    n = len(x)
    v[:] = 0.0
    for i in range(n):
        if x[i] != 0.0:  # rows of words are mostly zeros
            for j in range(n):
                # v = A' x, summed by rows of A, as they lie in memory
                v[j] += x[i] * root[i, j]
    beta = dot(v, v) + lam  # x' Sigma x + lambda, never below lambda
    # two roots, for their product may leave the range where neither factor does
    shrink = 1.0 / (beta + np.sqrt(lam) * np.sqrt(beta))
    for i in range(n):
        along = dot(root[i], v)  # an entry of Sigma x
        mean[i] += residual * along / beta
        for j in range(n):
            root[i, j] -= shrink * along * v[j]


@njit
def diagonal_step(x, residual, lam, exact, mean, variance):
    """Move ``mean`` and the variances; every factor is positive whatever the rounding."""
    beta = lam
    for j in range(len(x)):
        beta += variance[j] * x[j] * x[j]
    for j in range(len(x)):
        own = variance[j] * x[j] * x[j]
        mean[j] += residual * variance[j] * x[j] / beta
        if exact:
            variance[j] *= lam / (lam + own)  # the inverse gains x_j^2 / lambda exactly
        else:
            # beta - own is a sum of lambda and squares: rounding must not take it below lambda
            variance[j] *= max(beta - own, lam) / beta


@njit
def arow_pass(X, y, rules, law, history, record, path):
    """Play the rows; return in how many of them the covariance shrank.

    ``law`` holds the mean, and below it the root of the covariance or the variances. The rules
    cross as one array: a named tuple from Python would cost as much as the round itself.
    """
    signs = rules[SIGNS] != 0.0
    lam = rules[LAM]
    kind = int(rules[KIND])
    always = rules[ALWAYS] != 0.0
    mean = law[0]
    spread = law[1:]
    scores = record[0]
    residuals = record[1]
    v = np.empty(len(mean))
    updates = 0
    for t in range(len(X)):
        x = X[t]
        s = dot(mean, x)
        r = y[t] - s
        # in regression every row moves the law
        moves = True
        if signs:
            margin = y[t] * s
            r = y[t] * max(0.0, 1.0 - margin)
            moves = always or margin < 1.0  # without a loss the mean stays; the covariance need not
        if len(path):
            path[t] = mean
        scores[t] = s
        residuals[t] = r
        history[ROUNDS] += 1.0
        history[MISTAKES] += y[t] * s <= 0
        if not moves:
            continue
        updates += 1
        if kind == 0:
            full_step(x, r, lam, mean, spread, v)
        else:
            diagonal_step(x, r, lam, kind == 2, mean, spread[0])
    return updates


@dataclass(frozen=True)
class ArowRun:
    """What one pass over a stream leaves behind.

    Attributes
    ----------
    losses : ndarray, shape (T,)
        Half the squared hinge, or half the squared residual, before the update.
    scores : ndarray, shape (T,)
        ``<mu_t, x_t>``, before the update.
    weights : ndarray, shape (n,)
        The mean after the last round.
    """

    losses: np.ndarray
    scores: np.ndarray
    weights: np.ndarray


class ArowEngine(Engine):
    """A normal law of weights that starts as the standard one.

    Parameters
    ----------
    n_features : int
    loss : SquaredHinge or Squared
    lam : float
        Passiveness, positive.
    covariance : {"full", "diag_drop", "diag_exact"}
    always : bool
        Let the covariance shrink where the squared hinge is 0, too.

    Attributes
    ----------
    n_updates : int
        Rounds in which the covariance shrank.

    Notes
    -----
    O(n^2) a round with the full covariance, O(n) with a diagonal one.
    """

    def __init__(self, n_features, loss, lam, covariance, always):
        super().__init__(n_features, Euclidean(), loss)
        self.lam = check_real(lam, "lam", low=0, open_low=True)
        self.kind = COVARIANCES[check_in(covariance, "covariance", COVARIANCES)]
        self.always = check_flag(always, "always")
        self.n_updates = 0
        self._rules = np.array([loss.signs, self.lam, self.kind, self.always], dtype=float)
        full = self.kind == 0
        # row 0 is the mean, the rows below it the spread: one array crosses into compiled code
        spread = np.eye(self.n_features) if full else np.ones((1, self.n_features))
        self._law = np.concatenate([np.zeros((1, self.n_features)), spread])
        self._last = None

    @property
    def weights(self):
        """The mean, with which the next round predicts."""
        return self._law[0]

    @weights.setter
    def weights(self, mean):
        self._law = plain_layout(np.concatenate([mean[None], self._law[1:]]))

    def restart(self, mean, covariance):
        """Go on from another normal law; the counts stay.

        Parameters
        ----------
        mean : array_like, shape (n,)
        covariance : array_like, shape (n, n) or (n,)
            Positive definite; its diagonal, positive, if only that is kept.

        Raises
        ------
        ValueError
            On wrong shapes, or if the covariance is not positive definite.
        """
        n = self.n_features
        mean = check_array(mean, "mean", shape=(n,))
        if self.kind == 0:
            covariance = check_square(covariance, "covariance", size=n, symmetric=True)
            try:
                spread = np.linalg.cholesky(covariance)
            except np.linalg.LinAlgError:
                raise ValueError("covariance must be positive definite") from None
        else:
            low = {"low": 0, "open_low": True}
            spread = check_array(covariance, "covariance", shape=(n,), **low)[None]
        self._law = plain_layout(np.concatenate([mean[None], spread]))

    @property
    def covariance(self):
        """Covariance, shape (n, n), or its diagonal, shape (n,)."""
        spread = self._law[1:]
        return spread @ spread.T if self.kind == 0 else spread[0].copy()

    def play(self, X, y):
        """Play rows that are known to be right."""
        record = np.empty((2, len(X)))
        self._last = self._law, self.history.copy(), y, record
        self._law = self._law.copy()
        self.n_updates += arow_pass(X, y, self._rules, self._law, self.history, record, NO_PATH)

    @property
    def last_run(self):
        """The rounds of the last call as an :class:`ArowRun`, whose arrays are read-only."""
        _, _, _, (scores, residuals) = self._last
        losses = 0.5 * residuals**2
        mean = self._law[0].copy()  # a view would keep the whole covariance alive
        read_only(mean, scores, losses)
        return ArowRun(losses, scores, mean)

    def replay(self, X):
        """The means of the last call: the pass is played again."""
        law, history, y, record = self._last
        means = np.empty(X.shape)
        arow_pass(X, y, self._rules, law.copy(), history.copy(), record.copy(), means)
        return StoredPath(X, means)
