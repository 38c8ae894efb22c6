"""AROW regression against the recursive least squares of padasip; passive-aggressive against river.

Sugiyama (2016), chapter 31. Weights after one pass are asserted to be the same.
"""

import numpy as np

from _race import duel, equal, least, peer, row
from mlcompanion.losses import EpsilonInsensitive
from mlcompanion.online import DualAscentRegressor, FixedScale, PassiveAggressive
from mlcompanion.online.learners import AROW

TITLE = "Passive-aggressive and AROW"
CHAPTER = "sugiyama/31_online_learning"


def stream(n, d):
    """Rows, outputs with unit noise, and their signs."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, d))
    y = X @ rng.normal(size=d) + rng.normal(size=n)
    return X, y, np.where(y > 0, 1, -1)


def recursive_least_squares():
    """``FilterRLS`` with no forgetting starts at the identity, as AROW does."""
    filters = peer("padasip.filters", "padasip")
    if filters is None:
        return
    for n, d in ((5000, 5), (5000, 20), (1000, 100)):
        X, y, _ = stream(n, d)

        def ours(X=X, y=y):
            return AROW("regression", fit_intercept=False).fit(X, y).coef_[0]

        def theirs(X=X, y=y, d=d):
            learner = filters.FilterRLS(n=d, mu=1.0, eps=1.0, w="zeros")
            learner.run(y, X)
            return learner.w

        yield duel(
            "AROW regression", f"{n:,} × {d}", ours, "padasip", theirs,
            same=equal(rtol=0, atol=1e-12), note="weights equal to 1e-12",
        )  # fmt: skip


def passive_aggressive():
    """A stream of dense rows; river takes dictionaries."""
    linear_model = peer("river.linear_model", "river")
    if linear_model is None:
        return
    n = 2000
    d = 20
    X, y, signs = stream(n, d)
    rows = [dict(enumerate(x)) for x in X.tolist()]

    def last(learner, targets):
        for x, target in zip(rows, targets):
            learner.learn_one(x, target)
        return np.array([learner.weights[j] for j in range(d)])

    regressor = DualAscentRegressor(
        loss=EpsilonInsensitive(0.1, slope=0.1), scale=FixedScale(), fit_intercept=False, n_epochs=1
    )
    plain = {"learn_intercept": False, "C": 0.1}
    races = [
        (f"PA-{'I' * mode}", PassiveAggressive(C=0.1, variant=mode, fit_intercept=False), signs,
         lambda mode=mode: linear_model.PAClassifier(mode=mode, **plain), (signs > 0).tolist())
        for mode in (1, 2)
    ]  # fmt: skip

    def their_regressor():
        """Its loss takes targets for classes, as 2 y - 1; here it is handed the plain one."""
        learner = linear_model.PARegressor(mode=1, eps=0.1, **plain)
        learner.loss = lambda target, score: max(abs(target - score) - 0.1, 0.0)
        return learner

    races.append(("PA regression", regressor, y, their_regressor, y.tolist()))
    for name, model, targets, other, answers in races:
        ours_s, ours = least(lambda m=model, t=targets: m.fit(X, t).coef_[0], 5)
        theirs_s, theirs = least(lambda o=other, a=answers: last(o(), a))
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-12)
        yield row(
            name, f"{n:,} × {d}", ours_s, "river", theirs_s,
            "weights equal to 1e-12; ours takes the stream in one call"
            + "; river's loss mended: it maps targets to 2y - 1" * (targets is y),
        )  # fmt: skip


def rows():
    """Recursive least squares, then passive-aggressive learners."""
    yield from recursive_least_squares()
    yield from passive_aggressive()
