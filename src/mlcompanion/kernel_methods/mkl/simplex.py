"""Kernel weights on the simplex: the search of SimpleMKL, and what uses it.

Source: Gönen and Alpaydın (2011), Sections 3.8 and 3.9; the search after Rakotomamonjy et al.
(2008).
"""

import warnings
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import check_array, check_count, check_in, check_real

from ._base import Machine, MKLClassifier, combined

__all__ = ["SOCPMKL", "GeneralizedMKL", "SimpleMKL"]

#: Near the minimum the value is flat: two places whose gaps are smaller have the same value.
_RESOLVED = np.sqrt(np.finfo(float).eps)


class Place(NamedTuple):
    """Weights with the objective there, its slope, and the machine that gave both."""

    weights: np.ndarray
    value: float
    slope: np.ndarray
    machine: Machine

    @property
    def gap(self):
        """How far the value is above the minimum over the simplex at most, by convexity."""
        return self.slope @ self.weights - self.slope.min()


def descend_on_simplex(look, weights, tol, max_iter):
    """Minimise a convex function on the simplex; ``look(weights)`` is a :class:`Place`.

    Returns the last place and the relative gaps. Step numbers are those of the algorithm box.
    """
    here = look(weights)
    gaps = []
    for _ in range(max_iter):
        gaps.append(here.gap / abs(here.value))
        if gaps[-1] <= tol:
            break
        way = reduced_direction(here)  # 3
        before = here
        here, way, beyond = _to_the_border(look, here, way)  # 4
        if beyond is not None:
            here = _between(look, here, beyond, way)  # 5
        # no step helps any more, and rounding explains it
        if here is before and gaps[-1] <= _RESOLVED:
            break
    else:
        gaps.append(here.gap / abs(here.value))
        if gaps[-1] > max(tol, _RESOLVED):
            warnings.warn(
                f"relative gap {gaps[-1]:.1e} after max_iter={max_iter} steps",
                ConvergenceWarning,
                stacklevel=5,
            )
    return here, gaps


def reduced_direction(here):
    """Downhill within the simplex: the largest weight pays for what the others gain."""
    weights = here.weights
    slope = here.slope
    largest = weights.argmax()
    way = slope[largest] - slope
    way[(weights <= 0) & (way < 0)] = 0  # stays out
    way[largest] -= way.sum()  # the sum of the weights stays 1
    return way


def _to_the_border(look, here, way):
    """Walk on as long as the objective falls; each time a weight has become 0, leave it out.

    Returns the last good place, the way, and the first place that is no better, or None.
    """
    while True:
        shrinking = way < 0
        if not shrinking.any():
            return here, way, None
        lengths = np.full(len(way), np.inf)
        lengths[shrinking] = -here.weights[shrinking] / way[shrinking]
        first = lengths.argmin()
        weights = np.maximum(here.weights + lengths[first] * way, 0)
        weights[first] = 0  # exactly: rounding would leave it in
        there = look(weights / weights.sum())
        if there.value >= here.value:
            return here, lengths[first] * way, there
        here = there
        way = way.copy()
        way[first] = 0
        # what the dropped weight no longer gives the largest one pays
        way[here.weights.argmax()] -= way.sum()


def _between(look, here, beyond, way, steps=6):
    """Search the straight line for a place where the slope along it is nearly 0, by secants."""
    low = 0.0
    high = 1.0
    down = here.slope @ way
    up = beyond.slope @ way
    start = down
    best = here
    for _ in range(steps):
        if up <= 0 or down >= 0:
            break
        # the secant's zero, kept off the ends: else one end might never move
        share = np.clip(down / (down - up), 0.05, 0.95)
        at = low + share * (high - low)
        # a convex combination of two places of the simplex: no projection is needed
        there = look(here.weights + at * way)
        along = there.slope @ way
        if there.value < best.value:
            best = there
        if abs(along) <= 0.1 * abs(start):
            break
        if along < 0:
            low = at
            down = along
        else:
            high = at
            up = along
    return best


class SimpleMKL(MKLClassifier):
    r"""The convex combination of kernels with the largest margin, by reduced gradients.

    It minimises :math:`J(\eta)`, the optimal value of the machine on :math:`\sum_m\eta_mK_m`, over
    the simplex. Its slope is :math:`-\frac12q_m`, the squared length of the machine in each
    kernel's feature space, so that a value and a slope cost one machine.

    Parameters
    ----------
    C : float
        Bound of the dual variables, one a row.
    tol : float
        Largest duality gap, relative to the objective; below 1.5e-8 values do not tell two places
        apart, and the search ends without a warning.
    max_iter : int
        Most steps; each trains several machines.
    kernels : None, "precomputed" or callable
        As for :class:`RuleMKL`.

    Attributes
    ----------
    weights_ : ndarray, shape (P,)
        They sum to 1; some are 0.
    support_, dual_coef_, intercept_ : ndarray, ndarray, float
        The machine.
    objective_ : float
        Value of its dual at the weights.
    duality_gap_ : float
        How far ``objective_`` is above the least, relative to it, at most.
    gaps_ : list of float
        The same before each step.
    n_svm_calls_, n_iter_ : int

    Notes
    -----
    Cost: three to five machines a step, each from the dual variables of the last; memory O(P n^2).
    Source: Section 3.8, Eq. (10).

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> X = (X - X.mean(axis=0)) / X.std(axis=0)
    >>> model = SimpleMKL().fit(X, y)
    >>> round(float(model.weights_.sum()), 6), bool(model.duality_gap_ <= 0.01)
    (1.0, True)
    """

    def __init__(self, *, C=1.0, tol=0.01, max_iter=100, kernels=None):
        self.C = C
        self.tol = tol
        self.max_iter = max_iter
        self.kernels = kernels

    def _check_parameters(self):
        check_count(self.max_iter, "max_iter", low=1)

    def _learn(self, Ks, calls):
        place = self._search(Ks, calls)
        self.weights_ = place.weights
        return place.machine

    def _search(self, Ks, calls, pull=0.0):
        """The best place on the simplex, with a pull towards equal weights."""

        def look(weights):
            machine = calls(combined(Ks, weights))
            away = weights - 1 / len(Ks)  # weights sum to 1: a pull to 0 would do the same
            value = machine.value + pull * away @ away
            return Place(weights, value, 2 * pull * away - machine.forms(Ks) / 2, machine)

        start = np.full(len(Ks), 1 / len(Ks))
        place, self.gaps_ = descend_on_simplex(look, start, self.tol, self.max_iter)
        self.duality_gap_, self.n_iter_ = float(self.gaps_[-1]), len(self.gaps_)
        return place


