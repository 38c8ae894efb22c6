"""Perceptron and passive-aggressive learners on whole streams and one example at a time.

Weights, or the rounds with a mistake, are asserted to be the same.
"""

import warnings

import numpy as np
from sklearn import linear_model

from _race import duel, equal, peer
from _streams import streams
from mlcompanion.losses import Hinge, SquaredHinge
from mlcompanion.online import DualAscent, PassiveAggressive, Perceptron
from mlcompanion.online.learners.perceptrons import PerceptronRule

TITLE, CHAPTER = "Perceptron", "shalev_shwartz/02_online_convex_programming"
PLAIN = {"fit_intercept": False, "shuffle": False}


def pairs():
    """Name, our estimator, and the peers that run the same algorithm."""
    yield (
        "Perceptron",
        lambda: Perceptron(fit_intercept=False),
        {
            "Perceptron": lambda: linear_model.Perceptron(**PLAIN),
            "SGDClassifier": lambda: linear_model.SGDClassifier(
                loss="perceptron", penalty=None, learning_rate="constant", eta0=1.0, **PLAIN
            ),
        },
    )
    for variant in (1, 2):
        yield (
            f"PA-{'I' * variant}",
            lambda v=variant: PassiveAggressive(C=0.1, variant=v, fit_intercept=False),
            {
                f"SGDClassifier pa{variant}": lambda v=variant: linear_model.SGDClassifier(
                    loss="hinge", penalty=None, learning_rate=f"pa{v}", eta0=0.1, **PLAIN
                )
            },
        )


def one_pass(make, X, y):
    """Weights after ``partial_fit`` over the whole stream."""
    return make().partial_fit(X, y, classes=[-1, 1]).coef_


def whole_streams():
    """``partial_fit`` once over the whole stream."""
    for size, X, y in streams():
        for race, ours, peers in pairs():
            for name, theirs in peers.items():
                yield duel(
                    race, size, lambda make=ours, X=X, y=y: one_pass(make, X, y),
                    name, lambda make=theirs, X=X, y=y: one_pass(make, X, y),
                    same=equal(rtol=0, atol=1e-10), note="weights equal to 1e-10",
                )  # fmt: skip


class ByDualAscent:
    """A :class:`DualAscent` learner with the methods of the protocol."""

    def __init__(self, learner):
        self.learner = learner

    def update(self, x, y):
        """Play one round; return its score."""
        return self.learner.update(x, y).scores[0]


class ByRule:
    """A :class:`PerceptronRule` that returns its score."""

    def __init__(self, n_features):
        self.rule = PerceptronRule(n_features)

    def update(self, x, y):
        """Play one round; return its score."""
        score = self.rule.predict(x)
        self.rule.update(x, y)
        return score


def one_at_a_time_pairs(river):
    """Race, our learner of d features, river's, and whether river learns an intercept."""
    yield "Perceptron", ByRule, river.Perceptron, True
    for variant, loss in ((1, Hinge(slope=0.1)), (2, SquaredHinge(slope=0.2))):
        yield (
            f"PA-{'I' * variant}",
            lambda d, v=loss: ByDualAscent(DualAscent(d, loss=v, step="coordinate")),
            lambda v=variant: river.PAClassifier(C=0.1, mode=v, learn_intercept=False),
            False,
        )


def ours_by_example(make, X, y):
    """The rounds with a mistake."""
    learner = make(X.shape[1])
    scores = np.array([learner.update(x, label) for x, label in zip(X, y)])
    return y * scores <= 0


def river_by_example(make, examples, y):
    """The rounds with a mistake; a score of 0 is one."""
    model, chances = make(), np.empty(len(y))
    for t, (x, answer) in enumerate(examples):
        chances[t] = model.predict_proba_one(x)[True]
        model.learn_one(x, answer)
    return y * (chances - 0.5) <= 0


def one_at_a_time():
    """Predict, then learn, example by example; river gets dictionaries made beforehand."""
    river = peer("river.linear_model", "river")
    if river is None:
        return
    for size, X, y in streams():
        X, y = np.ascontiguousarray(X[:5000]), y[:5000].astype(float)
        examples = list(zip((dict(enumerate(x)) for x in X.tolist()), (y > 0).tolist()))
        for race, ours, theirs, intercept in one_at_a_time_pairs(river):
            Z = np.column_stack([X, np.ones(len(X))]) if intercept else X
            yield duel(
                f"{race}, one example at a time", f"{size}, first {len(X):,}",
                lambda make=ours, Z=Z, y=y: ours_by_example(make, Z, y),
                "river", lambda make=theirs, e=examples, y=y: river_by_example(make, e, y),
                same=np.testing.assert_array_equal, note="same mistakes", repeats=3,
            )  # fmt: skip


def rows():
    """Whole streams, then one example at a time."""
    warnings.simplefilter("ignore", FutureWarning)
    yield from whole_streams()
    yield from one_at_a_time()
