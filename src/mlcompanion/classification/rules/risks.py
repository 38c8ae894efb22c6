r"""Exact error rates and risks of any decision rule, where all probabilities are known.

Sugiyama (2016), sections 11.2 and 11.3: samples arise in two steps, class first and pattern after;
a rule cuts the space of patterns into regions, and the probability that a pattern of class y falls
into the region of y' says all about it. In any dimension regions are summed over points with
weights; on the line they are intervals, and the distribution functions give their probabilities.
"""

import math

import numpy as np

from mlcompanion._validation import (
    check_array,
    check_count,
    check_has,
    check_instance,
    check_list,
    check_real,
    check_rng,
)

from ._checks import check_priors

__all__ = ["confusion_rates", "decision_intervals", "interval_rates", "sample_joint", "total_risk"]


def sample_joint(priors, laws, n_samples, random_state=None):
    """Draw labelled patterns: first the class, then a pattern of that class (section 11.2).

    Parameters
    ----------
    priors : array_like, shape (c,)
        Class-prior probabilities p(y).
    laws : sequence of c laws
        The class-conditional laws p(x|y), with ``rvs(size, random_state)``: laws on the line or of
        random vectors.
    n_samples : int
    random_state : int, Generator or None

    Returns
    -------
    X : ndarray, shape (n_samples, d)
        d = 1 for laws on the line.
    y : ndarray of int, shape (n_samples,)
        Classes 0, ..., c - 1.

    Raises
    ------
    ValueError
        If the priors are no probabilities, or there are not as many laws.
    """
    laws = _check_laws(laws, "rvs")
    priors = check_priors(priors, len(laws))
    n = check_count(n_samples, "n_samples", low=1)
    rng = check_rng(random_state)
    y = rng.choice(len(priors), size=n, p=priors / priors.sum())
    counts = np.bincount(y, minlength=len(laws)).tolist()
    blocks = [_columns(law.rvs(m, rng)) for law, m in zip(laws, counts)]
    if len({block.shape[1] for block in blocks}) > 1:
        raise ValueError("laws must be of patterns with equally many features")
    X = np.empty((n, blocks[0].shape[1]))
    for label, block in enumerate(blocks):
        X[y == label] = block
    return X, y


def confusion_rates(densities, decisions, weights, n_decisions=None):
    r"""Probability that a pattern of class y is decided to be y', by quadrature (section 11.3.2).

    .. math:: p_e(y\to y')=\int_{\mathcal X_{y'}}p(x|y)\,dx
        \approx\sum_{i:\,\hat y_i=y'}w_i\,p(x_i|y)

    Parameters
    ----------
    densities : array_like, shape (n, c)
        Class-conditional densities at the points of the quadrature.
    decisions : array_like of int, shape (n,)
        What the rule decides there, 0, 1, ...
    weights : float or array_like, shape (n,)
        Weights of the quadrature; one number for points on a regular grid: the area of a cell.
    n_decisions : int, optional
        Number k of decisions; default c.

    Returns
    -------
    ndarray, shape (c, k)
        First index: the true class. Rows sum to 1 if the points cover all of the probability.

    Raises
    ------
    ValueError
        If a density is negative, or a decision is none of the k.

    Notes
    -----
    Cost O(n c).
    """
    densities = check_array(densities, "densities", ndim=2, min_rows=1, low=0)
    weights = check_array(weights, "weights", low=0)
    if weights.ndim:
        weights = check_array(weights, "weights", shape=(len(densities),))
    k = (
        densities.shape[1]
        if n_decisions is None
        else check_count(n_decisions, "n_decisions", low=1)
    )
    decisions = check_array(decisions, "decisions", shape=(len(densities),), dtype=int, low=0)
    decisions = check_array(decisions, "decisions", dtype=int, high=k - 1)
    masses = densities.T * weights
    return np.array([np.bincount(decisions, mass, minlength=k) for mass in masses])


