r"""The distribution closest to a given one under constraints on means, by quadratic bounds.

Choromanska (2014), section 2.2.1: minimise :math:`\sum_yp(y)\log\frac{p(y)}{h(y)}` subject to
:math:`\mathbb E_pf=0` and :math:`\mathbb E_pg\ge0`. The solution is
:math:`p\propto h\,e^{\theta^\top f+\vartheta^\top g}`, where :math:`\vartheta\ge0`, and the dual is
to minimise the logarithm of its partition function: each step minimises the quadratic of
Algorithm 1.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog, lsq_linear

from mlcompanion._validation import check_array, check_count, check_real

from .majorize import Touch, majorize
from .partition_bound import label_order, log_weights, sweep

__all__ = ["MaxEntropyRun", "max_entropy"]

_RANK = 1e-13  # eigenvalues of a curvature below this share of the largest are rounding
_TILT = 1e-12  # added to all eigenvalues, as a share of the largest, where there are limits


class MaxEntropyRun(NamedTuple):
    """The distribution and its multipliers.

    Attributes
    ----------
    p : ndarray, shape (n,)
        Probabilities.
    theta : ndarray, shape (d,)
        Multipliers of the means that must vanish.
    vartheta : ndarray, shape (d',)
        Multipliers of the means that must not be negative; 0 where such a mean is positive.
    divergence : float
        Relative entropy of p to h; h need not sum to 1.
    objective : ndarray, shape (n_iter + 1,)
        Log partition function at the start and after each step: it falls.
    n_iter : int
    converged : bool
    """

    p: np.ndarray
    theta: np.ndarray
    vartheta: np.ndarray
    divergence: float
    objective: np.ndarray
    n_iter: int
    converged: bool


class _Dual:
    """The log-partition function over free and non-negative multipliers, with its bounds."""

    def __init__(self, features, log_h, n_free):
        self.features = features
        self.log_h = log_h
        self.low = np.full(features.shape[1], -np.inf)
        self.low[n_free:] = 0.0

    def touch(self, beta):
        """The quadratic that touches at ``beta``, and its least point within the limits.

        The gradient is the part of it that the limits leave: 0 where a multiplier of 0 wants to
        fall.
        """
        logs = self.features @ beta + self.log_h
        mu = np.zeros(len(beta))
        Sigma = np.zeros((len(beta), len(beta)))
        log_z = sweep(self.features, logs, label_order("descending", logs), mu, Sigma)
        free = np.where((beta <= self.low) & (mu > 0), 0.0, mu)
        return Touch(log_z, free, self._least(beta, mu, Sigma))

    def _least(self, beta, mu, Sigma):
        """Minimise the quadratic: with Sigma = R'R a bounded least-squares problem.

        Under limits it is tilted a little: flat directions bend as well, so that R has full rank,
        without which the search for the active limits fails. It is still a bound.
        """
        sizes, axes = np.linalg.eigh(Sigma)
        bends = sizes > _RANK * sizes[-1]
        if not bends.any():
            return beta.copy()
        if not np.isfinite(self.low).any():
            roots = np.sqrt(sizes[bends])
            R = (axes[:, bends] * roots).T
            return beta + np.linalg.lstsq(R, -(mu @ axes[:, bends]) / roots, rcond=None)[0]
        roots = np.sqrt(np.maximum(sizes, 0.0) + _TILT * sizes[-1])
        R = (axes * roots).T
        limits = (self.low, np.full(len(beta), np.inf))
        aim = R @ beta - (mu @ axes) / roots
        least = lsq_linear(R, aim, limits, method="bvls", max_iter=10 * len(beta))
        return np.maximum(least.x, self.low)


def _check_feasible(F, G):
    """Refuse constraints that no distribution meets."""
    n = len(F)
    equal = np.vstack([F.T, np.ones(n)])
    sums = np.append(np.zeros(F.shape[1]), 1.0)
    below = -G.T if G.shape[1] else None
    limit = np.zeros(G.shape[1]) if G.shape[1] else None
    if linprog(np.zeros(n), below, limit, equal, sums, method="highs").status == 2:
        raise ValueError("F and G ask for means that no distribution over these labels has")


def max_entropy(F, G=None, h=None, *, tol=1e-8, max_iter=1000):
    r"""Find the distribution closest to ``h`` with means of ``F`` zero and of ``G`` not negative.

    Parameters
    ----------
    F : array_like, shape (n, d)
        :math:`f(y)`, a row a label: subtract the mean that is asked for.
    G : array_like, shape (n, d'), optional
        :math:`g(y)`.
    h : array_like, shape (n,), optional
        Weights of the labels, not negative. Default: all 1, which maximises the entropy.
    tol : float
        Stop where no mean is off by more than this share of what it was off under h.
    max_iter : int
        Most steps.

    Returns
    -------
    MaxEntropyRun

    Raises
    ------
    ValueError
        If shapes differ, a weight is negative, or no distribution meets the constraints.

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` ended the search; also where only distributions with zeros meet the
        constraints, whose multipliers are infinite.

    Notes
    -----
    Cost: O(n d² + d³) a step. Source: Choromanska (2014), section 2.2.1.

    Examples
    --------
    A die whose mean is 4.5 (Jaynes):

    >>> faces = np.arange(1, 7)
    >>> run = max_entropy((faces - 4.5)[:, None])
    >>> run.p.round(3).tolist()
    [0.054, 0.079, 0.114, 0.165, 0.24, 0.347]
    """
    F = check_array(F, "F", ndim=2, min_rows=1)
    n = len(F)
    G = np.zeros((n, 0)) if G is None else check_array(G, "G", shape=(n, None))
    tol = check_real(tol, "tol", low=0)
    max_iter = check_count(max_iter, "max_iter", low=1)
    log_h = log_weights(h, n)
    features = np.column_stack([F, G])
    if features.shape[1] == 0:
        raise ValueError("F must have a column, as G has none")
    # multipliers of columns of size 1: the steps are the same in any units
    unit = abs(features).max(axis=0)
    unit[unit == 0] = 1.0
    features = np.ascontiguousarray(features / unit)
    n_free = F.shape[1]
    seen = log_h > -np.inf
    _check_feasible(features[seen, :n_free], features[seen, n_free:])
    start = np.zeros(features.shape[1])
    run = majorize(_Dual(features, log_h, n_free), start, tol=tol, max_iter=max_iter)
    # log p: subtracting log Z before the exponential, so that nothing overflows
    logs = features @ run.w + log_h - run.objective[-1]
    p = np.exp(logs)
    # log(p / h) is the score less log Z, so its mean is the divergence
    divergence = float(p @ (features @ run.w)) - run.objective[-1]
    beta = run.w / unit
    return MaxEntropyRun(
        p, beta[:n_free], beta[n_free:], divergence, run.objective, run.n_iter, run.converged
    )
