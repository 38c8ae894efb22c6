"""Local factors and data descriptions against scikit-learn, smallest balls against miniball.

Factors are the same numbers. The one-class machine of ν = 1/(nC) leaves the same points outside;
its tolerance counts in weights that are 1/C times ours, and is set to ours. miniball is Welzl's
recursion, ours a walk: same centre, same radius.
"""

import numpy as np
from sklearn.neighbors import LocalOutlierFactor
from sklearn.svm import OneClassSVM

from _race import duel, equal, peer
from mlcompanion.outliers import LOF, SVDD, MinimumEnclosingBall

miniball = peer("miniball")

TITLE = "Outliers: local factors, data descriptions, smallest balls"
CHAPTER = "sugiyama/38_outlier_detection"

TOL = 1e-6


def cloud(n, d, seed=0):
    """Normal points, one in twenty spread three times as wide."""
    X = np.random.default_rng(seed).normal(size=(n, d))
    X[::20] *= 3
    return X


def factor_races():
    """Factors of all points, twenty neighbours."""
    for n, d in ((300, 2), (5_000, 2), (20_000, 3), (5_000, 8), (3_000, 40)):
        X = cloud(n, d)
        yield duel(
            "local outlier factors, k = 20", f"n = {n:,}, d = {d}",
            lambda X=X: LOF(20).fit(X).factors_,
            "scikit-learn",
            lambda X=X: -LocalOutlierFactor(20).fit(X).negative_outlier_factor_,
            same=equal(rtol=1e-6), repeats=7,
            note="equal factors; theirs adds 1e-10 to distances, against copies",
        )  # fmt: skip


def description_races():
    """The ball in the Gaussian kernel's space."""
    for n, d, nu in ((300, 2, 0.1), (1_000, 5, 0.1), (3_000, 5, 0.05), (3_000, 5, 0.3)):
        X = cloud(n, d)
        C = 1 / (nu * n)
        ours = SVDD(C, tol=TOL)
        gamma = 0.5 / ours.fit(X).sigma_ ** 2
        theirs = OneClassSVM(nu=nu, gamma=gamma, tol=TOL / (2 * C))

        def same(mine, peers, X=X, C=C):
            score = C * peers.decision_function(X)
            clear = np.abs(score) > 10 * TOL
            assert ((mine.predict(X) < 0) == (score < 0))[clear].all()
            assert clear.mean() > 0.5

        yield duel(
            "data description", f"n = {n:,}, d = {d}, ν = {nu:g}",
            lambda ours=ours, X=X: ours.fit(X), "scikit-learn",
            lambda theirs=theirs, X=X: theirs.fit(X),
            same=same, repeats=7, note="the same points outside",
            reason="of 300 points the steps, as many as LIBSVM's, take half of the time, the "
            "kernel matrix a quarter, scikit-learn's look at the data, which both take, a sixth",
        )  # fmt: skip


def ball_races():
    """Centre and radius of the smallest ball."""
    for n, d in ((100, 2), (10_000, 3), (1_000, 10)):
        X = cloud(n, d)

        def walked(X=X):
            ball = MinimumEnclosingBall().fit(X)
            return np.append(ball.center_, ball.radius_)

        def recursed(X=X):
            center, square = miniball.get_bounding_ball(X, rng=np.random.default_rng(0))
            return np.append(center, np.sqrt(square))

        yield duel(
            "smallest enclosing ball", f"n = {n:,}, d = {d}", walked, "miniball", recursed,
            same=equal(rtol=1e-6, atol=1e-8), note="equal centres and radii",
        )  # fmt: skip


def rows():
    """All races whose peer is there."""
    yield from factor_races()
    yield from description_races()
    if miniball is not None:
        yield from ball_races()
