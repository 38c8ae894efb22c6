"""The environments of section 3.6 do to every learner what the theorems say."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcompanion.convex import Entropy, Euclidean, PNorm
from mlcompanion.losses import Linear
from mlcompanion.online import DualAscent, FixedScale, RootScale, dual_ascent
from mlcompanion.online.games.adversaries import CoordinateAdversary, RandomSigns, interval_weights


class Guess:
    """A learner that predicts at random and learns nothing."""

    def __init__(self, n, seed):
        self.n, self.rng = n, np.random.default_rng(seed)

    @property
    def weights(self):
        return self.rng.standard_normal(self.n)

    def update(self, x, y):
        """Ignore the round."""


@pytest.mark.parametrize("T", [1, 2, 5, 12])
def test_expected_regret_is_the_mean_over_all_sequences(T):
    every = 1 - 2 * ((np.arange(2**T)[:, None] >> np.arange(T)) & 1)
    signs = RandomSigns(T)
    assert signs.expected_regret == pytest.approx(np.abs(every.sum(axis=1)).mean())
    for link in ("clip", "tanh"):
        regret = signs.regret(interval_weights(every, 1.3, link), every)
        assert regret.mean() == pytest.approx(signs.expected_regret)


def test_expected_regret_is_a_random_walk():
    for T in (10**3, 10**5):
        ratio = RandomSigns(T).expected_regret / np.sqrt(2 * T / np.pi)
        assert ratio == pytest.approx(1, abs=1 / T)


def test_regret_is_against_the_better_end_of_the_interval():
    signs = np.array([[1, 1, -1]])
    assert RandomSigns(3).regret(0.5, signs).tolist() == [0.5 + 1]


def test_interval_weights_are_the_engine():
    signs = RandomSigns(200).draw(3, random_state=0)
    for row in signs:
        scale = RootScale(0.8)
        _, run = dual_ascent(np.ones((200, 1)), row, Euclidean(radius=1.0), Linear(), scale)
        weights = interval_weights(row[None], 0.8 * np.sqrt(np.arange(1, 201)))[0]
        np.testing.assert_allclose(run.scores, weights, atol=1e-12)
        ends = np.array([[1.0, -1.0]]) * np.ones((200, 1))
        _, hedge = dual_ascent(ends, row, Entropy(), Linear(), FixedScale(3.0))
        np.testing.assert_allclose(
            hedge.scores, interval_weights(row[None], 3.0, "tanh")[0], atol=1e-12
        )


@pytest.mark.parametrize("step", ["subgradient", "coordinate"])
@pytest.mark.parametrize("geometry", [Euclidean(), Euclidean(radius=3.0), PNorm(6)], ids=repr)
def test_nobody_escapes_the_coordinate_adversary(step, geometry):
    learner = DualAscent(40, geometry, scale=FixedScale(2.0), step=step)
    duel = CoordinateAdversary(40).play(learner)
    assert duel.regret == 40  # a coordinate not yet seen has weight 0
    assert duel.complexity == 20
    assert (np.maximum(0, 1 - duel.comparator * duel.comparator) == 0).all()


def test_weights_on_the_simplex_do_not_escape_either():
    learner = DualAscent(60, Entropy(), scale=RootScale(1.0))
    assert CoordinateAdversary(30).play(learner, box=30.0).regret == pytest.approx(30)


@given(T=st.integers(1, 30), seed=st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_guessing_is_worse(T, seed):
    assert CoordinateAdversary(T).play(Guess(T, seed)).regret >= T


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: RandomSigns(0), "n_rounds"),
        (lambda: RandomSigns(3).draw(0), "n_sequences"),
        (lambda: RandomSigns(3).regret(2.0, np.ones((1, 3))), "weights"),
        (lambda: RandomSigns(3).regret(0.0, np.ones((1, 4))), "signs"),
        (lambda: interval_weights([[1]], 0.0), "inverse_rate"),
        (lambda: interval_weights([[1]], 1.0, "step"), "link"),
        (lambda: CoordinateAdversary(2.5), "n_rounds"),
        (lambda: CoordinateAdversary(2).play(DualAscent(4), box=-1.0), "box"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()
