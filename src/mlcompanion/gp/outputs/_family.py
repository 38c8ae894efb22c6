r"""The Gaussian family: every covariance is a table entry times a Gaussian, with derivatives.

With blurs :math:`p_d=1/P_d` and widths :math:`l_q=1/\Lambda_q` (both variances) the covariance of
two outputs through hidden function q is

.. math:: S_{d,q}S_{e,q}\,c_{d,q}c_{e,q}\prod_jv_j^{-m/2}e^{-r_j^2/(2v_j)},\qquad v=p_d+p_e+l_q,

(12) with :math:`c=(2\pi)^{-m/4}`, and the scaled form with
:math:`c_{d,q}=\prod_j(2p_d+l_q)_j^{m/4}`, which gives output d the variance
:math:`S_{d,q}^2`. The hidden function is one more output with p = 0 and S = 1. Without blur this is
instantaneous mixing. An isotropic family has one column j that counts for m = p inputs.
"""

from typing import NamedTuple

import numpy as np

__all__ = []


class Family(NamedTuple):
    """Parameters in the units of the inputs; ``S`` (D, Q), ``blur`` (D, c), ``width`` (Q, c)."""

    S: np.ndarray
    blur: np.ndarray
    width: np.ndarray
    power: int
    normalize: bool


class Slopes:
    """Sums of derivatives by the parameters of a family, collected from several covariances."""

    def __init__(self, family):
        self.S = np.zeros_like(family.S)
        self.blur = np.zeros_like(family.blur)
        self.width = np.zeros_like(family.width)


def _with_latent(family, q):
    """Blurs and weights of the outputs and, last, of hidden function q."""
    # the hidden function is one more output: no blur, weight 1
    blur = np.vstack([family.blur, np.zeros((1, family.blur.shape[1]))])
    return blur, np.append(family.S[:, q], 1.0)


def _scale(family, q, blur):
    """The factors c (D + 1,) of the outputs."""
    if not family.normalize:
        return np.full(len(blur), (2 * np.pi) ** (-family.power * blur.shape[1] / 4))
    return np.prod(2 * blur + family.width[q], axis=1) ** (family.power / 4)


class Tables(NamedTuple):
    """What a hidden function's covariances read: inverse variances (c, D + 1, D + 1), factors."""

    inverse: np.ndarray
    factor: np.ndarray
    weights: np.ndarray


def tables(family, q):
    """The tables of hidden function q; cost O(D²)."""
    blur, weights = _with_latent(family, q)
    v = (blur[:, None, :] + blur[None, :, :] + family.width[q]).transpose(2, 0, 1)
    c = _scale(family, q, blur)
    factor = np.outer(c, c) * np.prod(v, axis=0) ** (-family.power / 2)
    return Tables(1 / v, factor, weights)


def bells(pairs, table):
    """Covariances of outputs with weight one; the weights come in as a table of their own."""
    # one array is summed up and used in place: it is as large as the covariance
    exponent = sum(R2 * pairs.spread(inv) for R2, inv in zip(pairs.squares, table.inverse))
    np.multiply(exponent, -0.5, out=exponent)
    return np.exp(exponent, out=exponent) * pairs.spread(table.factor)


def covariance(pairs, table):
    """Covariances of the pairs through one hidden function."""
    return bells(pairs, table) * pairs.spread(np.outer(table.weights, table.weights))


def pull_back(pairs, family, q, table, weights, slopes):
    """Add to ``slopes`` what derivatives by the covariances mean for the parameters.

    Parameters
    ----------
    pairs : layout
    family : Family
    q : int
    table : Tables
        Those of q.
    weights : ndarray
        Derivative of the objective by each covariance of the layout.
    slopes : Slopes

    Returns
    -------
    ndarray
        ``weights`` times the covariances, from which derivatives by inputs are made.
    """
    D = len(family.S)
    blur, S = _with_latent(family, q)
    weighted = weights * bells(pairs, table)
    zero = pairs.collect(weighted, D)
    # a weight enters as row and as column: the derivative by S has two parts
    by_weight = zero @ S + zero.T @ S
    slopes.S[:, q] += by_weight[:D]
    both = np.outer(S, S)
    count = zero * both
    for j, (R2, inv) in enumerate(zip(pairs.squares, table.inverse)):
        # derivative of v^(-m/2) e^(-r²/(2v)) by v: (r²/v² - m/v) / 2 times itself
        first = pairs.collect(weighted * R2, D) * both
        by_v = 0.5 * inv * (inv * first - family.power * count)
        # v = p_d + p_e + l: a blur enters as row and as column, a width in all entries
        slopes.blur[:, j] += (by_v.sum(axis=0) + by_v.sum(axis=1))[:D]
        slopes.width[q, j] += by_v.sum()
        if family.normalize:
            # the scale c of an output depends on its blur twice and on the width once
            own = family.power / 4 / (2 * blur[:, j] + family.width[q, j])
            touched = count.sum(axis=0) + count.sum(axis=1)
            slopes.blur[:, j] += (2 * own * touched)[:D]
            slopes.width[q, j] += own @ touched
    return weighted * pairs.spread(both)
