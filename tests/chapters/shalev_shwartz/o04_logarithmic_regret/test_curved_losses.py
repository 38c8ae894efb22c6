"""Streams against their definitions, and the bound against learners that break it."""

import numpy as np
import pytest
from scipy.special import softmax

from mlcompanion.convex import Entropy, Euclidean
from mlcompanion.online import StronglyConvexOMD
from mlcompanion.online.core.mirror_descent import root_steps, strong_steps
from mlcompanion_chapters.shalev_shwartz.o04_logarithmic_regret.curved_losses import (
    ball_points,
    bound_ratios,
    coin_regret,
    distance_run,
    entropy_run,
    hinge_stream,
    opposite_points,
    points_stream,
    simplex_stream,
)

ROUNDS = np.array([1, 5, 60])


def test_distances_are_played_as_by_the_plain_learner():
    Z = ball_points(60, 3, 0, radius=2.0)
    losses, norms, path = distance_run(Z, sigma=0.5, radius=1.0, keep_path=True)
    learner = StronglyConvexOMD(Euclidean(1.0), 0.5, np.zeros(3))
    for t, z in enumerate(Z):
        w = learner.w_
        np.testing.assert_allclose(path[t], w, atol=1e-12)
        assert losses[t] == pytest.approx(0.25 * np.sum((w - z) ** 2))
        assert norms[t] == pytest.approx(0.5 * np.linalg.norm(w - z))
        learner.step(0.5 * (w - z))
    np.testing.assert_allclose(path[-1], learner.w_, atol=1e-12)


def test_simplex_is_played_as_by_the_plain_learner():
    V = np.random.default_rng(0).uniform(-1, 1, (60, 2, 4))
    for etas, rule in ((strong_steps(0.3, 60), None), (root_steps(1.0, 60), lambda t: t**-0.5)):
        losses, norms = entropy_run(V, 0.3, etas, block=7)
        learner = StronglyConvexOMD(Entropy(), 0.3, np.full(4, 0.25), eta=rule)
        for t, v in enumerate(V[:, 1]):
            w = learner.w_
            g = v + 0.3 * Entropy().gradient(learner.w_)
            assert losses[t, 1] == pytest.approx(v @ w + 0.3 * Entropy().value(w))
            assert norms[t, 1] == pytest.approx(np.abs(g).max())
            learner.step(g)


def streams():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(60, 3))
    y = rng.choice([-1.0, 1.0], 60)
    V = rng.uniform(-1, 1, (60, 1, 4))
    losses, norms = entropy_run(V, 0.3, strong_steps(0.3, 60))
    return {
        "hinge": hinge_stream(X, y, 0.2),
        "points": points_stream(2 * X, 0.5, radius=1.0),
        "simplex": simplex_stream(V[:, 0], 0.3, losses[:, 0], norms[:, 0]),
    }


@pytest.mark.parametrize("name", ["hinge", "points", "simplex"])
def test_no_vector_of_the_set_beats_the_best(name):
    stream = streams()[name]
    rng = np.random.default_rng(2)
    others = np.vstack([stream.inside(rng, 50), stream.border(rng, 50)])
    near = np.vstack([stream.best(60) * 0.999 + 0.001 * other for other in others])
    for t in ROUNDS:
        least = stream.least([t])[0]
        assert (stream.totals(others, t) >= least - 1e-6).all()
    assert (stream.totals(near, 60) >= stream.least([60])[0] - 1e-6).all()
    ratios = bound_ratios(stream, ROUNDS, 0)
    assert ratios.shape == (3, 21)
    assert ratios.max() <= 1 + 1e-9
    regret = stream.regret(ROUNDS)
    assert np.argmax(ratios[2]) == 0
    assert regret[2] > 0


def test_a_learner_that_stays_put_breaks_the_bound():
    Z = np.ones((4000, 2))
    lazy = points_stream(Z, 1.0, eta=np.full(4000, 1e-9))
    assert bound_ratios(lazy, [4000], 0).max() > 10


def test_opposite_points_lie_behind_the_mean():
    Z = opposite_points(20, 0.7 * np.eye(3)[:2], 2.0)
    assert Z.shape == (2, 20, 3)
    for t in range(2, 20):
        mean = Z[1, :t].mean(axis=0)
        np.testing.assert_allclose(Z[1, t], -2 * mean / np.linalg.norm(mean), atol=1e-12)


def test_coin_regret_of_a_single_round_and_of_many():
    regret = coin_regret([1, 900], 4000, 0)
    assert (regret[:, 0] == 1).all()
    assert regret[:, 1].mean() == pytest.approx(np.sqrt(1800 / np.pi), rel=0.1)


def test_entropy_at_the_best_is_the_softmax():
    V = np.random.default_rng(0).uniform(-1, 1, (5, 1, 3))
    losses, norms = entropy_run(V, 0.4, strong_steps(0.4, 5))
    stream = simplex_stream(V[:, 0], 0.4, losses[:, 0], norms[:, 0])
    np.testing.assert_allclose(stream.best(5), softmax(-V[:, 0].mean(axis=0) / 0.4))
