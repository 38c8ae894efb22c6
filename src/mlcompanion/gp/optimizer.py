"""Search for a maximum where each trial is dear: Sugiyama (2016), Section 32.3.2.

What has been tried is learnt by a regression that says how sure it is; the next trial goes where an
acquisition, a score of prediction and uncertainty, is largest.
"""

from numbers import Integral
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize
from sklearn.base import clone

from mlcompanion._progress import progress_bar
from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_has,
    check_in,
    check_instance,
    check_real,
    check_rng,
)

from .acquisitions import log_expected_improvement, log_probability_of_improvement, ucb
from .regressor import GPRegressor

__all__ = ["BayesianOptimizer", "SearchTrace"]

_DRAWS = 1000  # places of a box that are scored, for each of its sides
_CLIMBS = 3  # of them, the best, from which the score is climbed


class SearchTrace(NamedTuple):
    """What was tried, in order.

    Attributes
    ----------
    trials : ndarray, shape (t, d)
    values : ndarray, shape (t,)
    """

    trials: np.ndarray
    values: np.ndarray

    @property
    def best(self):
        """The place of the largest value, shape (d,); of equal ones the first."""
        return self.trials[int(np.argmax(self.values))]

    @property
    def best_value(self):
        """The largest value."""
        return float(self.values.max())


class _Grid:
    """Candidates, in units in which each column spans from 0 to 1."""

    def __init__(self, candidates):
        self.places = check_array(candidates, "candidates", ndim=2, min_rows=1)
        if not self.places.shape[1]:
            raise ValueError("candidates must have at least one column")
        self.low = self.places.min(axis=0)
        span = self.places.max(axis=0) - self.low
        self.span = np.where(span > 0, span, 1.0)
        self.scaled = self.to_unit(self.places)

    def to_unit(self, places):
        return (places - self.low) / self.span

    def untried(self, trials):
        """Indices of the candidates that were not tried."""
        tried = {tuple(row) for row in trials}
        return np.array([i for i, row in enumerate(self.places) if tuple(row) not in tried], int)

    def starts(self, count, rng):
        count = min(count, len(self.places))
        return self.places[rng.choice(len(self.places), size=count, replace=False)]

    def top(self, score, trials, again, rng):
        open_ones = np.arange(len(self.places)) if again else self.untried(trials)
        if not len(open_ones):
            return None
        chosen = open_ones[int(np.argmax(score(self.scaled[open_ones])))]
        return self.places[chosen].copy()


class _Box:
    """All points between two corners, in units in which each side is 1."""

    def __init__(self, bounds):
        bounds = check_array(bounds, "bounds", shape=(None, 2), min_rows=1)
        self.low = bounds[:, 0]
        self.span = bounds[:, 1] - self.low
        if not (self.span > 0).all():
            raise ValueError("bounds must have a low below its high in each row")

    def to_unit(self, places):
        return (places - self.low) / self.span

    def starts(self, count, rng):
        return self.low + self.span * rng.random((count, len(self.low)))

    def top(self, score, trials, again, rng):
        """Score many points, and climb from the best of them."""
        drawn = rng.random((_DRAWS * len(self.low), len(self.low)))
        scores = score(drawn)
        order = np.argsort(-scores)[:_CLIMBS]
        best = drawn[order[0]]
        most = scores[order[0]]
        for start in drawn[order]:
            sides = [(0.0, 1.0)] * len(self.low)
            run = minimize(lambda z: -score(z[None])[0], start, method="L-BFGS-B", bounds=sides)
            if np.isfinite(run.fun) and -run.fun > most:
                best = run.x
                most = -run.fun
        return self.low + self.span * np.clip(best, 0.0, 1.0)


def _space(candidates, bounds):
    if (candidates is None) == (bounds is None):
        raise ValueError("give either candidates or bounds: where may be tried?")
    return _Box(bounds) if candidates is None else _Grid(candidates)


