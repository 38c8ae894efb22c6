"""AdaGrad against river, its lazy steps as features grow, the weighted l1 ball against Clarabel.

Duchi, Hazan and Singer (2011). With the offset of the metric at 0 river's steps, whose offset is
under the root, are those of composite descent in a diagonal metric; weights are asserted to be the
same. Lazy steps have no peer: they race our dense ones, and their time is taken with ever more
features.
"""

from functools import partial

import numpy as np
from scipy.sparse import csr_array

from _race import duel, equal, least, peer, row
from _streams import streams
from mlcompanion.convex.metrics import DiagonalMetric
from mlcompanion.online.adaptive import DenseDescent, adaptive_engine
from mlcompanion.prox import L1, project_l1_ball
from mlcompanion.teaching import log_slope

TITLE = "Adaptive steps"
CHAPTER = "jmlr12/31_adagrad"
SHORT = ((100_000, 20), (100_000, 100))
ETA = 0.1
WIDTHS = (10**4, 10**5, 10**6, 10**7)
POOL = 1000
ACTIVE = 20
ROUNDS = 5000
TURNS = 5
TIGHT = dict.fromkeys(("tol_gap_abs", "tol_gap_rel", "tol_feas"), 1e-11)
POINTS = 10
DIMENSIONS = (100, 1000, 10_000)
LONG_DIMENSIONS = (1000, 10_000, 100_000)


def our_engine(loss, n_features):
    """Composite descent in a diagonal metric without offset."""
    return adaptive_engine((n_features, 1), "fobos", loss=loss, eta=ETA, delta=0.0)


def our_stream(loss, X, y):
    """Weights after one call."""
    engine = our_engine(loss, X.shape[1])
    engine.run(X, y)
    return engine.weights[:, 0]


def our_rounds(loss, X, y):
    """Weights after one call a round, which tells the loss and whether it was a mistake."""
    engine = our_engine(loss, X.shape[1])
    for x, label in zip(X, y):
        engine.play_one(x, label)
    return engine.weights[:, 0]


def their_rounds(river, loss, examples, n_features, asks):
    """river's weights; where it ``asks``, it predicts before it learns."""
    linear_model, optim = river
    losses = {"log": optim.losses.Log, "hinge": optim.losses.Hinge}
    model = linear_model.LogisticRegression(
        optim.AdaGrad(lr=ETA, eps=0.0), loss=losses[loss](), intercept_lr=0.0
    )
    for x, answer in examples:
        if asks:
            model.predict_proba_one(x)
        model.learn_one(x, answer)
    return np.array([model.weights.get(j, 0.0) for j in range(n_features)])


def against_river():
    """Streams in one call of ours, then one example at a time.

    Made beforehand: river's dictionaries, without zeros, and ours, CSR where there are zeros.
    """
    river = peer("river.linear_model", "river"), peer("river.optim", "river")
    if None in river:
        return
    same = equal(rtol=0, atol=1e-12)
    for size, X, labels in streams(SHORT):
        X = np.ascontiguousarray(X[:5000])
        y = labels[:5000].astype(float)
        d = X.shape[1]
        size = f"{size}, first {len(X):,}"
        entries = [{j: v for j, v in enumerate(x) if v} for x in X.tolist()]
        examples = list(zip(entries, (y > 0).tolist()))
        # a hinge without slope leaves river with 0/0 where a feature has not been seen
        dense = X.all()
        rows = X if dense else csr_array(X)
        for loss in ("log", "hinge") if dense else ("log",):
            race = f"AdaGrad, {loss} loss"
            yield duel(
                f"{race}, a stream", size, partial(our_stream, loss, rows, y),
                "river AdaGrad", partial(their_rounds, river, loss, examples, d, False),
                same=same, repeats=3,
                note="weights equal to 1e-12 with offset 0; ours takes the stream in one call",
            )  # fmt: skip
            yield duel(
                f"{race}, one example at a time", size, partial(our_rounds, loss, X, y),
                "river AdaGrad", partial(their_rounds, river, loss, examples, d, True),
                same=same, note="weights equal to 1e-12 with offset 0", repeats=3,
            )  # fmt: skip


