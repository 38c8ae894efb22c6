"""What a finite class costs online and in batch, by exhaustive search; the halving adversary.

Shalev-Shwartz (2007), Appendix B.2: Theorem 8 and Example 6. Classes of functions on a few points
are sets of bits, one bit for each of the functions.
"""

from itertools import combinations

import numpy as np

from mlcompanion._validation import check_in, check_rng
from mlcompanion.learning_theory import Halving, ThresholdAdversary, threshold_class
from mlcompanion.losses import ZeroOne
from mlcompanion.online import play
from mlcompanion.online.games.plain_learners import Constant
from mlcompanion.online.learners.perceptrons import PerceptronRule

__all__ = [
    "PLAYERS",
    "all_classes",
    "bisection_breaks",
    "forced_mistakes",
    "halving_worst",
    "record_game",
]

#: Learners of :func:`record_game`.
PLAYERS = ("always +1", "always -1", "halving", "nearest", "perceptron")


def all_classes(n_points):
    """VC dimension and best mistake bound of every class of labellings of some points.

    Parameters
    ----------
    n_points : int
        At most 4: there are ``2 ** 2 ** n_points`` classes.

    Returns
    -------
    vc, mistakes : ndarray of int, shape (n_classes,)
        Entry ``m`` is the class whose functions are the bits of ``m``; the empty class (entry 0)
        has -1. The mistake bound is the value of the game between learner and adversary.
    """
    p = n_points
    functions = np.arange(2**p)
    classes = np.arange(2**2**p)
    vc = np.where(classes == 0, -1, 0)
    for size in range(1, p + 1):
        for points in combinations(range(p), size):
            pattern = sum(((functions >> x) & 1) << k for k, x in enumerate(points))
            shattered = np.ones(len(classes), dtype=bool)
            for code in range(2**size):
                shattered &= (classes & int((1 << functions[pattern == code]).sum())) != 0
            vc[shattered] = size
    positive = [int((1 << functions[(functions >> x) & 1 == 1]).sum()) for x in range(p)]
    mistakes = [-1] * len(classes)
    for m in range(1, len(classes)):  # parts of a class are smaller numbers
        value = 0
        for plus in positive:
            if m & plus and m & ~plus:
                value = max(value, 1 + min(mistakes[m & plus], mistakes[m & ~plus]))
        mistakes[m] = value
    return vc, np.array(mistakes)


class _Nearest:
    """Predict the answer of the nearest point seen; 1 before the first."""

    def __init__(self):
        self.seen = {}

    def predict(self, x):
        return self.seen[min(self.seen, key=lambda other: abs(other - x))] if self.seen else 1.0

    def update(self, x, y):
        self.seen[x] = y


class _Coin:
    """Predict by a toss."""

    def __init__(self, seed):
        self.rng = check_rng(seed)

    def predict(self, x):
        return 1.0 if self.rng.random() < 0.5 else -1.0

    def update(self, x, y):
        """Learn nothing."""


def _rivals(n, n_coins):
    """Name, learner and description of a question, for each rival on n points."""
    yield "always +1", Constant(1.0), int
    yield "always -1", Constant(-1.0), int
    yield "halving", Halving(threshold_class(n)), lambda x: x - 1
    yield "nearest", _Nearest(), int
    yield "perceptron", PerceptronRule(2), lambda x: np.array([x, 1.0])
    for seed in range(n_coins):
        yield "coin", _Coin(seed), int


def _duel(n, learner, describe):
    """A game against the halving adversary: questions, log, adversary."""
    adversary = ThresholdAdversary(n)
    asked = []

    def question(x):
        asked.append(x)
        return describe(x)

    return asked, play(learner, adversary.rounds(question), ZeroOne()), adversary


def record_game(name, n):
    """Questions, predictions and answers of a game against the halving adversary.

    Parameters
    ----------
    name : str
        One of :data:`PLAYERS`.
    n : int
        A power of two.

    Returns
    -------
    list of (int, float, float)
    """
    found = {rival: rest for rival, *rest in _rivals(n, 0)}
    asked, log, _ = _duel(n, *found[check_in(name, "name", PLAYERS)])
    return list(zip(asked, log.predictions, log.targets))


def forced_mistakes(sizes, n_coins=100):
    """Mistakes of six learners against the halving adversary.

    Parameters
    ----------
    sizes : iterable of int
        Powers of two.
    n_coins : int
        Seeds of the learner that tosses a coin.

    Returns
    -------
    list of (str, int, int, bool)
        Learner, n, mistakes, and whether a threshold agrees with all answers.
    """
    found = []
    for n in sizes:
        for name, learner, describe in _rivals(n, n_coins):
            asked, log, adversary = _duel(n, learner, describe)
            truth = np.where(np.array(asked) <= adversary.low_, 1, -1)
            found.append((name, n, log.n_mistakes, bool((truth == log.targets).all())))
    return found


def halving_worst(n, n_orders, random_state):
    """Most mistakes of the halving learner over all thresholds and random orders of n points."""
    rng = check_rng(random_state)
    H = threshold_class(n)
    worst = 0
    for _ in range(n_orders):
        order = rng.permutation(n)
        for target in H:
            learner = Halving(H)
            mistakes = 0
            for x in order:
                answer = 1 if target[x] else -1
                mistakes += learner.predict(x) != answer
                learner.update(x, answer)
            worst = max(worst, mistakes)
    return worst


def bisection_breaks(n, predict, printed):
    """Whether the halving adversary breaks down before ``log2(n)`` rounds are over.

    It does if it asks for something that is not a whole number from 1 to n, repeats a question, or
    leaves no threshold that agrees with its answers.

    Parameters
    ----------
    n : int
        A power of two.
    predict : callable
        From the number of the round to -1 or 1.
    printed : bool
        The rule as printed: ``x = (r - l + 1) / 2 + 1``, then ``r = x`` or ``l = x + 1``; otherwise
        ``x = l + (r - l + 1) / 2``, then ``r = x - 1`` or ``l = x``.

    Returns
    -------
    bool
    """
    low = 1
    high = n
    asked = {}
    thresholds = np.arange(1, n + 1)
    for t in range(int(np.log2(n))):
        x = (high - low + 1) / 2 + (1 if printed else low)
        if x != int(x) or not 1 <= x <= n or x in asked:
            return True
        answer = -predict(t)
        asked[x] = answer
        if answer < 0:
            high = x if printed else x - 1
        else:
            low = x + 1 if printed else x
        thresholds = thresholds[(x <= thresholds) == (answer > 0)]
        if not len(thresholds):
            return True
    return False