class BayesianOptimizer:
    r"""Maximise a function in few trials.

    Parameters
    ----------
    surrogate : estimator, optional
        Regression with ``predict(X, return_std=True)``. It sees places in units in which each side
        of the space is 1. Default :class:`GPRegressor`, its parameters by the marginal likelihood;
        a :class:`~mlcompanion.regression.bands.KernelBandRegressor` does as well.
    acquisition : {"ei", "pi", "ucb"} or callable
        Expected improvement, probability of improvement, upper confidence bound; or a function of
        (mean, std, best) that returns a score for each place.
    k : float
        Of ``"ucb"``: weight of the uncertainty, not negative; 0 asks the prediction alone.
    margin : float
        Of ``"ei"`` and ``"pi"``: what counts as an improvement, in the units of the function.
    n_starts : int
        Random trials before the first that is chosen; at least 1.
    again : bool
        Allow a candidate to be tried twice, as is sensible where trials are noisy.
    random_state : int, Generator or None
        Draws the starts.

    Notes
    -----
    Cost: of a trial that is chosen, one fit of the surrogate and predictions at all candidates; in
    a box of d sides at 1000 d places, and three climbs.
    Source: Sugiyama (2016), Section 32.3.2.

    Examples
    --------
    >>> grid = np.linspace(0, 1, 101)[:, None]
    >>> search = BayesianOptimizer(n_starts=3, random_state=0)
    >>> trace = search.maximize(lambda z: -((z[0] - 0.3) ** 2), 10, candidates=grid)
    >>> bool(abs(trace.best[0] - 0.3) < 0.02)
    True
    """

    def __init__(
        self, surrogate=None, acquisition="ei", *, k=2.0, margin=0.0, n_starts=5, again=False,
        random_state=None,
    ):  # fmt: skip
        if surrogate is None:  # from one start the search for parameters may end in noise alone
            surrogate = GPRegressor(n_restarts=4, random_state=0)
        self.surrogate = surrogate
        check_has(self.surrogate, "surrogate", "fit", "predict", "get_params")
        if not callable(acquisition):
            check_in(acquisition, "acquisition", ("ei", "pi", "ucb"))
        self.acquisition = acquisition
        self.k = check_real(k, "k", low=0)
        self.margin = check_real(margin, "margin", low=0)
        self.n_starts = check_count(n_starts, "n_starts", low=1)
        self.again = check_flag(again, "again")
        check_rng(random_state)
        is_whole = isinstance(random_state, Integral)
        self.random_state = int(random_state) if is_whole else random_state

    def _scores(self, mean, std, best):
        if callable(self.acquisition):
            return check_array(
                self.acquisition(mean, std, best), "acquisition", shape=mean.shape, finite=False
            )
        if self.acquisition == "ucb":
            return ucb(mean, std, self.k)
        log_score = {"ei": log_expected_improvement, "pi": log_probability_of_improvement}
        return log_score[self.acquisition](mean, std, best, self.margin)

    def suggest(self, trials, values, *, candidates=None, bounds=None):
        """Where to look next, given what was tried.

        Parameters
        ----------
        trials : array_like, shape (t, d)
            Places that were tried.
        values : array_like, shape (t,)
            What the function was there; the larger, the better.
        candidates : array_like, shape (m, d), optional
            Places that may be tried.
        bounds : array_like, shape (d, 2), optional
            Or the box of them: low and high of each side.

        Returns
        -------
        ndarray, shape (d,) or None
            None if all candidates were tried.

        Raises
        ------
        ValueError
            If shapes disagree, or not exactly one of ``candidates`` and ``bounds`` is given.
        """
        space = _space(candidates, bounds)
        trials = check_array(trials, "trials", shape=(None, len(space.low)), min_rows=1)
        values = check_array(values, "values", shape=(len(trials),))
        return self._next(space, trials, values, check_rng(self.random_state))

    def _next(self, space, trials, values, rng):
        model = clone(self.surrogate).fit(space.to_unit(trials), values)
        best = float(values.max())

        def score(places):
            return self._scores(*model.predict(places, return_std=True), best)

        return space.top(score, trials, self.again, rng)

    def maximize(self, function, n_trials, *, candidates=None, bounds=None, progress=False):
        """Try the function at random places first, then where the acquisition is largest.

        Parameters
        ----------
        function : callable
            From a place, shape (d,), to a number.
        n_trials : int
            In all, the starts included; fewer if the candidates end.
        candidates, bounds : array_like, optional
            As in :meth:`suggest`.
        progress : bool
            Show a bar.

        Returns
        -------
        SearchTrace

        Raises
        ------
        ValueError
            If the function returns no finite number, or the space is malformed.
        """
        check_instance(function, "function", callable, "function")
        n_trials = check_count(n_trials, "n_trials", low=1)
        space = _space(candidates, bounds)
        rng = check_rng(self.random_state)
        trials = list(space.starts(min(self.n_starts, n_trials), rng))
        values = [check_real(_number(function(z)), "function") for z in trials]
        for _ in progress_bar(range(n_trials - len(trials)), progress, description="trials"):
            place = self._next(space, np.array(trials), np.array(values), rng)
            if place is None:
                break
            trials.append(place)
            values.append(check_real(_number(function(place)), "function"))
        return SearchTrace(np.array(trials), np.array(values))


def _number(value):
    """A number from what functions of arrays like to return: an array of one."""
    return value.item() if isinstance(value, np.ndarray) and value.size == 1 else value