def decision_intervals(decide, low, high, n_grid=1001):
    """The intervals of the line on which a rule decides alike.

    Parameters
    ----------
    decide : callable
        From points, shape (m,), to decisions 0, 1, ..., shape (m,).
    low, high : float
        Where to look; beyond them the rule is taken to go on as at the ends.
    n_grid : int
        Points at which the rule is asked first; an interval between two of them may be missed.

    Returns
    -------
    ends : ndarray, shape (r + 1,)
        From -inf to inf, increasing; the inner ones to the last digit, by bisection.
    decisions : ndarray of int, shape (r,)

    Raises
    ------
    ValueError
        If ``low`` is not below ``high``, or the rule does not give one whole number a point.
    """
    check_instance(decide, "decide", callable)
    low = check_real(low, "low")
    high = check_real(high, "high", low=low, open_low=True)
    grid = np.linspace(low, high, check_count(n_grid, "n_grid", low=2))
    found = check_array(decide(grid), "values of decide", shape=grid.shape, dtype=int, low=0)
    change = np.flatnonzero(np.diff(found))
    left = grid[change]
    right = grid[change + 1]
    label = found[change]
    while len(change):
        middle = left + (right - left) / 2
        stays = decide(middle) == label
        if ((middle == left) | (middle == right)).all():  # neighbouring floats
            break
        left = np.where(stays, middle, left)
        right = np.where(stays, right, middle)
    return np.r_[-math.inf, right, math.inf], np.r_[label, found[-1]]


def interval_rates(laws, ends, decisions, n_decisions=None):
    """Probability that a pattern of class y falls into the intervals of y', exactly.

    Parameters
    ----------
    laws : sequence of c laws
        The class-conditional laws on the line, with ``cdf``.
    ends : array_like, shape (r + 1,)
        Increasing; the first may be -inf and the last inf.
    decisions : array_like of int, shape (r,)
        What is decided on each interval.
    n_decisions : int, optional
        Number k of decisions; default c.

    Returns
    -------
    ndarray, shape (c, k)
        First index: the true class.

    Raises
    ------
    ValueError
        If the ends do not increase, or a decision is none of the k.
    """
    laws = _check_laws(laws, "cdf")
    ends = np.asarray(ends)
    if ends.dtype.kind not in "iuf" or ends.ndim != 1 or len(ends) < 2:
        raise ValueError(f"ends must be at least two numbers, got {ends!r}")
    if not (np.diff(ends) > 0).all():
        raise ValueError(f"ends must increase, got {ends!r}")
    finite = np.isfinite(ends)
    below = np.array([law.cdf(np.where(finite, ends, 0.0)) for law in laws])
    below = np.where(finite, below, ends > 0)  # 0 at -inf, 1 at inf
    masses = np.maximum(np.diff(below), 0).T  # rounding may let it fall
    return confusion_rates(masses, decisions, 1.0, n_decisions)


def total_risk(rates, priors, loss=None):
    r"""Expected loss of a rule over all patterns (section 11.3.3).

    .. math:: R=\sum_{y}p(y)\sum_{y'}\ell_{y,y'}\,p_e(y\to y')

    Parameters
    ----------
    rates : array_like, shape (c, k)
        Probabilities that class y is decided to be y', from :func:`confusion_rates`.
    priors : array_like, shape (c,)
        Class-prior probabilities.
    loss : array_like, shape (c, k), optional
        The first index is the true class. Default: 1 for every error, so that the risk is the
        misclassification rate; then k = c.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If the shapes differ, or the priors are no probabilities.
    """
    rates = check_array(rates, "rates", ndim=2, min_rows=1, low=0)
    priors = check_priors(priors, len(rates))
    if loss is None:
        rates = check_array(rates, "rates", shape=(len(rates),) * 2)
        loss = 1 - np.eye(len(rates))
    return float(priors @ (check_array(loss, "loss", shape=rates.shape) * rates).sum(axis=1))


def _check_laws(laws, method):
    laws = check_list(laws, "laws", min_length=1)
    return [check_has(law, "laws", method) for law in laws]


def _columns(x):
    """One row a draw; numbers become rows of length 1."""
    return x if x.ndim == 2 else x[:, None]
