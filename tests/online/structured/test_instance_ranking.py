"""Ranking losses against all pairs, their subgradients by differences, the learner's bound."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcompanion.datasets import make_graded_lists
from mlcompanion.online import InstanceRanker
from mlcompanion.online.bounds.mistakes import aggressive_regret_bound
from mlcompanion.online.structured.instance_ranking import pair_error, ranking_loss, worst_pair

KINDS = ["average", "max"]


def pairs(scores, y):
    return [
        max(0.0, (y[i] - y[j]) - (scores[i] - scores[j]))
        for i in range(len(y))
        for j in range(len(y))
        if y[i] > y[j]
    ]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 9))
def test_losses_and_worst_pair_equal_all_pairs(seed, k):
    rng = np.random.default_rng(seed)
    scores = rng.standard_normal(k)
    y = rng.integers(1, 4, size=k).astype(float)
    hinges = pairs(scores, y)
    found = worst_pair(scores, y)
    if not hinges:
        assert found is None
        assert ranking_loss(scores, y, "max") == ranking_loss(scores, y, "average") == 0
        return
    assert ranking_loss(scores, y, "max") == pytest.approx(max(hinges))
    assert ranking_loss(scores, y, "average") == pytest.approx(np.mean(hinges))
    i, j = found
    assert y[i] > y[j]
    assert max(0.0, (y[i] - y[j]) - (scores[i] - scores[j])) == pytest.approx(max(hinges))


@pytest.mark.parametrize("kind", KINDS)
def test_direction_is_minus_the_subgradient(kind):
    rng = np.random.default_rng(3)
    for _ in range(10):
        X = rng.standard_normal((6, 4))
        w = rng.standard_normal(4)
        y = rng.integers(1, 5, 6) * 1.0
        numeric = [
            (ranking_loss(X @ (w + h), y, kind) - ranking_loss(X @ (w - h), y, kind)) / 2e-6
            for h in 1e-6 * np.eye(4)
        ]
        a, rho = InstanceRanker(4, kind)._direction(X, y, X @ w)
        np.testing.assert_allclose(-a, numeric, atol=1e-6)
        assert rho - w @ a == pytest.approx(ranking_loss(X @ w, y, kind))
        for _ in range(20):  # the hinge supports the loss
            v = 3 * rng.standard_normal(4)
            assert ranking_loss(X @ v, y, kind) >= rho - v @ a - 1e-9


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 10**6),
    st.sampled_from(KINDS),
    st.sampled_from(["coordinate", "subgradient"]),
    st.floats(0.5, 50.0),
)
def test_regret_bound_holds(seed, kind, step, U):
    stream = make_graded_lists(40, 5, 3, noise=1.0, random_state=seed)
    model = InstanceRanker(3, kind, U, step).partial_fit(stream.data, stream.target)
    for size in (0.1, 0.5, 1.0):
        u = size * np.sqrt(2 * U) * stream.coef
        loss = sum(ranking_loss(X @ u, y, kind) for X, y in zip(stream.data, stream.target))
        # Corollary 3 with c_t = sqrt(t max L_i / U), L = X^2 / 2: the constant is sqrt(2) larger
        bound = np.sqrt(2) * aggressive_regret_bound(model.radius_, U, 40)
        assert model.losses_.sum() - loss <= bound + 1e-9


@pytest.mark.parametrize("kind", KINDS)
def test_pair_error_falls(kind):
    stream = make_graded_lists(random_state=1)
    model = InstanceRanker(10, kind, U=5.0).partial_fit(stream.data, stream.target)
    assert model.errors_[-50:].mean() < 0.1 < 0.3 < model.errors_[0]
    scores = model.predict(stream.data[0])
    assert pair_error(scores, stream.target[0]) < 0.1


def test_radius_is_the_lipschitz_constant():
    stream = make_graded_lists(5, 4, 3, random_state=2)
    model = InstanceRanker(3).partial_fit(stream.data, stream.target)
    distances = [
        np.linalg.norm(X[i] - X[j])
        for X, y in zip(stream.data, stream.target)
        for i in range(4)
        for j in range(4)
        if y[i] > y[j]
    ]
    assert model.radius_ == pytest.approx(max(distances))


def test_equal_grades_teach_nothing():
    model = InstanceRanker(2).partial_fit([np.eye(2)], [[3.0, 3.0]])
    assert model.losses_.tolist() == model.errors_.tolist() == [0.0]
    assert not model.coef_.any()


def test_bad_input_names_the_argument():
    with pytest.raises(ValueError, match="X must"):
        InstanceRanker(3).learn(np.eye(2), [1.0, 2.0])
    with pytest.raises(ValueError, match="y must"):
        InstanceRanker(2).learn(np.eye(2), [1.0])
    with pytest.raises(ValueError, match="loss must"):
        InstanceRanker(2, loss="sum")
    with pytest.raises(ValueError, match="kind must"):
        ranking_loss([1.0], [1.0], "sum")
