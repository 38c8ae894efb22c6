"""Experts against their definitions: the matrix form, path sums, brute force over partitions."""

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcompanion.online import FixedShare, LearnAlpha, StaticExpert
from mlcompanion.online.experts.hindsight import (
    alpha_grid,
    baum_welch_transitions,
    best_partition,
    expected_transitions,
    hindsight_alpha,
    share_matrix,
)
from mlcompanion.online.experts.runs import (
    fixed_share,
    follow_the_leader,
    learn_alpha,
    static_expert,
    transition_share,
)
from mlcompanion.online.experts.updates import fixed_share_step, transition_step
from mlcompanion.probability import binary_kl

few = settings(max_examples=25, deadline=None)


def table(seed, T, n):
    return np.random.default_rng(seed).random((T, n))


def path_sum(losses, theta, eta=0.5):
    """Lemma 18 by enumeration of all n^T paths."""
    T, n = losses.shape
    total = 0.0
    for path in product(range(n), repeat=T):
        chance = np.prod([theta[a, b] for a, b in pairwise(path)]) / n
        total += chance * np.exp(-eta * sum(losses[t, i] for t, i in enumerate(path)))
    return -np.log(total)


def path_switches(path):
    return sum(a != b for a, b in pairwise(path))


@few
@given(seed=st.integers(0, 999), n=st.integers(2, 6), alpha=st.floats(0, 1))
def test_pooled_share_is_the_matrix_update(seed, n, alpha):
    rng = np.random.default_rng(seed)
    p = rng.dirichlet(np.ones(n))
    losses = rng.random(n)
    direct = (p * np.exp(-losses / 2)) @ share_matrix(n, alpha)
    np.testing.assert_allclose(
        fixed_share_step(p, losses, alpha), direct / direct.sum(), atol=1e-14
    )
    np.testing.assert_allclose(
        transition_step(p, losses, share_matrix(n, alpha)), direct / direct.sum(), atol=1e-14
    )


@few
@given(seed=st.integers(0, 999), n=st.integers(1, 5), alpha=st.floats(0, 1))
def test_step_by_step_equals_whole_run(seed, n, alpha):
    losses = table(seed, 30, n)
    run = fixed_share(losses, alpha)
    online = FixedShare(n, alpha)
    for t, row in enumerate(losses):
        np.testing.assert_allclose(online.weights_, run.weights[t], atol=1e-14)
        assert online.update(row) == pytest.approx(run.log_loss[t], abs=1e-14)
    assert online.log_loss_ == pytest.approx(run.log_loss.sum())
    np.testing.assert_allclose(run.weights.sum(axis=1), 1, atol=1e-12)


def test_static_expert_is_bayes_rule():
    losses = table(0, 50, 4)
    before = np.vstack([np.zeros(4), losses.cumsum(axis=0)[:-1]])
    posterior = np.exp(-before / 2)
    posterior /= posterior.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(static_expert(losses).weights, posterior, atol=1e-13)
    online = StaticExpert(4)
    for row in losses:
        online.update(row)
    assert online.log_loss_ == pytest.approx(
        -np.log(np.mean(np.exp(-losses.sum(axis=0) / 2))), abs=1e-12
    )


def test_the_loser_can_come_back_after_ten_thousand_steps():
    """A weight of exp(-5000) is no zero: the order of the experts is never forgotten."""
    losses = np.zeros((20_100, 2))
    losses[:10_000, 1] = losses[10_000:, 0] = 1
    weights = static_expert(losses).weights
    assert weights[10_000, 1] == 0  # below the smallest double, but kept as a logarithm
    assert weights[20_000, 1] == pytest.approx(0.5)
    assert weights[-1, 1] > 1 - 1e-6


@few
@given(seed=st.integers(0, 999), n=st.integers(1, 5), eta=st.floats(0.01, 5))
def test_static_expert_leads_with_the_leader_at_any_rate(seed, n, eta):
    losses = table(seed, 40, n)
    leader = follow_the_leader(losses)
    assert leader[0].argmax() == 0
    for t in range(1, 40):
        assert leader[t].argmax() == losses[:t].sum(axis=0).argmin()
    np.testing.assert_array_equal(
        leader[1:].argmax(axis=1), static_expert(losses, eta).weights[1:].argmax(axis=1)
    )


