"""Every bound of the thesis on random streams: none may be violated, and some are exact."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcompanion.online.bounds.experts import (
    approximate_fixed_share_bound,
    approximate_learn_alpha_bound,
    approximate_static_bound,
    approximate_switching_bound,
    fixed_share_bound,
    learn_alpha_bound,
    static_expert_bound,
    switching_bound,
    transition_bound,
    window_bound,
)
from mlcompanion.online.experts.hindsight import (
    alpha_grid,
    baum_welch_transitions,
    best_partition,
    hindsight_alpha,
    share_matrix,
)
from mlcompanion.online.experts.runs import (
    fixed_share,
    learn_alpha,
    static_expert,
    transition_share,
)
from mlcompanion.probability import binary_kl

few = settings(max_examples=25, deadline=None)


def stream(seed, T, n, d=2):
    """Points and expert centres in the unit ball, R = 1; each expert is good in some regime."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(T, d))
    c = x[:, None, :] + rng.normal(size=(T, n, d))
    c[np.arange(T), (np.arange(T) // 25) % n] = x
    return tuple(v / np.maximum(1, np.linalg.norm(v, axis=-1, keepdims=True)) for v in (x, c))


def losses_of(x, c):
    return ((x[:, None, :] - c) ** 2).sum(axis=-1) / 4


@few
@given(
    seed=st.integers(0, 10_000), n=st.integers(2, 5), T=st.integers(20, 120), alpha=st.floats(0, 1)
)
def test_clustering_loss_obeys_theorems_6_to_8(seed, n, T, alpha):
    x, c = stream(seed, T, n)
    losses = losses_of(x, c)
    for run, a in ((static_expert(losses), 0.0), (fixed_share(losses, alpha), alpha)):
        mixed = (run.weights[:, :, None] * c).sum(axis=1)
        loss = ((x - mixed) ** 2).sum(axis=1) / 4
        assert np.all(loss <= 2 * run.log_loss + 1e-12)  # Theorem 6, Lemma 7
        for s, part in enumerate(best_partition(losses, min(6, T - 1)).loss):
            assert loss.sum() <= fixed_share_bound(part, n, T, s, a) + 1e-9  # Theorem 8
    static = static_expert(losses)
    mixed = (static.weights[:, :, None] * c).sum(axis=1)
    total = ((x - mixed) ** 2).sum() / 4
    assert total <= static_expert_bound(losses.sum(axis=0).min(), n) + 1e-12  # Theorem 7


@few
@given(seed=st.integers(0, 10_000), n=st.integers(2, 5), T=st.integers(20, 150))
def test_log_loss_obeys_corollary_2_and_theorem_10(seed, n, T):
    losses = losses_of(*stream(seed, T, n)) * 4  # larger steps than the source's, bounds must hold
    alpha_star, star = hindsight_alpha(losses)
    for alpha in (0.0, 1e-3, 0.05, 0.5, 0.99, 1.0):
        run = fixed_share(losses, alpha).log_loss.sum()
        assert run <= switching_bound(star, alpha_star, alpha, T) + 1e-9
    alphas = alpha_grid(T)
    top = learn_alpha(losses, alphas)
    assert top.log_loss.sum() <= top.alpha_log_loss.sum(axis=0).min() + np.log(len(alphas)) + 1e-12
    assert top.log_loss.sum() <= learn_alpha_bound(star, alpha_star, alphas, T) + 1e-9


@pytest.mark.parametrize("seed", range(5))
def test_log_loss_obeys_theorem_9(seed):
    rng = np.random.default_rng(seed)
    losses = losses_of(*stream(seed, 60, 3)) * 8
    star = baum_welch_transitions(losses, max_iter=20_000)
    for _ in range(10):
        theta = rng.dirichlet(np.ones(3), size=3)
        bound = transition_bound(star.log_loss, star.transitions, star.occupancy, theta, 60)
        assert transition_share(losses, theta).log_loss.sum() <= bound + 1e-6


@few
@given(seed=st.integers(0, 999), n=st.integers(2, 5), a=st.floats(0.01, 0.99))
def test_rows_of_fixed_share_differ_by_the_coins_divergence(seed, n, a):
    """Lemma 17: with share matrices the weighted row divergence is D(alpha* || alpha)."""
    rho = np.random.default_rng(seed).dirichlet(np.ones(n))
    bound = transition_bound(1.5, share_matrix(n, 0.2), rho, share_matrix(n, a), 40)
    assert bound == pytest.approx(switching_bound(1.5, 0.2, a, 40), rel=1e-10)


def test_theorem_8_names_the_path_exactly_when_s_counts_switches():
    n = 3
    T = 12
    alpha = 0.2
    path = [0, 0, 1, 1, 1, 2, 2, 0, 0, 0, 0, 0]
    theta = share_matrix(n, alpha)
    switches = 3
    name = -np.log(np.prod([theta[a, b] for a, b in pairwise(path)]) / n)
    assert fixed_share_bound(0.0, n, T, switches, alpha) == pytest.approx(2 * name)
    assert fixed_share_bound(0.0, n, T, switches + 1, alpha) != pytest.approx(2 * name)


def test_approximation_bounds_put_the_window_bound_in():
    window = window_bound(100.0, 2.0, 50, 10.0)
    assert window == pytest.approx(2 * 50 * 100 / 400)
    common = (100.0, 2.0, 50, 10.0)
    assert approximate_static_bound(*common, 3) == pytest.approx(window + 2 * np.log(3))
    assert approximate_fixed_share_bound(*common, 3, 90, switches=2, alpha=0.1) == pytest.approx(
        fixed_share_bound(window, 3, 90, 2, 0.1)
    )
    assert approximate_switching_bound(*common, 0.1, 0.3, 90) == pytest.approx(
        window + 2 * 89 * binary_kl(0.1, 0.3)
    )
    alphas = [0.05, 0.3]
    assert approximate_learn_alpha_bound(*common, 0.1, alphas, 90) == pytest.approx(
        window + 2 * 89 * min(binary_kl(0.1, a) for a in alphas) + 2 * np.log(2)
    )


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: static_expert_bound(1.0, 0), "n"),
        (lambda: fixed_share_bound(1.0, 3, 10, 10, 0.1), "switches"),
        (lambda: window_bound(1.0, 0.5, 10, 1.0), "b"),
        (lambda: window_bound(1.0, 1.0, 10, 0.0), "radius"),
        (lambda: learn_alpha_bound(1.0, 0.1, [], 10), "alphas"),
        (lambda: transition_bound(1.0, np.eye(2), [1, 0], np.eye(3), 5), "transitions"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()
