"""Every search finds what it should, and finds a violation where the statement is made false."""

import numpy as np
import pytest

from mlcompanion.datasets import make_noisy_separator
from mlcompanion.losses import Hinge
from mlcompanion.online import FixedScale, Perceptron, dual_ascent
from mlcompanion.online.bounds.mistakes import perceptron_bound
from mlcompanion_chapters.shalev_shwartz.o02_online_convex_programming import online_game as game

LENGTHS = np.geomspace(0.05, 20, 6)


def separator(T, flip=0.1, seed=0, margin=0.0):
    data = make_noisy_separator(T, 5, flip=flip, margin=margin, random_state=seed)
    return data.data, data.target.astype(float), data.coef


def test_mistake_bound_survives_and_a_false_one_does_not(monkeypatch):
    X, y, coef = separator(300)
    comparators = game.scaled_directions([coef, -coef], LENGTHS)
    found = game.perceptron_search(X, y, comparators, 4, 0)
    assert (found.checked, found.violations) == (48, 0)
    order = np.random.default_rng(0).permutation(300)
    assert found.mistakes[0] == Perceptron(fit_intercept=False).fit(X[order], y[order]).n_mistakes_
    monkeypatch.setattr(game, "comparator_bounds", lambda U, X, y: np.full(len(U), len(y) - 1.0))
    assert game.perceptron_search(X, y, comparators, 4, 0).violations == 48


def test_scaled_directions_have_the_lengths():
    U = game.scaled_directions([[3.0, 4.0], [0.0, 2.0]], [1.0, 5.0])
    assert np.linalg.norm(U, axis=1) == pytest.approx([1, 1, 5, 5])


@pytest.mark.parametrize("T", [1, 2, 7, 12])
def test_minimax_regret_is_half_of_the_rounds(T):
    assert game.zero_one_minimax(T) == T - T // 2


def test_minimax_by_trying_every_tree():
    def value(ups, downs, left):
        if not left:
            return -min(ups, downs)
        up = value(ups + 1, downs, left - 1)
        down = value(ups, downs + 1, left - 1)
        return min(max(up, 1 + down), max(1 + up, down))

    assert [game.zero_one_minimax(T) for T in (1, 4, 9)] == [value(0, 0, T) for T in (1, 4, 9)]


def test_fixed_labels_and_the_vote():
    labels = game.labels_fixed_beforehand(64, 0)
    assert all(set(y) <= {-1.0, 1.0} and len(y) == 64 for y in labels.values())
    assert labels["blocks of doubling length"][:7].tolist() == [1, -1, -1, 1, 1, 1, 1]
    regret = game.expected_vote_regret(labels["alternating"])
    assert regret[0] == pytest.approx(0.5)  # the first toss is fair, one constant is right
    assert regret[-1] < 8


def test_surrogate_check():
    found = game.surrogate_check(5000, 0)
    assert found["gap"] == found["touch"] == 0
    assert found["convex_viol"] <= 1e-12
    assert found["zero_one_viol"] > 0


def test_opposed_labels_make_every_round_a_mistake():
    X, *_ = separator(100)
    y = game.opposed_labels(X)
    assert game.perceptron_mistakes(X, y).all()


def test_conservative_search_counts_and_sees_a_learner_that_moves(monkeypatch):
    X, y, coef = separator(200)
    found, moved = game.conservative_search(X, y, [coef, 3 * coef], (0.1, 1.0))
    assert (found.checked, found.violations, moved) == (4, 0, False)

    def eager(X, y, conservative, **rest):
        return dual_ascent(X, y, conservative=False, **rest)

    monkeypatch.setattr(game, "dual_ascent", eager)
    assert game.conservative_search(X, y, [coef], (1.0,))[1]


def test_hinge_regret_is_met_on_basis_vectors():
    X = np.eye(100)
    y = -np.ones(100)
    assert game.hinge_regret_ratio(X, y, 5.0, [y]) == pytest.approx(1, abs=1e-6)


