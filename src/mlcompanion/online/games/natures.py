"""Natures: who sets the losses of a repeated game, from a fixed table to an adversary.

A nature plays its course as a generator: it is sent the player's law for the coming round, and only
then says what the round costs. It never sees what the player draws from that law (Cesa-Bianchi and
Lugosi 2006, section 4.1).
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_in, check_real, check_rng

__all__ = ["Against", "Drifting", "FixedTable", "IndependentLosses", "Round", "Switching"]


class Round(NamedTuple):
    """What one round costs.

    Attributes
    ----------
    losses : ndarray, shape (n,)
        Of every arm; or the vector whose product with a point is the loss.
    means : ndarray, shape (n,)
        Their expectation before the round, given its past.
    """

    losses: np.ndarray
    means: np.ndarray


class _Independent:
    """A nature whose means are known beforehand, with independent noise around them."""

    @property
    def n_actions(self):
        """Length of a round's losses."""
        return self._means(0).size

    def _means(self, t):
        raise NotImplementedError

    def course(self, n_rounds, random_state=None):
        """Play so many rounds: send it a law (or None), it yields a :class:`Round`."""
        n_rounds = check_count(n_rounds, "n_rounds")
        rng = check_rng(random_state)
        yield
        for t in range(n_rounds):
            means = self._means(t)
            yield Round(self._draw(means, rng), means)

    def _draw(self, means, rng):
        if self.noise == "bernoulli":
            return (rng.random(means.shape) < means).astype(float)  # 1 with probability the mean
        return means + self.noise * rng.standard_normal(means.shape)


def _check_noise(noise, *tables):
    """Standard deviation of normal noise, or "bernoulli", which needs means in [0, 1]."""
    if not isinstance(noise, str):
        return check_real(noise, "noise", low=0)
    check_in(noise, "noise", ("bernoulli",))
    for name, table in tables:
        check_array(table, name, low=0, high=1)
    return noise


class FixedTable(_Independent):
    """A table of losses, drawn or written beforehand.

    Parameters
    ----------
    losses : array_like, shape (n_rounds, n)
    """

    noise = 0.0

    def __init__(self, losses):
        self.losses = check_array(losses, "losses", ndim=2, min_rows=1).copy()

    def course(self, n_rounds, random_state=None):
        """Play the first rows; more than there are is an error."""
        check_count(n_rounds, "n_rounds", high=len(self.losses))
        return super().course(n_rounds, random_state)

    def _means(self, t):
        return self.losses[t]

    def _draw(self, means, rng):
        return means


class IndependentLosses(_Independent):
    """The same means in every round.

    Parameters
    ----------
    means : array_like, shape (n,)
    noise : float or "bernoulli"
        Standard deviation of normal noise, or losses 0 and 1 with these means.
    """

    def __init__(self, means, noise="bernoulli"):
        self.means = check_array(means, "means", ndim=1, min_rows=1).copy()
        self.noise = _check_noise(noise, ("means", means))

    def _means(self, t):
        return self.means


class Drifting(_Independent):
    """Means that go straight from ``start`` to ``end`` in ``period`` rounds, and stay there.

    Parameters
    ----------
    start, end : array_like, shape (n,)
    period : int
    noise : float or "bernoulli"
    """

    def __init__(self, start, end, period, noise="bernoulli"):
        self.start = check_array(start, "start", ndim=1, min_rows=1).copy()
        self.end = check_array(end, "end", shape=self.start.shape).copy()
        self.period = check_count(period, "period", low=1)
        self.noise = _check_noise(noise, ("start", start), ("end", end))

    def _means(self, t):
        share = min(1.0, t / self.period)
        return (1 - share) * self.start + share * self.end


class Switching(_Independent):
    """Means that take the next row of a table at rounds 2, 4, 8, ..., and the first after the last.

    Each stretch is as long as all before it: whatever was learnt is wrong half of the time.

    Parameters
    ----------
    means : array_like, shape (n_rows, n)
    noise : float or "bernoulli"
    """

    def __init__(self, means, noise="bernoulli"):
        self.means = check_array(means, "means", ndim=2, min_rows=1).copy()
        self.noise = _check_noise(noise, ("means", means))

    def _means(self, t):
        stretch = (t + 1).bit_length() - 1  # rounds are counted from 1: 2^k begins stretch k
        return self.means[stretch % len(self.means)]


@dataclass(frozen=True)
class Against:
    """An adversary who sees the player's law, never the draw, and makes it as dear as it can.

    Parameters
    ----------
    costs : array_like, shape (n_actions, n_outcomes)
        What each action costs against each outcome; the dearest column is played, the first of
        equals.
    """

    costs: np.ndarray

    def __post_init__(self):
        """Keep a copy of the costs."""
        object.__setattr__(
            self, "costs", check_array(self.costs, "costs", ndim=2, min_rows=1).copy()
        )

    @property
    def n_actions(self):
        """Number of the player's actions."""
        return len(self.costs)

    def course(self, n_rounds, random_state=None):
        """Play so many rounds: send it the player's law, it yields a :class:`Round`."""
        n_rounds = check_count(n_rounds, "n_rounds")
        check_rng(random_state)  # every nature takes one; this one does not need it
        law = yield
        for _ in range(n_rounds):
            law = check_array(law, "law", shape=(self.n_actions,), low=0)
            column = self.costs[:, np.argmax(law @ self.costs)]  # dearest in expectation
            law = yield Round(column, column)
