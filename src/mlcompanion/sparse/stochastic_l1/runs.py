r"""What stochastic methods for :math:`\tfrac1m\sum_iL+\lambda\|w\|_1` share: data, record, gap.

Shalev-Shwartz and Tewari (2011), equations (1) and (11); section 4.3 for the record: objective and
non-zero weights against the entries of X that were read.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import plain_layout
from mlcompanion._validation import check_array, check_in, check_instance, check_real
from mlcompanion.losses import Hinge, Logistic, ScoreLoss, Squared
from mlcompanion.optimize.finite_sums import Work

from ._lines import check_matrix

__all__ = ["L1Problem", "StochasticRun", "l1_gap"]

#: Losses that estimators know by name.
_LOSSES = {"logistic": Logistic(), "hinge": Hinge(), "squared": Squared()}


class StochasticRun(NamedTuple):
    """What a stochastic method returns.

    Attributes
    ----------
    w : ndarray of shape (n_features,)
    n_steps : int
    converged : bool
        Whether the duality gap met ``tol``; True where none was asked for.
    gap : float
        Duality gap of ``w``; NaN where none was computed.
    work : Work
        Entries of X read; ``work.curve()`` has objective and non-zeros against them. Where there
        is a dual vector, its zeros are counted.
    watched : float
        Mean of the objective over all iterates; NaN unless it was watched.
    dual : ndarray of shape (n_features,)
        Last dual vector, from which a run can be continued; the last weights where there is none.
    """

    w: np.ndarray
    n_steps: int
    converged: bool
    gap: float
    work: Work
    watched: float
    dual: np.ndarray


class L1Problem:
    r"""The objective :math:`P(w)=\tfrac1m\sum_iL(\langle w,x_i\rangle,y_i)+\lambda\|w\|_1`.

    Parameters
    ----------
    X : array_like or sparse matrix of shape (n_samples, n_features)
    y : array_like of shape (n_samples,)
    lam : float, not negative
    loss : ScoreLoss, default ``Logistic()``
    pull : float
        Slope of a linear term, ``pull * sum(w)``.

    Raises
    ------
    ValueError
        If a shape does not fit, a value is not finite, or ``y`` holds what the loss has no value
        for.
    """

    def __init__(self, X, y, lam, loss=None, pull=0.0):
        self.X = check_matrix(X)
        self.loss = Logistic() if loss is None else loss
        check_instance(self.loss, "loss", ScoreLoss)
        y = check_array(y, "y", shape=self.X.shape[:1])
        self.y = plain_layout(self.loss.check_target(y))
        self.lam = check_real(lam, "lam", low=0)
        self.pull = check_real(pull, "pull")

    @property
    def n_entries(self):
        """Entries of X that are not zero: the reads of one pass."""
        return int(np.count_nonzero(self.X if isinstance(self.X, np.ndarray) else self.X.data))

    def value(self, w):
        """Objective at weights of shape (n_features,); O(entries of X)."""
        w = check_array(w, "w", shape=self.X.shape[1:])
        return objective_of_scores(self, self.X @ w, w)

    def largest_entry(self):
        """Largest absolute entry of X."""
        entries = self.X if isinstance(self.X, np.ndarray) else self.X.data
        return float(np.abs(entries).max(initial=0.0))


def objective_of_scores(problem, z, w):
    """Objective where the scores ``X w`` are known."""
    with np.errstate(over="ignore"):
        penalty = problem.lam * np.abs(w).sum() + problem.pull * w.sum()
        return float(problem.loss.value(z, problem.y).mean() + penalty)


def note(work, problem, w, z=None, dual=None):
    """Record a point; ``z`` are the scores where they are known, ``dual`` what zeros stand in."""
    value = objective_of_scores(problem, problem.X @ w if z is None else z, w)
    work.record(value, np.count_nonzero(w if dual is None else dual))


def l1_gap(problem, w):
    r"""Duality gap of ``w``: how far its objective is at most from the minimum.

    The slopes of the losses, scaled until no feature correlates with them by more than
    :math:`\lambda`, are the dual point.

    Parameters
    ----------
    problem : L1Problem
    w : array_like of shape (n_features,)

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If the shape does not fit or a value is not finite.

    Notes
    -----
    Cost: two products with X.
    """
    check_instance(problem, "problem", L1Problem)
    w = check_array(w, "w", shape=problem.X.shape[1:])
    z = problem.X @ w
    slopes = problem.loss.derivative(z, problem.y)
    correlations = np.abs(problem.X.T @ slopes) / len(problem.y)
    return gap_of_slopes(problem, z, w, slopes, correlations.max(initial=0.0))


def gap_of_slopes(problem, z, w, slopes, correlation):
    """The gap where scores, slopes and their largest mean correlation with a feature are known."""
    lam = problem.lam
    scale = 1.0 if correlation <= lam else lam / correlation
    lower = -problem.loss.conjugate(scale * slopes, problem.y).mean()
    return float(objective_of_scores(problem, z, w) - lower)


def named_loss(name):
    """The loss that an estimator's word stands for."""
    return _LOSSES[check_in(name, "loss", tuple(_LOSSES))]
