"""Learners that need no geometry: constants, votes, a small network, any estimator.

Rivals for the adversary of Shalev-Shwartz (2007), section 2.3, and the randomised way out that
section 2.4 names.
"""

import numpy as np

from mlcompanion._validation import check_count, check_real, check_rng
from mlcompanion.online.core.protocol import check_has

__all__ = [
    "Constant",
    "EstimatorLearner",
    "LastAnswer",
    "MajorityVote",
    "MeanVote",
    "RandomizedVote",
    "TinyNetwork",
]


class Constant:
    """Predict the same number in every round."""

    def __init__(self, value=1.0):
        self.value = check_real(value, "value")

    def predict(self, x):
        """The constant."""
        return self.value

    def update(self, x, y):
        """Learn nothing."""


class LastAnswer(Constant):
    """Predict the answer of the round before."""

    def update(self, x, y):
        """Remember the answer."""
        self.value = y


class MajorityVote:
    """Predict the sign of the sum of all answers; 1 at a tie."""

    def __init__(self):
        self.total = 0.0
        self.t = 0

    def predict(self, x):
        """The majority's sign."""
        return 1.0 if self.total >= 0 else -1.0

    def update(self, x, y):
        """Count the answer."""
        self.total, self.t = self.total + y, self.t + 1


class MeanVote(MajorityVote):
    """Predict a mean ``m`` in (-1, 1): Hedge between the constants -1 and 1.

    A coin that shows 1 with probability ``(1 + m) / 2`` errs with probability ``|m - y| / 2``,
    which is convex in ``m``. The rate in round t is ``sqrt(8 log(2) / t)``.
    """

    def predict(self, x):
        """``tanh(eta_t S / 2)``, with S the sum of the answers so far."""
        eta = np.sqrt(8 * np.log(2) / (self.t + 1))  # of the coming round, counted from 1
        return float(np.tanh(eta * self.total / 2))


class RandomizedVote(MeanVote):
    """Toss a coin with the mean of :class:`MeanVote`."""

    def __init__(self, random_state=None):
        super().__init__()
        self.rng = check_rng(random_state)

    def predict(self, x):
        """-1 or 1, at random."""
        if self.rng.random() < (1 + super().predict(x)) / 2:
            return 1.0
        return -1.0


class EstimatorLearner:
    """A scikit-learn classifier for labels -1 and 1 in the online protocol.

    Parameters
    ----------
    model : estimator
        With ``partial_fit``. Before the first answer it predicts 1.
    """

    def __init__(self, model):
        self.model = check_has(model, "model", "predict", "partial_fit")
        self.started = False

    def predict(self, x):
        """The model's label."""
        return float(self.model.predict([x])[0]) if self.started else 1.0

    def update(self, x, y):
        """One call of ``partial_fit`` with one example."""
        self.model.partial_fit([x], [y], classes=[-1.0, 1.0])
        self.started = True


class TinyNetwork:
    """One hidden layer of tanh units in the online protocol: a gradient step on the logistic loss.

    Parameters
    ----------
    n_features, n_hidden : int
    eta : float
        The step.
    random_state : int or Generator
        Draws the first weights.
    """

    def __init__(self, n_features, n_hidden=4, eta=0.5, random_state=None):
        rng = check_rng(random_state)
        d = check_count(n_features, "n_features", low=1)
        h = check_count(n_hidden, "n_hidden", low=1)
        self.hidden, self.output = rng.standard_normal((h, d)), rng.standard_normal(h)
        self.eta = check_real(eta, "eta", low=0, open_low=True)

    def predict(self, x):
        """Score; its sign is the answer."""
        return float(self.output @ np.tanh(self.hidden @ x))

    def update(self, x, y):
        """One step of back-propagation on ``log(1 + exp(-y score))``."""
        unit = np.tanh(self.hidden @ x)
        slope = -y / (1 + np.exp(y * (self.output @ unit)))
        back = slope * self.output * (1 - unit**2)  # before the output weights move
        self.output = self.output - self.eta * slope * unit
        self.hidden = self.hidden - self.eta * np.outer(back, x)
