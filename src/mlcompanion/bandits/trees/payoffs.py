"""Mean rewards over a box of arms, in a form that compiled loops can call.

Fig. 2, Examples 3 and 5 and section 4.5 of Bubeck et al. (2011); the chain of Coquelin and Munos
(2007). Each knows its maximum, so that pseudo-regret is exact.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize_scalar

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_count, check_in, check_real

__all__ = [
    "Payoff",
    "PayoffCode",
    "broken_line",
    "mean_reward",
    "power_peak",
    "step_payoff",
    "uct_chain",
    "wavy_payoff",
]

PEAK, WAVES, LINE = range(3)


class PayoffCode(NamedTuple):
    """What compiled loops know of a payoff.

    Attributes
    ----------
    kind : int
    numbers : ndarray
        Of a peak: scale, power and centre.
    knots : ndarray, shape (2, m)
        Of a broken line: places and values.
    best : float
    noisy : bool
        Bernoulli rewards; else the reward is the mean.
    """

    kind: int
    numbers: np.ndarray
    knots: np.ndarray
    best: float
    noisy: bool


@njit
def mean_reward(code, x):
    """The mean reward f(x) of an arm, shape (D,)."""
    if code.kind == PEAK:
        far = 0.0
        for k in range(len(x)):
            far = max(far, abs(x[k] - code.numbers[2 + k]))
        power = code.numbers[1]
        fall = far * far if power == 2.0 else far**power  # a general power costs ten products
        return 1.0 - code.numbers[0] * fall
    if code.kind == WAVES:
        return 0.5 * (np.sin(13.0 * x[0]) * np.sin(27.0 * x[0]) + 1.0)
    places = code.knots[0]
    values = code.knots[1]
    # right of equal knots: at a jump the value is that of the upper piece
    j = np.searchsorted(places, x[0], side="right")
    if j == 0:
        return values[0]
    if j == len(places):
        return values[-1]
    share = (x[0] - places[j - 1]) / (places[j] - places[j - 1])
    return (1.0 - share) * values[j - 1] + share * values[j]


@njit
def _mean_rewards(code, points, out):
    for i in range(len(points)):
        out[i] = mean_reward(code, points[i])


@dataclass(frozen=True)
class Payoff:
    """Mean rewards of a continuum of arms, with the best of them.

    Attributes
    ----------
    code : PayoffCode
    best_arm : ndarray, shape (D,)
        An arm whose mean reward is ``best``, but for rounding where no arm has it.
    """

    code: PayoffCode
    best_arm: np.ndarray

    @property
    def best(self):
        """The supremum of the mean rewards, f*."""
        return self.code.best

    @property
    def dimension(self):
        """Number of coordinates of an arm."""
        return len(self.best_arm)

    def __call__(self, points):
        """Mean rewards of arms.

        Parameters
        ----------
        points : array_like, shape (m, D), or (m,) where D = 1

        Returns
        -------
        ndarray, shape (m,)
        """
        points = check_array(points, "points")
        if points.ndim == 1 and self.dimension == 1:
            points = points[:, None]
        points = check_array(points, "points", shape=(None, self.dimension))
        means = np.empty(len(points))
        _mean_rewards(self.code, plain_layout(points), means)
        return means


_NO_NUMBERS = np.zeros(2)
_NO_KNOTS = np.zeros((2, 1))
NOISES = ("bernoulli", "none")


def _noisy(noise):
    return check_in(noise, "noise", NOISES) == "bernoulli"


def power_peak(centre=0.0, power=2.0, scale=1.0, noise="bernoulli"):
    """A peak ``f(x) = 1 - scale |x - centre|^power``, largest coordinate (Examples 3 and 5).

    Parameters
    ----------
    centre : float or array_like, shape (D,)
        The best arm.
    power, scale : float
        Positive. Rewards must stay in [0, 1] on the box that is played.
    noise : {"bernoulli", "none"}
        Rewards 0 and 1 with these means, or the means themselves.

    Returns
    -------
    Payoff
    """
    centre = np.atleast_1d(check_array(centre, "centre"))
    centre = check_array(centre, "centre", ndim=1, min_rows=1).copy()
    power = check_real(power, "power", low=0, open_low=True)
    scale = check_real(scale, "scale", low=0, open_low=True)
    numbers = np.concatenate([[scale, power], centre])
    return Payoff(PayoffCode(PEAK, numbers, _NO_KNOTS, 1.0, _noisy(noise)), centre)


def wavy_payoff(noise="bernoulli"):
    """The function of Fig. 2, ``(sin(13 x) sin(27 x) + 1) / 2`` on [0, 1].

    Its maximum, .9756 at .8675, is sought on a grid and then refined.

    Parameters
    ----------
    noise : {"bernoulli", "none"}

    Returns
    -------
    Payoff
    """
    x = np.linspace(0.0, 1.0, 2001)
    start = x[np.argmax(_waves(x))]
    # two steps of the grid to each side: no other wave lies between
    ends = (start - 1e-3, start + 1e-3)
    found = minimize_scalar(lambda x: -_waves(x), bounds=ends, options={"xatol": 1e-13})
    code = PayoffCode(WAVES, _NO_NUMBERS, _NO_KNOTS, float(-found.fun), _noisy(noise))
    return Payoff(code, np.array([found.x]))


def _waves(x):
    return 0.5 * (np.sin(13 * x) * np.sin(27 * x) + 1)


def broken_line(places, values, noise="bernoulli"):
    """A function on an interval that is straight between knots, and jumps where two coincide.

    Parameters
    ----------
    places : array_like, shape (m,)
        In order, none of them more than twice; of two equal ones the second holds from there on.
        Constant beyond the ends.
    values : array_like, shape (m,)
        Between 0 and 1.
    noise : {"bernoulli", "none"}

    Returns
    -------
    Payoff
        Where it jumps down at its maximum and has it nowhere else, its best arm is the last number
        before the jump.

    Raises
    ------
    ValueError
        If places are out of order or stand three times, or a value is not between 0 and 1.

    Examples
    --------
    >>> fall = broken_line([0, 0.5, 0.5, 1], [0, 1, 0.2, 0.2])
    >>> bool(fall.best_arm[0] < 0.5), fall(fall.best_arm).round(9), fall([0.5])
    (True, array([1.]), array([0.2]))
    """
    places = check_array(places, "places", ndim=1, min_rows=1)
    values = check_array(values, "values", shape=places.shape, low=0, high=1)
    if (np.diff(places) < 0).any():
        raise ValueError(f"places must be in order, got {places}")
    if (places[2:] == places[:-2]).any():
        raise ValueError(f"places must not hold a number more than twice, got {places}")
    best = values.max()
    code = PayoffCode(LINE, _NO_NUMBERS, np.array([places, values]), best, _noisy(noise))
    return Payoff(code, np.array([_highest(places, values)]))


def _highest(places, values):
    """The first place with the largest value, or what is nearest to it where none has it."""
    tops = np.flatnonzero(values == values.max())
    left = np.append(places[1:] == places[:-1], False)  # at a jump the value on its left is not had
    held = tops[~left[tops]]
    if len(held) > 0:
        return places[held[0]]
    return np.nextafter(places[tops[0]], -np.inf)


def step_payoff(edges, levels, noise="bernoulli"):
    """A function that is constant between edges.

    Parameters
    ----------
    edges : array_like, shape (m + 1,)
        In strictly increasing order; a step begins on its edge.
    levels : array_like, shape (m,)
        Between 0 and 1.
    noise : {"bernoulli", "none"}

    Returns
    -------
    Payoff

    Examples
    --------
    >>> step_payoff([0, 0.5, 1], [0.2, 0.7])([0.49, 0.5])
    array([0.2, 0.7])
    """
    edges = check_array(edges, "edges", ndim=1, min_rows=2)
    levels = check_array(levels, "levels", shape=(len(edges) - 1,), low=0, high=1)
    if (np.diff(edges) <= 0).any():
        raise ValueError(f"edges must increase, got {edges}")
    return broken_line(np.repeat(edges, 2)[1:-1], np.repeat(levels, 2), noise)


def uct_chain(n_levels=16):
    """The chain on which a search without smoothness is lost (after Coquelin and Munos 2007).

    Step d of n_levels, from ``1 - 2^(1-d)`` on and as long as all that is left, pays
    ``(n_levels - d) / n_levels``; the rest, of length ``2^-n_levels``, pays 1.

    Parameters
    ----------
    n_levels : int

    Returns
    -------
    Payoff
    """
    n_levels = check_count(n_levels, "n_levels", low=1, high=50)
    d = np.arange(1, n_levels + 1)
    edges = np.concatenate([1 - 2.0 ** (1 - d), [1 - 2.0**-n_levels, 1]])
    return step_payoff(edges, np.append((n_levels - d) / n_levels, 1))
