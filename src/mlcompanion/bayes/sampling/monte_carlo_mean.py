r"""Monte Carlo integration: Sugiyama (2016), section 19.1.

.. math:: \int g(\theta)p(\theta)\,d\theta\approx\frac1n\sum_{i=1}^n g(\theta_i)
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_count, check_function, check_rng

from ._checks import check_values, pieces

__all__ = ["Estimate", "monte_carlo"]


class Estimate(NamedTuple):
    """An average over independent draws.

    Attributes
    ----------
    value : float or ndarray, shape (k,)
    error : float or ndarray, shape (k,)
        Its standard error, from the spread of the terms.
    n : int
        Number of draws.
    """

    value: float
    error: float
    n: int


class RunningMoments:
    """Mean and spread of terms that come in pieces, each taken about the piece's own mean."""

    def __init__(self):
        self.n = 0
        self.mean = 0.0
        self.squares = 0.0

    def add(self, terms):
        """Take in terms, shape (m,) or (m, k)."""
        m = len(terms)
        mean = terms.mean(axis=0)
        squares = ((terms - mean) ** 2).sum(axis=0)
        gap = mean - self.mean
        total = self.n + m
        # within the pieces, and between their means: nothing large cancels
        self.squares = self.squares + squares + gap**2 * (self.n * m / total)
        self.mean = self.mean + gap * (m / total)
        self.n = total

    def scale(self, unit):
        """Multiply all terms so far by a number."""
        self.mean = unit * self.mean
        self.squares = unit**2 * self.squares

    def estimate(self):
        """Value, standard error and count."""
        error = np.sqrt(self.squares / (self.n * (self.n - 1)))
        return Estimate(self.mean[()], error[()], self.n)


def monte_carlo(g, draw, n, *, random_state=None):
    r"""Average a function over independent draws, Eq. (19.3).

    Parameters
    ----------
    g : callable
        Takes an array of draws and returns one finite number, or a row of k, for each.
    draw : callable
        ``draw(size, rng)`` returns ``size`` independent draws along the first axis.
    n : int
        Number of draws, at least 2.
    random_state : int, Generator or None

    Returns
    -------
    Estimate
        Its error falls like one over the root of n, in any dimension, if g has a variance.

    Raises
    ------
    ValueError
        If ``g`` returns another shape, NaN or infinity.

    Notes
    -----
    Cost: n draws and values; memory for 100,000 of them, whatever n is. Source: Sugiyama (2016),
    section 19.1 and Fig. 19.2.

    Examples
    --------
    >>> inside = lambda x: 4.0 * ((x**2).sum(axis=1) <= 1)
    >>> square = lambda size, rng: rng.uniform(-1, 1, (size, 2))
    >>> found = monte_carlo(inside, square, 100_000, random_state=0)
    >>> round(float(found.value), 1)
    3.1
    """
    check_function(g, "g")
    check_function(draw, "draw")
    n = check_count(n, "n", low=2)
    rng = check_rng(random_state)
    moments = RunningMoments()
    for size in pieces(n):
        moments.add(check_values(g(draw(size, rng)), "g", size))
    return moments.estimate()