@pytest.mark.parametrize(("n", "T", "alpha"), [(2, 9, 0.1), (3, 7, 0.4), (3, 8, 0.9)])
def test_log_loss_is_the_path_sum(n, T, alpha):
    losses = table(n + T, T, n)
    theta = share_matrix(n, alpha)
    exact = path_sum(losses, theta)
    assert fixed_share(losses, alpha).log_loss.sum() == pytest.approx(exact, abs=1e-12)
    assert expected_transitions(losses, theta)[0] == pytest.approx(exact, abs=1e-12)
    arbitrary = np.random.default_rng(1).dirichlet(np.ones(n), size=n)
    assert transition_share(losses, arbitrary).log_loss.sum() == pytest.approx(
        path_sum(losses, arbitrary), abs=1e-12
    )


def test_expected_transitions_by_enumeration():
    losses = table(3, 6, 3)
    theta = np.random.default_rng(2).dirichlet(np.ones(3), size=3)
    moves = np.zeros((3, 3))
    occupancy = np.zeros((6, 3))
    total = 0.0
    for path in product(range(3), repeat=6):
        mass = np.prod([theta[a, b] for a, b in pairwise(path)]) / 3
        mass *= np.exp(-sum(losses[t, i] for t, i in enumerate(path)) / 2)
        total += mass
        for a, b in pairwise(path):
            moves[a, b] += mass
        occupancy[np.arange(6), path] += mass
    _, got_occupancy, got_moves = expected_transitions(losses, theta)
    np.testing.assert_allclose(got_moves, moves / total, atol=1e-12)
    np.testing.assert_allclose(got_occupancy, occupancy / total, atol=1e-12)


def test_learn_alpha_by_its_definition():
    losses = table(5, 40, 3)
    alphas = np.array([0.0, 0.02, 0.3, 1.0])
    run = learn_alpha(losses, alphas)
    online = LearnAlpha(3, alphas)
    below = [np.full(3, 1 / 3) for _ in alphas]
    top = np.full(4, 1 / 4)
    for t, row in enumerate(losses):
        np.testing.assert_allclose(run.alpha_weights[t], top, atol=1e-13)
        np.testing.assert_allclose(run.weights[t], top @ np.array(below), atol=1e-13)
        np.testing.assert_allclose(online.weights_, run.weights[t], atol=1e-13)
        likelihood = np.array([p @ np.exp(-row / 2) for p in below])
        assert online.update(row) == pytest.approx(-np.log(top @ likelihood), abs=1e-12)
        top = top * likelihood / (top @ likelihood)
        below = [fixed_share_step(p, row, a) for p, a in zip(below, alphas)]
    assert run.log_loss.sum() == pytest.approx(online.log_loss_)


@pytest.mark.parametrize("switches", [0, 1, 2, 3, 6])
def test_best_partition_by_enumeration(switches):
    losses = table(switches, 7, 3)
    exact = {
        path: sum(losses[t, i] for t, i in enumerate(path)) for path in product(range(3), repeat=7)
    }
    found = best_partition(losses, switches)
    for s in range(switches + 1):
        least = min(loss for path, loss in exact.items() if path_switches(path) == s)
        assert found.loss[s] == pytest.approx(least, abs=1e-12)
    assert path_switches(found.path) == switches
    assert exact[tuple(found.path.tolist())] == pytest.approx(found.loss[-1], abs=1e-12)


def test_best_partition_of_one_expert():
    found = best_partition([[0.5], [0.25]], 0)
    assert found.loss.tolist() == [0.75]
    with pytest.raises(ValueError, match="switches"):
        best_partition([[0.5], [0.25]], 1)


