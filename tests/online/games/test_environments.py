"""Environments and the learners that need no geometry."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import SGDClassifier
from sklearn.neural_network import MLPClassifier

from mlcompanion.losses import Absolute, Hinge, Squared, ZeroOne
from mlcompanion.online import GradientDescent, play
from mlcompanion.online.bounds.experts import vote_regret_bound
from mlcompanion.online.core.protocol import LinearLearner, online_convex_programming
from mlcompanion.online.games.environments import (
    coin,
    drifting_regression,
    fixed_stream,
    target_adversary,
    zero_one_adversary,
)
from mlcompanion.online.games.plain_learners import (
    Constant,
    EstimatorLearner,
    LastAnswer,
    MajorityVote,
    MeanVote,
    RandomizedVote,
    TinyNetwork,
)


class Scripted:
    """A learner with its predictions written down beforehand."""

    def __init__(self, script):
        self.script = iter(script)

    def predict(self, x):
        """The next prediction."""
        return next(self.script)

    def update(self, x, y):
        """Ignore the round."""


@settings(max_examples=25, deadline=None)
@given(st.lists(st.floats(-5, 5), min_size=1, max_size=60))
def test_adversary_beats_every_sequence_of_predictions(script):
    log = play(Scripted(script), zero_one_adversary(len(script)), ZeroOne())
    assert log.n_mistakes == len(script) == log.losses.sum()
    best = min((log.targets > 0).sum(), (log.targets < 0).sum())
    assert best <= len(script) / 2


@pytest.mark.parametrize(
    "learner",
    [
        Constant(1.0),
        LastAnswer(),
        MajorityVote(),
        RandomizedVote(0),
        LinearLearner(GradientDescent(1, 0.3), Hinge()),
        EstimatorLearner(SGDClassifier(random_state=0)),
        EstimatorLearner(MLPClassifier((4,), random_state=0)),
    ],
)
def test_adversary_beats_every_learner(learner):
    assert play(learner, zero_one_adversary(50), ZeroOne()).n_mistakes == 50


@pytest.mark.parametrize("T", [1, 2, 5, 11])
def test_mean_vote_against_every_sequence(T):
    every = 1.0 - 2 * ((np.arange(2**T)[:, None] >> np.arange(T)) & 1)
    for y in every:
        log = play(MeanVote(), fixed_stream(np.ones((T, 1)), y), Absolute())
        best = min((y > 0).sum(), (y < 0).sum())
        assert log.losses.sum() / 2 - best <= vote_regret_bound(T)


def test_mean_vote_against_its_own_adversary():
    for T in (10, 1000, 5000):
        log = play(MeanVote(), zero_one_adversary(T), Absolute())
        best = min((log.targets > 0).sum(), (log.targets < 0).sum())
        assert log.losses.sum() / 2 - best <= vote_regret_bound(T)


def test_randomised_vote_has_the_mean_of_mean_vote():
    y = np.array([1.0, 1, 1, -1])
    mean = play(MeanVote(), fixed_stream(np.ones((4, 1)), y), Absolute()).losses.sum() / 2
    rng = np.random.default_rng(0)
    tries = [
        play(RandomizedVote(rng), fixed_stream(np.ones((4, 1)), y), ZeroOne()).n_mistakes
        for _ in range(4000)
    ]
    assert abs(np.mean(tries) - mean) < 4 * np.std(tries) / np.sqrt(4000)


def test_coin_has_its_bias():
    log = play(Constant(1.0), coin(4000, 0.8, random_state=0), ZeroOne())
    assert abs(log.n_mistakes / 4000 - 0.2) < 0.03
    assert play(Constant(1.0), coin(50, 1.0), ZeroOne()).n_mistakes == 0


def test_drifting_regression():
    still = drifting_regression(50, 4, noise=0.0, random_state=0)
    np.testing.assert_allclose(still.data @ still.coefs[0], still.target)
    turning = drifting_regression(50, 4, drift=1.0, noise=0.0, random_state=0)
    np.testing.assert_allclose(np.linalg.norm(turning.coefs, axis=1), 1)
    np.testing.assert_allclose((turning.data * turning.coefs).sum(axis=1), turning.target)
    np.testing.assert_allclose(turning.coefs[25], -turning.coefs[0], atol=1e-12)


def test_tiny_network_descends_the_logistic_loss_and_learns_a_band():
    net = TinyNetwork(2, 3, eta=1e-6, random_state=0)
    x = np.array([0.5, -1.0])
    y = -1.0
    before = net.output.copy(), net.hidden.copy()

    def loss(output, hidden):
        return np.log1p(np.exp(-y * (output @ np.tanh(hidden @ x))))

    net.update(x, y)
    for k in range(2):
        slope = (before[k] - (net.output, net.hidden)[k]) / 1e-6
        for index in np.ndindex(slope.shape):
            bumped = [part.copy() for part in before]
            bumped[k][index] += 1e-6
            numeric = (loss(*bumped) - loss(*before)) / 1e-6
            assert slope[index] == pytest.approx(numeric, abs=1e-4)

    rng = np.random.default_rng(0)
    X = np.column_stack([rng.uniform(-2, 2, 3000), np.ones(3000)])
    band = np.where(np.abs(X[:, 0]) < 1, 1.0, -1.0)  # no linear rule does better than half
    log = play(TinyNetwork(2, 6, random_state=0), fixed_stream(X, band), ZeroOne())
    assert log.mistakes[1500:].mean() < 0.1


def test_target_adversary_answers_against_the_weight():
    learner = GradientDescent(1, 0.3, radius=1.0)
    losses, weights, functions = online_convex_programming(learner, target_adversary(Squared()), 50)
    targets = np.array([g.y for g in functions])
    assert set(targets) == {-1.0, 1.0}
    assert (weights[:, 0] * targets <= 0).all()
    assert (losses >= 0.5).all()  # on the wrong side of 0, the distance is at least 1
