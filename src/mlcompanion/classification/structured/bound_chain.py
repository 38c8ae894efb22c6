r"""A linear-chain conditional random field fitted by quadratic bounds: Algorithms 2 and 3.

Choromanska (2014), sections 2.2.2, 2.2.4 and 2.4.2: every string's log-partition function is
bounded by :func:`chain_bound`, the bounds are added, and their least point is the next one.
"""

from typing import NamedTuple

import numpy as np
from scipy.linalg import solve

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_count, check_flag, check_in, check_real
from mlcompanion.optimize.majorising import Touch, majorize
from mlcompanion.optimize.majorising.chain_bound import chain_sweep

from ._strings import check_labelled
from .crf_fits import ChainLikelihood

__all__ = ["BoundChainRun", "ChainSurrogate", "fit_chain_by_bound"]


class BoundChainRun(NamedTuple):
    """A fitted chain.

    Attributes
    ----------
    classes : ndarray, shape (k,)
        The labels, sorted.
    coef : ndarray, shape (k, n_features)
        Weights of the inputs.
    transition : ndarray, shape (k, k)
        Weights of neighbours, the earlier label first.
    objective : ndarray, shape (n_iter + 1,)
        Minus log-likelihood plus penalty, at zero and after every step.
    n_iter : int
    converged : bool
    """

    classes: np.ndarray
    coef: np.ndarray
    transition: np.ndarray
    objective: np.ndarray
    n_iter: int
    converged: bool


@njit
def sum_of_chains(rows, ends, W, T, joined, curvature):
    """Add the curvatures of all strings to ``curvature``; return the sums of log z and slopes."""
    mu = np.zeros(curvature.shape[1])
    one = np.empty_like(curvature)
    log_z = 0.0
    start = 0
    for end in ends:
        value, slope = chain_sweep(rows[start:end], W, T, joined, one)
        log_z += value
        mu += slope
        curvature += one
        start = end
    return log_z, mu


class ChainSurrogate:
    """Minus the log-likelihood of label strings plus a ridge, with the quadratics above it.

    Parameters
    ----------
    likelihood : ChainLikelihood
        Without a pair before the first label.
    merge : {"join", "sum"}
    diagonal : bool
        See :func:`chain_bound`.
    """

    def __init__(self, likelihood, merge="join", diagonal=False):
        self.likelihood = likelihood
        self.joined = merge == "join"
        # curvature of the ridge, for W label by label, then for T
        self.diagonal = diagonal
        k = likelihood.n_labels
        self.ridge = np.append(np.tile(likelihood.ridge, k), np.full(k * k, likelihood.lam))
        self.seen = np.append(likelihood.observed.ravel(), likelihood.seen.ravel())

    def touch(self, theta):
        """The quadratic that touches at ``theta``: value, gradient, and where it is least."""
        W, T = (plain_layout(part) for part in self.likelihood.parts(theta))
        strings = self.likelihood.strings
        curvature = np.zeros((1 if self.diagonal else len(theta), len(theta)))
        log_z, mu = sum_of_chains(strings.rows, strings.ends, W, T, self.joined, curvature)
        value = log_z - theta @ self.seen + 0.5 * np.sum(self.ridge * theta**2)
        gradient = mu - self.seen + self.ridge * theta
        if self.diagonal:
            step = gradient / (curvature[0] + self.ridge)
        else:
            # every (d + 1)-th entry of the flat matrix is one of the diagonal
            curvature.flat[:: len(theta) + 1] += self.ridge
            step = solve(curvature, gradient, assume_a="pos", check_finite=False)
        return Touch(value, gradient, theta - step)


def fit_chain_by_bound(xs, ys, lam=1.0, *, merge="join", diagonal=False, zeta=1.0, tol=1e-4,
                       max_iter=1000):  # fmt: skip
    r"""Fit a linear-chain conditional random field by steps from bound to bound.

    The model is that of :class:`LinearChainCRF` with ``first_pair=False``, and so is the optimum.

    Parameters
    ----------
    xs : list of array_like, shape (m_i, n_features)
        Inputs of the places of each string.
    ys : list of array_like, shape (m_i,)
        Their labels.
    lam : float
        Penalty :math:`\frac\lambda2(\|W\|^2+\|T\|^2)` of the sum over strings, positive.
    merge : {"join", "sum"}
        See :func:`junction_tree_bound`; the source's ``"sum"`` makes steps tiny on long strings.
    diagonal : bool
        Keep a diagonal above the curvature: for many features.
    zeta : float
        Factor of the steps, between 0 and 2.
    tol : float
        Stop where no entry of the gradient exceeds this share of the largest one at zero.
    max_iter : int
        Most steps.

    Returns
    -------
    BoundChainRun

    Raises
    ------
    ValueError
        If strings and inputs differ in number or length, or there is a single label.

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` ended the search before ``tol`` was reached.

    Notes
    -----
    Cost a step: that of :func:`chain_bound` for every string, and O(d³). Source: Choromanska
    (2014), Algorithms 2 and 3.

    Examples
    --------
    >>> xs = [[[0.0], [1.0], [1.2]], [[0.9], [0.1]], [[0.2], [0.8]]]
    >>> run = fit_chain_by_bound(xs, [list("abb"), list("ba"), list("ab")], lam=0.1)
    >>> run.classes.tolist(), run.transition.shape
    (['a', 'b'], (2, 2))
    """
    lam = check_real(lam, "lam", low=0, open_low=True)
    merge = check_in(merge, "merge", ("join", "sum"))
    diagonal = check_flag(diagonal, "diagonal")
    zeta = check_real(zeta, "zeta", low=0, high=2, open_low=True, open_high=True)
    tol = check_real(tol, "tol", low=0)
    max_iter = check_count(max_iter, "max_iter", low=1)
    classes, strings = check_labelled(xs, ys)
    b = strings.rows.shape[1]
    likelihood = ChainLikelihood(strings, len(classes), np.full(b, lam), lam, first_pair=False)
    surrogate = ChainSurrogate(likelihood, merge, diagonal)
    run = majorize(surrogate, np.zeros(likelihood.size), relax=zeta, tol=tol, max_iter=max_iter)
    W, T = likelihood.parts(run.w)
    return BoundChainRun(classes, W.copy(), T.copy(), run.objective, run.n_iter, run.converged)
