r"""One learner on one noisy separator, and every way to keep one of its hypotheses.

Shalev-Shwartz (2007), Appendix B.3.3. Instances are uniform on a sphere in 20 dimensions, labels
are flipped with some probability. The learner is dual ascent with the hinge in a ball of radius 10,
:math:`c_t=\sqrt{t/100}`. Risks are exact.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from mlcompanion.convex import Euclidean
from mlcompanion.datasets import make_noisy_separator
from mlcompanion.learning_theory import SeparatorRisk
from mlcompanion.losses import Hinge
from mlcompanion.online import RootScale, dual_ascent
from mlcompanion.online.core.paths import hypothesis_path

__all__ = ["LARGEST", "Conversions", "conversions", "exact_risk", "play_separator"]

N_FEATURES = 20
RADIUS = 10.0
BALL = Euclidean(RADIUS)
HINGE = Hinge()
#: Largest hinge loss in the ball.
LARGEST = 1 + RADIUS


@cache
def exact_risk():
    """The risks of hypotheses in the ball, as a :class:`SeparatorRisk`; made once."""
    return SeparatorRisk(N_FEATURES, HINGE, RADIUS)


def play_separator(n_rounds, seed, *, flip=0.1, pace=0.1):
    r"""A fresh stream, the run over it, and all its hypotheses.

    Parameters
    ----------
    n_rounds, seed : int
    flip : float
        Probability of a flipped label.
    pace : float
        The scale is ``pace`` times :math:`\sqrt t`: small for a quick learner.

    Returns
    -------
    stream : Bunch
    run : OnlineRun
    path : ndarray, shape (n_rounds, 20)
    """
    stream = make_noisy_separator(n_rounds, N_FEATURES, flip=flip, random_state=seed)
    _, run = dual_ascent(stream.data, stream.target, BALL, HINGE, RootScale(pace))
    return stream, run, hypothesis_path(stream.data, run, BALL)


class Conversions(NamedTuple):
    """One run and what may be kept of it; risks are those of the hinge.

    Attributes
    ----------
    online : ndarray, shape (T,)
        Loss of every round, before its update.
    risks : ndarray, shape (T,)
        Of every hypothesis.
    stop : int
        A random time.
    average, validation, last : float
        Risks of the averaged hypothesis, of validation's choice, and of the last one.
    best : float
        Least possible risk.
    """

    online: np.ndarray
    risks: np.ndarray
    stop: int
    average: float
    validation: float
    last: float
    best: float


def conversions(n_rounds, seed, *, flip=0.1, n_blocks=3):
    """Run the learner once and keep a hypothesis in every way.

    Validation restarts it in the blocks of the first 80 % of the stream and chooses on the rest.

    Parameters
    ----------
    n_rounds, seed : int
    flip : float
    n_blocks : int

    Returns
    -------
    Conversions
    """
    s = n_blocks
    exact = exact_risk()
    stream, run, path = play_separator(n_rounds, seed, flip=flip)
    rng = np.random.default_rng([seed, n_rounds])
    fresh = n_rounds // 5
    X = stream.data
    y = stream.target.astype(float)
    size = (n_rounds - fresh) // s
    drawn = []
    for i in range(s):
        block = slice(i * size, (i + 1) * size)
        _, part = dual_ascent(X[block], y[block], BALL, HINGE, RootScale(0.1))
        drawn.append(hypothesis_path(X[block], part, BALL)[rng.integers(size)])
    losses = HINGE.value(X[-fresh:] @ np.transpose(drawn), y[-fresh:, None]).mean(axis=0)
    kept = np.array([path.mean(axis=0), drawn[losses.argmin()], path[-1]])
    risks = exact.risk(path, stream.coef, flip)
    average, validation, last = exact.risk(kept, stream.coef, flip)
    best = exact.best(flip)[0]
    stop = int(rng.integers(n_rounds))
    return Conversions(run.losses, risks, stop, average, validation, last, best)