class GeneralizedMKL(SimpleMKL):
    r"""SimpleMKL with a pull towards equal weights, :math:`J(\eta)+\lambda\|\eta-\frac1P\|^2`.

    Parameters
    ----------
    pull : float
        The number λ, at least 0. One half is what the paper runs as GMKL; as a dial between sparse
        and equal weights it is the regularizer of Longworth and Gales.
    C, tol, max_iter, kernels
        As for :class:`SimpleMKL`.

    Attributes
    ----------
    weights_, duality_gap_, gaps_, n_svm_calls_, n_iter_
        As for :class:`SimpleMKL`; the gap is that of the pulled objective.
    support_, dual_coef_, intercept_, objective_
        The machine and the value of its dual, without the pull.

    Notes
    -----
    Cost: that of :class:`SimpleMKL`, memory O(P n^2).
    Source: Sections 3.8, 3.9 and 4.1, after Varma and Babu (2009) and Longworth and Gales (2008).

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> X = (X - X.mean(axis=0)) / X.std(axis=0)
    >>> GeneralizedMKL(1e6).fit(X, y).weights_.round(2)
    array([0.33, 0.33, 0.33])
    """

    def __init__(self, pull=0.5, *, C=1.0, tol=0.01, max_iter=100, kernels=None):
        super().__init__(C=C, tol=tol, max_iter=max_iter, kernels=kernels)
        self.pull = pull

    def _check_parameters(self):
        super()._check_parameters()
        check_real(self.pull, "pull", low=0)

    def _learn(self, Ks, calls):
        place = self._search(Ks, calls, self.pull)
        self.weights_ = place.weights
        return place.machine


class SOCPMKL(SimpleMKL):
    r"""The machine with a weighted sum of lengths, :math:`\frac12(\sum_md_m\|w_m\|)^2`, as penalty.

    The paper states it as a second-order cone programme. Dividing each kernel by :math:`d_m^2`
    turns it into the problem of :class:`SimpleMKL`, which is solved here to a small gap.

    Parameters
    ----------
    d : None, "trace" or array_like, shape (P,)
        Penalty weights, positive; default 1. ``"trace"``: roots of the kernels' mean diagonals,
        with which the programme is that of Lanckriet et al.
    C, tol, max_iter, kernels
        As for :class:`SimpleMKL`.

    Attributes
    ----------
    weights_ : ndarray, shape (P,)
        With :math:`\sum_md_m^2\eta_m=1`.
    d_ : ndarray, shape (P,)
    duality_gap_, gaps_, n_svm_calls_, n_iter_
        As for :class:`SimpleMKL`.
    support_, dual_coef_, intercept_, objective_
        As for :class:`SimpleMKL`.

    Notes
    -----
    Cost: that of :class:`SimpleMKL`, memory O(P n^2).
    Source: Section 3.8, Eq. (9), after Bach et al. (2004), and Section 3.7.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> X = (X - X.mean(axis=0)) / X.std(axis=0)
    >>> model = SOCPMKL([1.0, 2.0, 3.0]).fit(X, y)
    >>> round(float(model.weights_ @ model.d_**2), 6)
    1.0
    """

    def __init__(self, d=None, *, C=1.0, tol=1e-4, max_iter=100, kernels=None):
        super().__init__(C=C, tol=tol, max_iter=max_iter, kernels=kernels)
        self.d = d

    def _check_parameters(self):
        super()._check_parameters()
        if isinstance(self.d, str):
            check_in(self.d, "d", ("trace",))
        elif self.d is not None:
            check_array(self.d, "d", ndim=1, min_rows=1, low=0, open_low=True)

    def _learn(self, Ks, calls):
        d = np.ones(len(Ks)) if self.d is None else self.d
        if isinstance(d, str):
            d = np.sqrt(np.trace(Ks, axis1=1, axis2=2) / Ks.shape[1])
        self.d_ = check_array(d, "d", shape=(len(Ks),), low=0, open_low=True)
        place = self._search(Ks / self.d_[:, None, None] ** 2, calls)
        self.weights_ = place.weights / self.d_**2  # for the kernels as they were given
        return place.machine