def test_hinge_regret_is_missed_by_a_wrong_step(monkeypatch):
    X = np.ones((400, 1))
    y = np.tile([-1.0, 1.0], 200)
    assert game.hinge_regret_ratio(X, y, 0.1, X[:1]) <= 1
    monkeypatch.setattr(game, "FixedScale", lambda c: FixedScale(c / 50))
    assert game.hinge_regret_ratio(X, y, 0.1, X[:1], in_ball=False) > 10


def test_hinge_regret_ratios_of_the_four_streams():
    ratios = game.hinge_regret_ratios((100, 400), (0.5, 3.0), 0, n_features=4)
    assert ratios.shape == (2, 2)
    assert ratios.max() <= 1 + 1e-6
    assert ratios.min() > 0.4  # the repeated instance alone


def test_labelled_streams():
    streams = game.labelled_streams(60, 0, 4)
    assert len(streams) == 5
    assert game.perceptron_mistakes(*streams["opposed"]).all()
    assert all(set(y) == {-1.0, 1.0} for _, y in streams.values())


def test_bisection_solves_the_root_inequality():
    b = np.array([0.0, 2.0, 3.0, 1e3])
    c = np.array([5.0, 0.0, 7.0, 1e-3])
    x = game.root_inequality_largest(b, c)
    assert x - b * np.sqrt(x) - c == pytest.approx(0, abs=1e-6)
    assert (x <= perceptron_bound(c, b, 1.0) * (1 + 1e-12)).all()


def test_separable_stream_is_that_of_rejected_points():
    X, y = game.separable_stream(0.3, 4000, 0, 5)
    assert np.linalg.norm(X, axis=1) == pytest.approx(np.ones(4000))
    assert (y * X[:, 0] >= 0.3).all()
    slow, *_ = separator(4000, flip=0, seed=1, margin=0.3)
    coef = make_noisy_separator(1, 5, random_state=1).coef
    assert np.abs(X[:, 0]).mean() == pytest.approx(np.abs(slow @ coef).mean(), abs=0.01)
    assert np.abs(X[:, 1:].mean(axis=0)).max() < 0.05


def test_separable_orders_stay_below_the_margin_bound():
    counts = game.separable_orders(0.2, [100, 400], 0, n_features=5)
    assert counts.shape == (2, 3)
    assert counts.min() > 0
    assert counts.max() <= 25


def test_squared_regrets_tell_the_streams_apart():
    regret = {k: v.mean(axis=0) for k, v in game.squared_regrets([500, 2000], range(2)).items()}
    assert regret["stationary"][-1] < regret["opposed"][-1] < regret["frozen"][-1]
    assert regret["drifting"][-1] < 0  # the learner follows, the comparator stays
    assert regret["frozen"][-1] > 3 * regret["frozen"][0]


def test_opposed_targets_are_opposed():
    X = np.random.default_rng(0).standard_normal((2, 50, 3))
    X /= np.linalg.norm(X, axis=2, keepdims=True)
    for x, y in zip(X, game._opposed_targets(X, 0.5)):
        etas = game.root_steps(0.5, 50)
        run = game.strongly_convex_run(x, y, game.Squared(2.0), eta=etas, radius=1.0)
        assert (y * run.scores <= 1e-12).all()


def test_hinge_is_the_loss_of_the_ratio():
    X, y, coef = separator(50)
    run = dual_ascent(X, y, loss=Hinge(), scale=FixedScale(np.sqrt(50) / 2))[1]
    theirs = np.maximum(0, 1 - y * (X @ (2 * coef))).sum()
    ratio = game.hinge_regret_ratio(X, y, 2.0, [coef], in_ball=False)
    assert ratio == pytest.approx((run.losses.sum() - theirs) / (2 * np.sqrt(50)), rel=1e-9)
