r"""Label ranking: the exact dual step (SOPOPO) and its interior point version.

Shalev-Shwartz (2007), Section 7.3. An example has relevant labels Y among k, and each label a
weight vector. The loss is the worst pair's missing margin, (7.17):

.. math:: \ell(\bar w)=\max_{r\in Y,s\notin Y}[\gamma-\langle w_r-w_s,x\rangle]_+.

Constants follow from the definition of the loss; the thesis (Lemma 20 and (7.18)) has
:math:`\gamma/2` where :math:`\gamma` is right.
"""

import numpy as np
from scipy.special import softmax

from mlcompanion._validation import check_array, check_instance, check_real
from mlcompanion.optimize import separable_pdip
from mlcompanion.prox.balls.sopopo import sopopo

__all__ = [
    "label_ranking_dual",
    "label_ranking_loss",
    "label_ranking_pdip",
    "label_ranking_step",
    "label_ranking_step_entropy",
]


def _check_labels(relevant, n_labels):
    relevant = np.asarray(relevant)
    if relevant.dtype != bool or relevant.shape != (n_labels,):
        raise ValueError(f"relevant must be a boolean array of shape ({n_labels},)")
    return relevant


def label_ranking_loss(scores, relevant, margin=1.0):
    r"""The loss (7.17) from the scores :math:`\langle w_r,x\rangle`.

    Parameters
    ----------
    scores : array_like of shape (k,)
    relevant : array_like of bool of shape (k,)
    margin : float > 0

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
    gamma = check_real(margin, "margin", low=0, open_low=True)
    if relevant.all() or not relevant.any():
        return 0.0
    return max(0.0, gamma - float(scores[relevant].min() - scores[~relevant].max()))


def label_ranking_dual(alpha, scores, sqnorm, relevant, inverse_rate, margin=1.0):
    r"""The dual objective (7.19), with :math:`\gamma` for :math:`\gamma/2`, less its value at zero.

    Parameters
    ----------
    alpha : array_like of shape (k,)
        Feasible: non-negative, with equal sums of at most 1 over relevant and other labels.
    scores, sqnorm, relevant, inverse_rate, margin
        As in :func:`label_ranking_step`.

    Returns
    -------
    float
    """
    scores = check_array(scores, "scores", ndim=1, min_rows=1)
    sqnorm = check_real(sqnorm, "sqnorm", low=0)
    relevant = _check_labels(relevant, len(scores))
    alpha = check_array(alpha, "alpha", shape=scores.shape, low=0)
    c = check_real(inverse_rate, "inverse_rate", low=0, open_low=True)
    gamma = check_real(margin, "margin", low=0, open_low=True)
    sign = np.where(relevant, 1.0, -1.0)
    linear = gamma * alpha[relevant].sum() - (sign * alpha) @ scores
    return float(linear - sqnorm * (alpha @ alpha) / (2 * c))


def label_ranking_step(scores, sqnorm, relevant, inverse_rate, margin=1.0):
    r"""The aggressive dual step for label ranking with Euclidean complexity, exactly.

    Parameters
    ----------
    scores : array_like of shape (k,)
        :math:`\langle w_r,x\rangle=-\langle\Lambda_r,x\rangle/c`.
    sqnorm : float >= 0
        :math:`\|x\|^2`.
    relevant : array_like of bool of shape (k,)
        Which labels are in Y.
    inverse_rate, margin : float > 0

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
    c = check_real(inverse_rate, "inverse_rate", low=0, open_low=True)
    gamma = check_real(margin, "margin", low=0, open_low=True)
    alpha = np.zeros(len(scores))
    if label_ranking_loss(scores, relevant, gamma) == 0.0 or sqnorm == 0.0:
        return alpha  # the dual cannot rise, or no weights can be moved
    # completing the squares of (7.19): two projections with a common sum of at most 1
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
    check_instance(df, "df", callable)
    check_instance(d2f, "d2f", callable)
    relevant = _check_labels(relevant, len(np.atleast_1d(relevant)))
    if relevant.all() or not relevant.any():
        raise ValueError("relevant must name some labels, not all and not none")
    A = np.array([np.append(np.where(relevant, 1.0, -1.0), 0.0), np.append(relevant, 1.0)])
    start = np.append(0.5 / np.where(relevant, relevant.sum(), (~relevant).sum()), 0.5)
    signs = -np.ones(len(start))  # p alpha <= q with p = -1 and q = 0: alpha >= 0
    return separable_pdip(
        lambda a: np.append(df(a[:-1]), 0.0), lambda a: np.append(d2f(a[:-1]), 0.0),
        A, signs, np.zeros(len(start)), start, tol=tol, max_iter=max_iter,
    )  # fmt: skip


def label_ranking_step_entropy(theta, x, relevant, inverse_rate, margin=1.0, tol=1e-10):
    r"""The aggressive step where every :math:`w_r` is a distribution: :math:`\psi` the entropy.

    There is no closed form; the interior point method of Section 7.3.2 takes over.

    Parameters
    ----------
    theta : array_like of shape (k, d)
        :math:`-\Lambda_r/c`, so that :math:`w_r` is the softmax of row r.
    x : array_like of shape (d,)
    relevant : array_like of bool of shape (k,)
    inverse_rate, margin : float > 0
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
    c = check_real(inverse_rate, "inverse_rate", low=0, open_low=True)
    gamma = check_real(margin, "margin", low=0, open_low=True)
    sign = np.where(relevant, 1.0, -1.0)

    def moved(alpha):
        return softmax(theta + np.outer(sign * alpha / c, x), axis=1)

    def df(alpha):
        return sign * (moved(alpha) @ x) - gamma * relevant

    def d2f(alpha):
        w = moved(alpha)
        # derivative of a softmax mean: the variance of x under the weights
        return (w @ x**2 - (w @ x) ** 2) / c

    path = label_ranking_pdip(df, d2f, relevant, tol)
    return path.alpha[:-1], path