@pytest.mark.parametrize(("T", "m"), [(200, 22), (517, 36), (1000, 50), (4601, 107)])
def test_alpha_grid_covers_the_unit_interval(T, m):
    alphas = alpha_grid(T)
    delta = 1 / (2 * (T - 1))
    assert len(alphas) == m
    assert np.all(np.diff(alphas) > 0)
    assert m == pytest.approx(np.pi / 2 * np.sqrt(T), rel=0.02)
    worst = binary_kl(np.linspace(0, 1, 2001)[:, None], alphas).min(axis=1).max()
    assert worst <= delta * (1 + 1e-6)


def test_alpha_grid_size_follows_delta():
    assert len(alpha_grid(1000, delta=0.02)) < len(alpha_grid(1000, delta=0.002))
    with pytest.raises(ValueError, match="delta"):
        alpha_grid(100, delta=0.0)


@pytest.mark.parametrize("seed", range(6))
def test_hindsight_alpha_is_the_global_minimum(seed):
    rng = np.random.default_rng(seed)
    losses = rng.random((80, 3)) * 4
    losses[np.arange(80), (np.arange(80) // 20 + seed) % 3] *= 0.1
    alpha, log_loss = hindsight_alpha(losses)
    grid = [fixed_share(losses, a).log_loss.sum() for a in np.linspace(0, 1, 2001)]
    assert log_loss <= min(grid) + 1e-12
    if 0 < alpha < 1:
        moves = expected_transitions(losses, share_matrix(3, alpha))[2]
        assert moves.sum() - np.trace(moves) == pytest.approx(alpha * 79, abs=1e-7)


def test_hindsight_alpha_on_the_edge():
    steady = np.tile([0.0, 1.0], (50, 1))
    assert hindsight_alpha(steady)[0] == 0
    flipping = np.array([[0.0, 1.0], [1.0, 0.0]] * 25)
    assert hindsight_alpha(flipping)[0] == 1
    assert hindsight_alpha(np.ones((5, 1))) == (0.0, 2.5)


def test_baum_welch_descends_and_beats_fixed_share():
    rng = np.random.default_rng(7)
    losses = rng.random((100, 3)) * 3
    losses[np.arange(100), (np.arange(100) // 25) % 2] *= 0.1
    history = [
        baum_welch_transitions(losses, share_matrix(3, 0.2), max_iter=k).log_loss
        for k in range(1, 12)
    ]
    assert np.all(np.diff(history) <= 1e-12)
    found = baum_welch_transitions(losses)
    assert found.log_loss <= hindsight_alpha(losses)[1] + 1e-9
    np.testing.assert_allclose(found.transitions.sum(axis=1), 1, atol=1e-12)
    assert found.occupancy.sum() == pytest.approx(1)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: fixed_share([[np.nan, 1]], 0.1), "losses"),
        (lambda: fixed_share([[-0.1, 1]], 0.1), "losses"),
        (lambda: fixed_share(np.empty((0, 2)), 0.1), "losses"),
        (lambda: fixed_share([0.1, 0.2], 0.1), "losses"),
        (lambda: fixed_share([[0.1, 0.2]], 1.5), "alpha"),
        (lambda: fixed_share([[0.1, 0.2]], 0.5, eta=-1.0), "eta"),
        (lambda: fixed_share_step([0.5, 0.6], [0, 0], 0.1), "p"),
        (lambda: fixed_share_step([0.5, 0.5], [0, 0, 0], 0.1), "losses"),
        (lambda: transition_step([0.5, 0.5], [0, 0], [[1, 0], [0.5, 0.6]]), "transitions"),
        (lambda: learn_alpha([[0.1, 0.2]], []), "alphas"),
        (lambda: learn_alpha([[0.1, 0.2]], [0.1, 2]), "alphas"),
        (lambda: FixedShare(0, 0.1), "n_experts"),
        (lambda: FixedShare(2, 0.1).update([0.1]), "losses"),
        (lambda: alpha_grid(1), "T"),
        (lambda: share_matrix(2, -0.1), "alpha"),
        (lambda: best_partition([[0.1, 0.2]], 1), "switches"),
        (lambda: baum_welch_transitions([[0.1, 0.2]], max_iter=0), "max_iter"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()
