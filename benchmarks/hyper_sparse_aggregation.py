"""Aggregates of two functions, and of the whole hull, against a quadratic program.

The star needs one pass over the dictionary; the hull is a quadratic program over the simplex, which
Clarabel solves for cvxpy. Its risk is the floor of what any mixture reaches.
"""

import numpy as np
from sklearn.linear_model import LassoLarsIC

from _race import duel, equal, least, peer, row
from mlcompanion.ensemble.aggregation import (
    hull_aggregate,
    lasso_path_dictionary,
    mallows_cp,
    segment_aggregate,
    star_weights,
)
from mlcompanion.teaching import log_slope

TITLE = "Star, segment and hull aggregates"
CHAPTER = "jmlr12/20_hyper_sparse_aggregation"


def dictionary(M, n, seed=0):
    """Predictions that each miss in their own way, shape (M, n), and noisy responses."""
    rng = np.random.default_rng(seed)
    signal = rng.normal(size=n)
    P = signal + rng.uniform(0.2, 1, (M, 1)) * rng.normal(size=(M, n)) / 4
    return P, signal + rng.normal(size=n)


def by_clarabel(cp, P, y):
    """Weights of the hull's least squares."""
    theta = cp.Variable(len(P), nonneg=True)
    loss = cp.sum_squares(P.T @ theta - y)
    cp.Problem(cp.Minimize(loss), [cp.sum(theta) == 1]).solve(solver=cp.CLARABEL)
    return theta.value


def hull_races(cp, M=2000, n=500):
    """The star, and our hull, against the quadratic program."""
    P, y = dictionary(M, n)
    single = np.mean((P - y) ** 2, axis=1).min()

    def between(star, theta):
        floor = np.mean((theta @ P - y) ** 2)
        assert floor - 1e-8 <= star.risk <= single

    size = f"M = {M}, n = {n}"
    yield duel(
        "star, against the whole hull", size, lambda: star_weights(P, y),
        "cvxpy, Clarabel", lambda: by_clarabel(cp, P, y), same=between,
        note="risk between the hull's and the best function's", repeats=1,
    )  # fmt: skip
    yield duel(
        "hull", size, lambda: hull_aggregate(P, y).weights @ P, "cvxpy, Clarabel",
        lambda: by_clarabel(cp, P, y) @ P, same=equal(rtol=0, atol=1e-5),
        note="mixtures to 1e-5",
        repeats=1,
    )  # fmt: skip


def choice_race(n=200, p=40):
    """Mallows' criterion along a path."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(n, p))
    X = (X - X.mean(axis=0)) / np.linalg.norm(X - X.mean(axis=0), axis=0)
    y = 20 * X[:, :5].sum(axis=1) + rng.normal(size=n)

    def ours():
        path = lasso_path_dictionary(X, y)
        return path.coef[np.argmin(mallows_cp(path, X, y, sigma=1.0))]

    peer_model = LassoLarsIC(criterion="aic", noise_variance=1.0)
    yield duel(
        "path and Mallows' criterion", f"n = {n}, p = {p}", ours, "scikit-learn LassoLarsIC",
        lambda: peer_model.fit(X, y).coef_, same=equal(rtol=1e-6, atol=1e-6),
        note="same coefficients",
    )  # fmt: skip


def slopes():
    """How the time grows."""
    for name, call, sizes, note in (
        ("star, by functions", star_weights, [(M, 500) for M in (1000, 4000, 16_000)], "M"),
        ("star, by samples", star_weights, [(500, n) for n in (1000, 4000, 16_000)], "n"),
        ("segment, by functions", segment_aggregate, [(M, 200) for M in (500, 1000, 2000)], "M"),
    ):
        data = [dictionary(*size) for size in sizes]
        times = [least(lambda d=d, call=call: call(*d))[0] for d in data]
        grown = [size[0] if note == "M" else size[1] for size in sizes]
        yield row(name, f"{note} = {tuple(grown)}", times[-1], "ours", None,
                  f"slope {log_slope(grown, times):.2f}")  # fmt: skip


def rows():
    """All races of the record."""
    if (cp := peer("cvxpy")) is not None:
        yield from hull_races(cp)
    yield from choice_race()
    yield from slopes()
