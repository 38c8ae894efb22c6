"""The protocol of online learning and its reduction to online convex programming.

Shalev-Shwartz (2007), sections 2.1 and 2.3. An environment is a Python generator, so that no
learner can peek: the answer of round t does not exist before the prediction has been sent.
"""

from dataclasses import dataclass
from itertools import count
from types import GeneratorType

import numpy as np

from mlcompanion._validation import check_array, check_count, check_instance
from mlcompanion.losses import ScoreLoss

__all__ = [
    "Conservative",
    "InducedLoss",
    "LinearLearner",
    "OnlineLog",
    "induced_losses",
    "online_convex_programming",
    "play",
]


@dataclass(frozen=True)
class OnlineLog:
    """What a learner and an environment did in T rounds.

    Attributes
    ----------
    predictions, targets, losses : ndarray, shape (T,)
    """

    predictions: np.ndarray
    targets: np.ndarray
    losses: np.ndarray

    @property
    def mistakes(self):
        """Rounds with ``y * prediction <= 0``; a prediction of 0 is a mistake."""
        return self.targets * self.predictions <= 0

    @property
    def n_mistakes(self):
        """Number of mistakes."""
        return int(self.mistakes.sum())


def check_has(thing, name, *wanted):
    """Refuse an object that lacks what its part in the protocol needs."""
    missing = [attribute for attribute in wanted if not hasattr(thing, attribute)]
    if missing:
        raise TypeError(f"{name} must have {' and '.join(missing)}, got {thing!r}")
    return thing


def _check_environment(environment):
    if not isinstance(environment, GeneratorType):
        raise ValueError(f"environment must be a generator, got {type(environment).__name__}")


def play(learner, environment, loss, n_rounds=None):
    """Play the protocol of section 2.1: question, prediction, answer, loss, update.

    Parameters
    ----------
    learner : object
        ``predict(x)`` returns a number, ``update(x, y)`` learns from the answer.
    environment : generator
        It yields a question ``x_t``, is sent the prediction, and yields the answer ``y_t``.
    loss : ScoreLoss
        Anything with ``value(prediction, y)``.
    n_rounds : int, optional
        Stop after so many rounds; default, when the environment ends.

    Returns
    -------
    OnlineLog

    Raises
    ------
    ValueError
        If the environment is not a generator.

    Notes
    -----
    Costs what learner and environment cost, and a Python call or three a round.
    """
    check_has(learner, "learner", "predict", "update")
    check_has(loss, "loss", "value")
    _check_environment(environment)
    limit = np.inf if n_rounds is None else check_count(n_rounds, "n_rounds")
    predictions = []
    targets = []
    if limit > 0:  # a generator that nobody starts must not run to its first question
        for x in environment:  # the question
            prediction = learner.predict(x)
            y = environment.send(prediction)  # only now is there an answer
            learner.update(x, y)
            predictions.append(float(prediction))
            targets.append(float(y))
            if len(targets) >= limit:
                break
    predictions = np.array(predictions)
    targets = np.array(targets)
    return OnlineLog(predictions, targets, loss.value(predictions, targets))


def online_convex_programming(learner, environment, n_rounds=None):
    """The loop of Figure 2.1: a vector, a convex function, its value.

    Parameters
    ----------
    learner : object
        Its ``w_`` is the vector ``w_t``; ``step(subgradient)`` moves on.
    environment : generator
        It is sent ``w_t`` and yields ``g_t``, an object with ``value(w)`` and ``subgradient(w)``.
    n_rounds : int, optional
        Stop after so many rounds; default, when the environment ends.

    Returns
    -------
    losses : ndarray, shape (T,)
        ``g_t(w_t)``.
    weights : ndarray, shape (T, n)
        ``w_t``.
    functions : list
        ``g_t``.
    """
    check_has(learner, "learner", "w_", "step")
    _check_environment(environment)
    rounds = count() if n_rounds is None else range(check_count(n_rounds, "n_rounds"))
    losses = []
    weights = []
    functions = []
    next(environment)  # up to where it waits for w_1
    for _ in rounds:
        # A copy: the learner may write its next prediction over this one.
        w = learner.w_.copy()
        try:
            g = environment.send(w)
        except StopIteration:
            break
        losses.append(g.value(w))
        weights.append(w)
        functions.append(g)
        learner.step(g.subgradient(w))
    return np.array(losses), np.array(weights).reshape(len(losses), -1), functions


@dataclass(frozen=True)
class InducedLoss:
    """The reduction: ``g_t(w) = loss(<w, x_t>, y_t)``, once the pair is known.

    Parameters
    ----------
    loss : ScoreLoss
        Convex in the score.
    x : ndarray, shape (n,)
    y : float
    """

    loss: object
    x: np.ndarray
    y: float

    def value(self, w):
        """``g_t(w)``."""
        return float(self.loss.value(np.dot(w, self.x), self.y))

    def subgradient(self, w):
        """An element of the subdifferential of ``g_t`` at ``w``, shape (n,)."""
        return self.loss.derivative(np.dot(w, self.x), self.y) * self.x


def induced_losses(X, y, loss):
    """The environment of Figure 2.1 that a stream of examples induces; it ignores ``w_t``."""
    check_instance(loss, "loss", ScoreLoss)
    X = check_array(X, "X", ndim=2)
    y = loss.check_target(check_array(y, "y", shape=(len(X),)))
    yield
    for x, target in zip(X, y):
        yield InducedLoss(loss, x, target)


class LinearLearner:
    """A learner of the protocol from one of online convex programming.

    Parameters
    ----------
    ocp : object
        ``w_`` and ``step(subgradient)``.
    loss : ScoreLoss
        The convex loss that it minimises; it may be a surrogate of the loss that is counted.
    """

    def __init__(self, ocp, loss):
        self.ocp = check_has(ocp, "ocp", "w_", "step")
        self.loss = check_instance(loss, "loss", ScoreLoss)

    def predict(self, x):
        """Score ``<w_t, x>``."""
        return float(np.dot(self.ocp.w_, x))

    def update(self, x, y):
        """Hand the induced loss on."""
        self.ocp.step(InducedLoss(self.loss, x, y).subgradient(self.ocp.w_))


class Conservative:
    """Show a learner the rounds with a mistake only (before equation 2.1).

    Parameters
    ----------
    learner : object
        ``predict(x)`` and ``update(x, y)``.

    Attributes
    ----------
    n_mistakes_ : int
        How many rounds the learner has seen.
    """

    def __init__(self, learner):
        self.learner = check_has(learner, "learner", "predict", "update")
        self.n_mistakes_ = 0

    def predict(self, x):
        """The learner's own prediction."""
        return self.learner.predict(x)

    def update(self, x, y):
        """Pass the round on if its prediction was wrong."""
        if y * self.learner.predict(x) <= 0:
            self.n_mistakes_ += 1
            self.learner.update(x, y)
