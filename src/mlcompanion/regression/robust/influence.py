r"""What a loss does to its estimate: Sugiyama (2016), Sections 25.1 to 25.3, made measurable.

The scale of residuals by the median, the pull of one moved output, the share of bad outputs that
breaks an estimate, and the price of robustness where the noise is Gaussian after all.
"""

from itertools import pairwise

import numpy as np
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.special import ndtri
from scipy.stats import norm

from mlcompanion._linear import check_weights, weighted_median
from mlcompanion._validation import (
    check_array,
    check_count,
    check_instance,
    check_list,
    check_real,
    check_rng,
)
from mlcompanion.losses import ScoreLoss
from mlcompanion.regression.linear.ridge import check_design

__all__ = [
    "breakdown_curve",
    "gaussian_efficiency",
    "mad_scale",
    "sensitivity_curve",
    "threshold_of_efficiency",
]

_FAR = 12.0  # standard deviations, beyond which a Gaussian has no mass left


def mad_scale(residuals, center=0.0, weights=None):
    r"""Median absolute deviation over 0.6745: a standard deviation that half the data cannot move.

    Parameters
    ----------
    residuals : array_like, shape (n,)
    center : float or None
        What deviations are taken from; None for the median.
    weights : array_like, shape (n,), optional
        Not negative: whole numbers count as copies.

    Returns
    -------
    float
        Consistent for the standard deviation of Gaussian noise, in the units of ``residuals``.

    Raises
    ------
    ValueError
        If there are no residuals or one is not finite.

    Notes
    -----
    Cost: O(n). Not in Sugiyama (2016), whose thresholds are given in the units of the outputs;
    Hampel (1974).
    """
    r = check_array(residuals, "residuals", ndim=1, min_rows=1)
    weights = check_weights(weights, len(r), "weights")
    if center is None:
        middle = weighted_median(r, weights)
    else:
        middle = check_real(center, "center")
    return float(weighted_median(np.abs(r - middle), weights) / ndtri(0.75))


def sensitivity_curve(estimate, Phi, y, index, values):
    r"""Change of an estimate as one output moves, times ``n``: the finite-sample influence.

    Parameters
    ----------
    estimate : callable
        Maps a design matrix and outputs to parameters, shape (m,).
    Phi : array_like, shape (n, m)
    y : array_like, shape (n,)
    index : int
        Which output moves.
    values : array_like, shape (k,)
        Where it moves to.

    Returns
    -------
    ndarray, shape (k, m)
        :math:`n\,(\hat w(y_i\leftarrow v)-\hat w(y))`.

    Raises
    ------
    ValueError
        If the arrays do not match or ``index`` is not one of their rows.

    Notes
    -----
    Cost: k + 1 fits. Source: the argument after Fig. 25.3; the curve is Hampel's (1974).
    """
    Phi, y = check_design(Phi, y)
    check_instance(estimate, "estimate", callable, "function")
    index = check_count(index, "index", high=len(y) - 1)
    values = check_array(values, "values", ndim=1, min_rows=1)
    moved = np.tile(y, (len(values), 1))
    moved[:, index] = values
    base = np.asarray(estimate(Phi, y))
    return len(y) * (np.array([estimate(Phi, z) for z in moved]).reshape(-1, len(base)) - base)


def breakdown_curve(estimate, Phi, y, counts, outlier=1e6, random_state=None):
    r"""Distance an estimate travels as more and more outputs become ``outlier``.

    Parameters
    ----------
    estimate : callable
        Maps a design matrix and outputs to parameters, shape (m,).
    Phi : array_like, shape (n, m)
    y : array_like, shape (n,)
    counts : sequence of int
        Numbers of outputs to replace; the sets are nested.
    outlier : float
    random_state : int, Generator, RandomState or None
        Decides which outputs are replaced first.

    Returns
    -------
    ndarray, shape (len(counts),)
        :math:`\|\hat w(\text{spoilt }y)-\hat w(y)\|`.

    Raises
    ------
    ValueError
        If the arrays do not match or a count is not between 0 and n.

    Notes
    -----
    Cost: ``len(counts) + 1`` fits. Not in Sugiyama (2016); Donoho and Huber (1983).
    """
    Phi, y = check_design(Phi, y)
    check_instance(estimate, "estimate", callable, "function")
    outlier = check_real(outlier, "outlier")
    counts = [check_count(c, "counts", high=len(y)) for c in check_list(counts, "counts")]
    order = check_rng(random_state).permutation(len(y))
    base = np.asarray(estimate(Phi, y))
    distances = []
    for count in counts:
        spoilt = y.copy()
        spoilt[order[:count]] = outlier
        distances.append(np.linalg.norm(estimate(Phi, spoilt) - base))
    return np.array(distances)


def gaussian_efficiency(loss):
    r"""Variance of least squares over that of a loss, for many samples of Gaussian noise.

    An estimate with :math:`\psi=\rho'` has the variance :math:`E\psi^2/(E\psi')^2` times that of
    least squares, and :math:`E\psi'=E[r\psi(r)]` for standard Gaussian :math:`r`, kinks or not.

    Parameters
    ----------
    loss : loss of :mod:`mlcompanion.losses` that depends on the residual
        With its threshold in units of the noise's standard deviation.

    Returns
    -------
    float
        At most 1, which least squares attains.

    Notes
    -----
    Cost: two integrals. Sugiyama (2016), Section 25.3, names the trade-off and gives no number;
    the formula is Huber's (1964).
    """

    check_instance(loss, "loss", ScoreLoss)

    def mean(g):
        kink = getattr(loss, "margin", 0.0)
        # the quadrature splits where psi bends
        ends = [0.0, *([kink] if 0 < kink < _FAR else []), _FAR]
        return 2 * sum(quad(lambda r: g(r) * norm.pdf(r), a, b)[0] for a, b in pairwise(ends))

    def psi(r):
        return float(loss.derivative(r, 0.0))

    return mean(lambda r: r * psi(r)) ** 2 / mean(lambda r: psi(r) ** 2)


def threshold_of_efficiency(loss, efficiency=0.95):
    r"""Threshold at which a family of losses has a given efficiency for Gaussian noise.

    Parameters
    ----------
    loss : type
        Maps a threshold to a loss: ``Huber`` or ``Tukey`` of :mod:`mlcompanion.losses`.
    efficiency : float
        Between 0.7 and 0.999.

    Returns
    -------
    float
        In units of the noise's standard deviation: 1.345 for Huber's and 4.685 for Tukey's loss at
        95 %.

    Raises
    ------
    ValueError
        If ``efficiency`` is out of range.

    Notes
    -----
    Cost: some 15 evaluations of :func:`gaussian_efficiency`.
    """
    goal = check_real(efficiency, "efficiency", low=0.7, high=0.999)
    check_instance(loss, "loss", callable, "type of loss")
    return float(brentq(lambda eta: gaussian_efficiency(loss(eta)) - goal, 0.05, 11.0, xtol=1e-6))
