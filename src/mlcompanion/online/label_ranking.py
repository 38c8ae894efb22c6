r"""Label ranking: the exact dual step (SOPOPO) and its interior point version.

Shalev-Shwartz (2007), Section 7.3. An example has relevant labels Y among k, and each label a
weight vector. The loss is the worst pair's missing margin, (7.17):

.. math:: \ell(\bar w)=\max_{r\in Y,s\notin Y}[\gamma-\langle w_r-w_s,x\rangle]_+.

Constants follow from the definition of the loss; the thesis (Lemma 20 and (7.18)) has
:math:`\gamma/2` where :math:`\gamma` is right.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import softmax

from mlcompanion._jit import njit
from mlcompanion._validation import check_array, check_real
from mlcompanion.optimize import separable_pdip

__all__ = [
    "Sopopo",
    "label_ranking_dual",
    "label_ranking_loss",
    "label_ranking_pdip",
    "label_ranking_step",
    "label_ranking_step_entropy",
    "sopopo",
]


class Sopopo(NamedTuple):
    """Two vectors of equal sum, that sum, and the number of intervals inspected."""

    alpha: np.ndarray
    beta: np.ndarray
    z: float
    n_intervals: int


@njit
def _meet(mu, nu, cap):
    """Walk up the union of the knots; ``mu`` and ``nu`` descend. Thresholds, size, intervals."""
    i, j, a, b, intervals = 1, 1, mu[0], nu[0], 0
    z = 0.0
    if a + b > 0:  # the slope at z = 0 is -(mu_1 + nu_1)
        while True:
            intervals += 1
            knot_mu = a - i * mu[i] if i < len(mu) else np.inf  # z_(i+1), Lemma 10
            knot_nu = b - j * nu[j] if j < len(nu) else np.inf
            end = min(knot_mu, knot_nu, cap)
            z = (j * a + i * b) / (i + j)  # O(z): bottom of this interval's parabola
            if z <= end or end == cap:
                z = max(min(z, end), 0.0)
                break
            if knot_mu <= end:
                a += mu[i]
                i += 1
            else:
                b += nu[j]
                j += 1
    return (a - z) / i, (b - z) / j, z, intervals


def sopopo(mu, nu, cap=1.0):
    r"""Two coupled projections on simplices of equal, free size: (7.20), Figure 7.4.

    It minimises :math:`\frac12\|\alpha-\mu\|^2+\frac12\|\beta-\nu\|^2` over non-negative vectors
    with :math:`\sum\alpha=\sum\beta=z\le` ``cap``. As a function of z the minimum is convex and
    piecewise quadratic; the walk over its knots stops at the first parabola whose bottom lies
    before the next knot.

    Parameters
    ----------
    mu : array_like of shape (p,)
    nu : array_like of shape (q,)
    cap : float > 0

    Returns
    -------
    Sopopo

    Raises
    ------
    ValueError
        On empty or non-finite vectors.

    Notes
    -----
    Cost: O(k log k) for sorting, k = p + q; the walk is O(k).

    Examples
    --------
    >>> sopopo([0.6, 0.1], [0.2]).alpha.round(3)
    array([0.4, 0. ])
    """
    mu = check_array(mu, "mu", ndim=1, min_rows=1)
    nu = check_array(nu, "nu", ndim=1, min_rows=1)
    cap = check_real(cap, "cap", low=0, open_low=True)
    down_mu, down_nu = np.sort(mu)[::-1].copy(), np.sort(nu)[::-1].copy()
    zeta_mu, zeta_nu, z, intervals = _meet(down_mu, down_nu, cap)
    if z == 0.0:
        return Sopopo(np.zeros_like(mu), np.zeros_like(nu), 0.0, intervals)
    alpha, beta = np.maximum(mu - zeta_mu, 0.0), np.maximum(nu - zeta_nu, 0.0)
    return Sopopo(alpha, beta, float(z), intervals)


def _check_labels(relevant, n_labels):
    relevant = np.asarray(relevant)
    if relevant.dtype != bool or relevant.shape != (n_labels,):
        raise ValueError(f"relevant must be a boolean array of shape ({n_labels},)")
    return relevant


def label_ranking_loss(scores, relevant, gamma=1.0):
    r"""The loss (7.17) from the scores :math:`\langle w_r,x\rangle`.

    Parameters
    ----------
    scores : array_like of shape (k,)
    relevant : array_like of bool of shape (k,)
    gamma : float > 0

    Returns
    -------
    float
        Zero, if all labels or none are relevant: there is no pair to rank.

    Raises
    ------
    ValueError
        On wrong shapes.
    """
    scores = check_array(scores, "scores", ndim=1, min_rows=1)
    relevant = _check_labels(relevant, len(scores))
    gamma = check_real(gamma, "gamma", low=0, open_low=True)
    if relevant.all() or not relevant.any():
        return 0.0
    return max(0.0, gamma - float(scores[relevant].min() - scores[~relevant].max()))


def label_ranking_dual(alpha, scores, sqnorm, relevant, c, gamma=1.0):
    r"""The dual objective (7.19), with :math:`\gamma` for :math:`\gamma/2`, less its value at zero.

    Parameters
    ----------
    alpha : array_like of shape (k,)
        Feasible: non-negative, with equal sums of at most 1 over relevant and other labels.
    scores, sqnorm, relevant, c, gamma
        As in :func:`label_ranking_step`.

    Returns
    -------
    float
    """
    sign = np.where(relevant, 1.0, -1.0)
    alpha = np.asarray(alpha, dtype=float)
    linear = gamma * alpha[relevant].sum() - (sign * alpha) @ scores
    return float(linear - sqnorm * (alpha @ alpha) / (2 * c))


def label_ranking_step(scores, sqnorm, relevant, c, gamma=1.0):
    r"""The aggressive dual step for label ranking with Euclidean complexity, exactly.

    Parameters
    ----------
    scores : array_like of shape (k,)
        :math:`\langle w_r,x\rangle=-\langle\Lambda_r,x\rangle/c`.
    sqnorm : float >= 0
        :math:`\|x\|^2`.
    relevant : array_like of bool of shape (k,)
        Which labels are in Y.
    c, gamma : float > 0

    Returns
    -------
    ndarray of shape (k,)
        The dual variables :math:`\alpha`. The move is
        :math:`w_r\leftarrow w_r\pm\frac{\alpha_r}cx`, with plus for relevant labels.

    Raises
    ------
    ValueError
        On wrong shapes or values.

    Notes
    -----
    Cost: O(k log k). Source: (7.19) to (7.23), Figure 7.4.
    """
    scores = check_array(scores, "scores", ndim=1, min_rows=1)
    sqnorm = check_real(sqnorm, "sqnorm", low=0)
    relevant = _check_labels(relevant, len(scores))
    c = check_real(c, "c", low=0, open_low=True)
    alpha = np.zeros(len(scores))
    if label_ranking_loss(scores, relevant, gamma) == 0.0 or sqnorm == 0.0:
        return alpha  # the dual cannot rise, or no weights can be moved
    mu = c * (gamma - scores[relevant]) / sqnorm
    nu = c * scores[~relevant] / sqnorm
    alpha[relevant], alpha[~relevant], _, _ = sopopo(mu, nu)
    return alpha


def label_ranking_pdip(df, d2f, relevant, tol=1e-10, max_iter=100):
    r"""Minimise :math:`\sum_rf_r(\alpha_r)` over the dual variables of label ranking, (7.24).

    One slack variable turns the cap into an equation: :math:`\sum_Y\alpha=\sum_{\bar Y}\alpha` and
    :math:`\sum_Y\alpha+\xi=1`. (With the slack in both rows the system for the multipliers would
    lose its rank in floating point as :math:`\alpha\to0`.)

    Parameters
    ----------
    df, d2f : callable
        First and second derivatives, from (k,) to (k,).
    relevant : array_like of bool of shape (k,)
        Some and not all.
    tol, max_iter
        As in :func:`~mlcompanion.optimize.separable_pdip`.

    Returns
    -------
    InteriorPoint
        With ``alpha`` of shape (k + 1,); the slack comes last.

    Raises
    ------
    ValueError
        If there is no pair of labels to rank.
    """
    relevant = _check_labels(relevant, len(np.atleast_1d(relevant)))
    if relevant.all() or not relevant.any():
        raise ValueError("relevant must name some labels, not all and not none")
    A = np.array([np.append(np.where(relevant, 1.0, -1.0), 0.0), np.append(relevant, 1.0)])
    start = np.append(0.5 / np.where(relevant, relevant.sum(), (~relevant).sum()), 0.5)
    signs = -np.ones(len(start))
    return separable_pdip(
        lambda a: np.append(df(a[:-1]), 0.0), lambda a: np.append(d2f(a[:-1]), 0.0),
        A, signs, np.zeros(len(start)), start, tol, max_iter,
    )  # fmt: skip


def label_ranking_step_entropy(theta, x, relevant, c, gamma=1.0, tol=1e-10):
    r"""The aggressive step where every :math:`w_r` is a distribution: :math:`\psi` the entropy.

    There is no closed form; the interior point method of Section 7.3.2 takes over.

    Parameters
    ----------
    theta : array_like of shape (k, d)
        :math:`-\Lambda_r/c`, so that :math:`w_r` is the softmax of row r.
    x : array_like of shape (d,)
    relevant : array_like of bool of shape (k,)
    c, gamma : float > 0
    tol : float > 0

    Returns
    -------
    alpha : ndarray of shape (k,)
    path : InteriorPoint

    Raises
    ------
    ValueError
        On wrong shapes or values.

    Notes
    -----
    Cost: O(k d) an iteration.
    """
    theta = check_array(theta, "theta", ndim=2, min_rows=2)
    x = check_array(x, "x", shape=(theta.shape[1],))
    relevant = _check_labels(relevant, len(theta))
    c = check_real(c, "c", low=0, open_low=True)
    gamma = check_real(gamma, "gamma", low=0, open_low=True)
    sign = np.where(relevant, 1.0, -1.0)

    def moved(alpha):
        return softmax(theta + np.outer(sign * alpha / c, x), axis=1)

    def df(alpha):
        return sign * (moved(alpha) @ x) - gamma * relevant

    def d2f(alpha):
        w = moved(alpha)
        return (w @ x**2 - (w @ x) ** 2) / c

    path = label_ranking_pdip(df, d2f, relevant, tol)
    return path.alpha[:-1], path
