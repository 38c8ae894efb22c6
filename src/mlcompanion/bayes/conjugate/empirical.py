"""Empirical Bayes: the hyperparameter with the largest marginal likelihood (Sugiyama 2016, 17.4).

Also called type-II maximum likelihood, or evidence maximization.
"""

import warnings
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize_scalar
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import check_array, check_flag, check_instance

__all__ = ["EvidenceChoice", "empirical_bayes"]


class EvidenceChoice(NamedTuple):
    """The hyperparameter that was chosen, and what it was chosen from.

    Parameters
    ----------
    value : float
        The hyperparameter with the largest log evidence.
    log_evidence : float
        Its log evidence; less, it is called the free energy.
    values : ndarray, shape (m,)
        The log evidence on the grid.
    at_end : bool
        Whether the largest value stands at an end of the grid: the evidence may rise beyond it.
    """

    value: float
    log_evidence: float
    values: np.ndarray
    at_end: bool


def empirical_bayes(log_evidence, grid, *, polish=True):
    """Choose one positive or real hyperparameter by its marginal likelihood.

    Parameters
    ----------
    log_evidence : callable
        Takes an array of hyperparameters and returns as many logarithms, up to ``-inf``.
    grid : array_like, shape (m,)
        Increasing hyperparameters; at least two.
    polish : bool
        Whether to search on between the neighbours of the best one. Without it the choice is a
        point of the grid, as in the source's listing.

    Returns
    -------
    EvidenceChoice

    Raises
    ------
    ValueError
        If the grid does not increase, or ``log_evidence`` gives another number of values, NaN or
        plus infinity.

    Warns
    -----
    ConvergenceWarning
        If the largest value stands at an end of the grid.

    Notes
    -----
    Several maxima: the grid decides which one is polished. Cost: m + about 30 evaluations.
    Source: Sugiyama (2016), section 17.4 and Fig. 17.6.

    Examples
    --------
    >>> choice = empirical_bayes(lambda b: -((b - 0.4) ** 2), [0.1, 0.5, 1.0])
    >>> round(choice.value, 6)
    0.4
    """
    check_instance(log_evidence, "log_evidence", callable)
    check_flag(polish, "polish")
    grid = check_array(grid, "grid", ndim=1, min_rows=2)
    if not (np.diff(grid) > 0).all():
        raise ValueError("grid must increase")
    values = _evaluated(log_evidence, grid)
    best = int(values.argmax())
    value = float(grid[best])
    largest = float(values[best])
    at_end = best in (0, len(grid) - 1)
    if at_end:
        warnings.warn(
            f"the evidence is largest at an end of the grid, {value:.6g}: widen the grid",
            ConvergenceWarning,
            stacklevel=2,
        )
    elif polish:
        # the grid has chosen the hill: the search goes no further than the neighbours
        value, largest = _polished(log_evidence, grid[best - 1 : best + 2], largest)
    return EvidenceChoice(value, largest, values, at_end)


def _evaluated(log_evidence, grid):
    values = np.array(log_evidence(grid.copy()), dtype=float)
    if values.shape != grid.shape:
        raise ValueError(
            f"log_evidence must return {len(grid)} values, one a hyperparameter, got shape "
            f"{values.shape}"
        )
    if np.isnan(values).any() or (values == np.inf).any():
        raise ValueError("log_evidence must return finite numbers or -inf, got NaN or inf")
    if (values == -np.inf).all():
        raise ValueError("log_evidence is -inf on the whole grid")
    return values


def _polished(log_evidence, three, largest):
    """Search between the neighbours of the best point, in units of their distance from it."""
    low, middle, high = three

    def loss(share):
        return -float(_evaluated(log_evidence, np.array([low + share * (high - low)]))[0])

    found = minimize_scalar(loss, bounds=(0.0, 1.0), method="bounded", options={"xatol": 1e-10})
    if -found.fun > largest:  # a search may end below the grid's best point
        return float(low + found.x * (high - low)), float(-found.fun)
    return float(middle), largest