def sparse_stream(width):
    """Rows with 20 of 1,000 features that occur, which lie scattered among ``width``."""
    rng = np.random.default_rng(0)
    picked = np.sort([rng.choice(POOL, ACTIVE, replace=False) for _ in range(ROUNDS)])
    places = picked * (width // POOL)
    starts = np.arange(ROUNDS + 1) * ACTIVE
    values = rng.normal(size=ROUNDS * ACTIVE)
    X = csr_array((values, places.ravel(), starts), shape=(ROUNDS, width))
    return X, rng.choice([-1.0, 1.0], ROUNDS)


def lazy_steps():
    """Ada-RDA with an l1 penalty: the round's time as features grow, beside dense rounds."""
    few = 100
    times = []
    for width in WIDTHS:
        X, y = sparse_stream(width)
        lazy = adaptive_engine((width, 1), penalty=L1(1e-4), eta=ETA)
        lazy.play(X, y)  # compiles, and meets every feature
        times.append(least(partial(lazy.play, X, y), 5)[0] / ROUNDS)
        size = f"{ACTIVE} of {width:,} features a row"
        if width > 10**5:
            continue
        fresh = adaptive_engine((width, 1), penalty=L1(1e-4), eta=ETA)
        metric = DiagonalMetric((width, 1), 1e-6)
        dense = DenseDescent((width, 1), "rda", L1(1e-4), "hinge", metric, ETA)
        seconds = least(partial(dense.play, X[:few], y[:few]), 1)[0] / few
        fresh.play(X[:few], y[:few])
        np.testing.assert_allclose(fresh.weights, dense.weights, rtol=0, atol=1e-12)
        yield row(
            "Ada-RDA with l1, a round", size, times[-1], "ours, dense", seconds,
            "weights equal to 1e-12",
        )  # fmt: skip
    yield row(
        "Ada-RDA with l1, a round", size, times[-1], "none", None,
        f"slope of time {log_slope(WIDTHS, times):.2f} in the features, from {WIDTHS[0]:,} on",
    )  # fmt: skip


def weighted_balls(d):
    """Points, the weights of a ball, and its radius; about a third of the entries survives."""
    rng = np.random.default_rng(d)
    return rng.normal(size=(POINTS, d)), rng.uniform(0.5, 2.0, d), 0.2 * d


def our_projections(points, weights, z):
    """All points, one after the other."""
    return np.array([project_l1_ball(mu, z, weights=weights) for mu in points])


def their_projections(cp, points, weights, z):
    """A problem that is compiled once, as a call that solves it for all points."""
    x = cp.Variable(len(weights))
    point = cp.Parameter(len(weights))
    away = cp.sum_squares(x - point)
    problem = cp.Problem(cp.Minimize(away), [weights @ cp.abs(x) <= z])

    def solved(some=points):
        found = []
        for mu in some:
            point.value = mu
            problem.solve(solver=cp.CLARABEL, **TIGHT)
            found.append(x.value)
        return np.array(found)

    solved(points[:1])
    return solved


def as_near(points):
    """A check: the same distances; an interior point ends a little off at the knots."""

    def same(ours, theirs):
        np.testing.assert_allclose(theirs, ours, rtol=0, atol=1e-4)
        distances = [np.linalg.norm(x - points, axis=1) for x in (ours, theirs)]
        np.testing.assert_allclose(distances[0], distances[1], rtol=1e-9)

    return same


def projections():
    """On the l1 ball with weights, against Clarabel through cvxpy; then ours alone."""
    cp = peer("cvxpy")
    if cp is not None and peer("clarabel") is not None:
        for d in DIMENSIONS:
            case = weighted_balls(d)
            yield duel(
                "weighted l1 ball", f"{POINTS} points, d = {d:,}", partial(our_projections, *case),
                "Clarabel", their_projections(cp, *case), same=as_near(case[0]), repeats=7,
                note="distances equal to 1e-9, points to 1e-4; cvxpy compiled once, beforehand",
            )  # fmt: skip
    calls = [partial(our_projections, *weighted_balls(d)) for d in LONG_DIMENSIONS]
    times = np.min([[least(call, 1)[0] for call in calls] for _ in range(TURNS)], axis=0)
    d = LONG_DIMENSIONS[-1]
    yield row(
        "weighted l1 ball", f"{POINTS} points, d = {d:,}", times[-1], "none", None,
        f"slope of time {log_slope(LONG_DIMENSIONS, times):.2f} from d = {LONG_DIMENSIONS[0]:,} on",
    )  # fmt: skip


def rows():
    """river, lazy steps, projections."""
    yield from against_river()
    yield from lazy_steps()
    yield from projections()
