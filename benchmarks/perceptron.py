"""Perceptron and passive-aggressive learners on whole streams and one example at a time.

Weights, and one by one the rounds with a mistake, are asserted to be the same.
"""

import warnings
from functools import partial

import numpy as np
from sklearn import linear_model

from _race import duel, equal, peer
from _streams import streams
from mlcompanion.losses import EpsilonInsensitive, Hinge, SquaredHinge
from mlcompanion.online import (
    DualAscent,
    DualAscentRegressor,
    FixedScale,
    PassiveAggressive,
    Perceptron,
)
from mlcompanion.online.learners.perceptrons import PerceptronRule

TITLE = "Perceptron"
CHAPTER = "shalev_shwartz/02_online_convex_programming"
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

    @property
    def weights(self):
        """Weights for the next round."""
        return self.learner.weights


class ByRule:
    """A :class:`PerceptronRule` that returns its score."""

    def __init__(self, n_features):
        self.rule = PerceptronRule(n_features)

    def update(self, x, y):
        """Play one round; return its score."""
        score = self.rule.predict(x)
        self.rule.update(x, y)
        return score

    @property
    def weights(self):
        """Weights for the next round."""
        return self.rule.w_


class River:
    """A learner of river as weights, scores and steps; its rows are dictionaries."""

    def __init__(self, model, n_features):
        self.model = model
        self.n_features = n_features
        self.score = model.predict_one
        if hasattr(model, "predict_proba_one"):
            self.score = lambda x: model.predict_proba_one(x)[True] - 0.5

    @property
    def weights(self):
        """Weights of the features, and the intercept."""
        known = self.model.weights
        return np.array([*(known[j] for j in range(self.n_features)), self.model.intercept])


def their_regressor(river):
    """Its loss takes targets for classes, as 2 y - 1; here it is handed the plain one."""
    model = river.PARegressor(C=0.1, mode=1, eps=0.1, learn_intercept=False)
    model.loss = lambda target, score: max(abs(target - score) - 0.1, 0.0)
    return model


def against_river(river):
    """Race, our learner of d features, our estimator, and river's; all but one for classes."""
    yield "Perceptron", ByRule, None, river.Perceptron
    for variant, loss in ((1, Hinge(slope=0.1)), (2, SquaredHinge(slope=0.2))):
        yield (
            f"PA-{'I' * variant}",
            lambda d, v=loss: ByDualAscent(DualAscent(d, loss=v, step="coordinate")),
            lambda v=variant: PassiveAggressive(C=0.1, variant=v, fit_intercept=False),
            lambda v=variant: river.PAClassifier(C=0.1, mode=v, learn_intercept=False),
        )
    loss = EpsilonInsensitive(0.1, slope=0.1)
    yield (
        "PA regression",
        lambda d: ByDualAscent(DualAscent(d, loss=loss, step="coordinate")),
        lambda: DualAscentRegressor(loss=loss, scale=FixedScale(), fit_intercept=False, n_epochs=1),
        lambda: their_regressor(river),
    )


def ours_by_example(make, X, y):
    """Scores before each round, and the weights in the end."""
    learner = make(X.shape[1])
    scores = [learner.update(x, target) for x, target in zip(X, y)]
    return np.array(scores), learner.weights


def river_by_example(make, examples, n_features):
    """The same of river."""
    learner = River(make(), n_features)
    learn = learner.model.learn_one
    score = learner.score
    scores = np.empty(len(examples))
    for t, (x, answer) in enumerate(examples):
        scores[t] = score(x)
        learn(x, answer)
    return scores, learner.weights


def ours_by_stream(make, X, y):
    """The weights after one call."""
    return make().fit(X, y).coef_[0]


def river_by_stream(make, examples, n_features):
    """The weights of river, which is not asked for its scores."""
    learner = River(make(), n_features)
    learn = learner.model.learn_one
    for x, answer in examples:
        learn(x, answer)
    return learner.weights[:-1]


def same_rounds(y):
    """A check: weights to 1e-12, and the same rounds with a score on the wrong side, or of 0."""

    def same(ours, theirs):
        d = len(ours[1])
        np.testing.assert_allclose(ours[1], theirs[1][:d], rtol=0, atol=1e-12)
        np.testing.assert_array_equal(y * ours[0] <= 0, y * theirs[0] <= 0)

    return same


def by_river():
    """One example at a time, predict, then learn; then the whole stream in one call of ours.

    river gets dictionaries made beforehand.
    """
    river = peer("river.linear_model", "river")
    if river is None:
        return
    for size, X, labels in streams():
        X = np.ascontiguousarray(X[:5000])
        labels = labels[:5000].astype(float)
        rng = np.random.default_rng(0)
        numbers = X @ rng.normal(size=X.shape[1]) + 0.1 * rng.normal(size=len(X))
        rows = [dict(enumerate(x)) for x in X.tolist()]
        d = X.shape[1]
        size = f"{size}, first {len(X):,}"
        for race, single, whole, theirs in against_river(river):
            regression = race == "PA regression"
            y = numbers if regression else labels
            answers = (y if regression else y > 0).tolist()
            examples = list(zip(rows, answers))
            Z = np.column_stack([X, np.ones(len(X))]) if whole is None else X
            mended = "; river's loss mended: it maps targets to 2y - 1" * regression
            rounds = "signs" if regression else "mistakes"
            yield duel(
                f"{race}, one example at a time", size,
                partial(ours_by_example, single, Z, y),
                "river", partial(river_by_example, theirs, examples, d), same=same_rounds(y),
                note=f"same {rounds}, weights equal to 1e-12{mended}", repeats=3,
            )  # fmt: skip
            if whole is not None:
                yield duel(
                    f"{race}, a stream", size, partial(ours_by_stream, whole, X, y),
                    "river", partial(river_by_stream, theirs, examples, d),
                    same=equal(rtol=0, atol=1e-12),
                    note="weights equal to 1e-12; ours takes the stream in one call" + mended,
                    repeats=3,
                )  # fmt: skip


def rows():
    """Whole streams, then river."""
    warnings.simplefilter("ignore", FutureWarning)
    yield from whole_streams()
    yield from by_river()
