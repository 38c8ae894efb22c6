import numpy as np
import pytest
from scipy.optimize import minimize

from mlcompanion.optimize.proximal import coordinate_descent
from mlcompanion.teaching import repeat
from mlcompanion_chapters.chen.l02_background.structured_sparsity import (
    chain_as_graph,
    coordinate_gaps,
    covariance_or_correlation,
    one_coordinate_at_a_time,
    one_group_of_outputs,
    sign_fusion,
    slow_lasso,
    steps_to_accuracy,
    zero_patterns,
)


def test_slow_lasso_has_the_spectrum_that_it_says():
    fit, penalty, least = slow_lasso(30, seed=1)
    i = np.arange(1, 31)
    np.testing.assert_allclose(np.linalg.eigvalsh(fit.Q)[::-1], i**-2.0, atol=1e-12)
    solution = np.linalg.solve(fit.Q, fit.b)
    np.testing.assert_allclose(solution @ solution, np.sum(i**-1.2))
    assert least == pytest.approx(fit.value(solution) + penalty.value(solution))
    assert 0 < least < 1e-6 * fit.value(np.zeros(30))


def test_steps_are_counted_to_the_first_iterate_below_the_goal():
    problem = slow_lasso(40)
    goals = np.logspace(-1, -3, 4)
    ista, fista = (steps_to_accuracy(*problem, name, goals) for name in ("ISTA", "FISTA"))
    fit, penalty, least = problem
    w = np.zeros(40)
    L = fit.lipschitz()
    gaps = []
    for _ in range(ista[-1] + 1):
        gaps.append(fit.value(w) + penalty.value(w) - least)
        v = w - fit.gradient(w) / L
        w = np.sign(v) * np.maximum(np.abs(v) - penalty.lam / L, 0)
    by_hand = [next(t for t, gap in enumerate(gaps) if gap < g * gaps[0]) for g in goals]
    np.testing.assert_array_equal(ista, by_hand)
    assert fista[-1] < ista[-1]
    capped = steps_to_accuracy(*problem, "subgradient", goals, factors=(1e-6,), max_iter=5)
    np.testing.assert_array_equal(capped, 5)
    either = steps_to_accuracy(*problem, "subgradient", goals, factors=(1e-6, 1.0), max_iter=500)
    alone = steps_to_accuracy(*problem, "subgradient", goals, factors=(1.0,), max_iter=500)
    np.testing.assert_array_equal(either, alone)


@pytest.mark.parametrize("chain", [False, True])
def test_a_coordinate_moves_to_the_minimum_along_its_axis(chain):
    rng = np.random.default_rng(0)
    A = rng.normal(size=(6, 12, 4))
    y = 3 * rng.normal(size=(6, 12))
    end = one_coordinate_at_a_time(A, y, rng.normal(size=(6, 4)), 2.0, chain)

    def objective(k, w):
        size = np.abs(np.diff(w)).sum() if chain else np.abs(w).sum()
        return 0.5 * np.sum((A[k] @ w - y[k]) ** 2) + 2.0 * size

    for k in range(6):
        for j in range(4):
            for move in (-0.1, -1e-3, 1e-3, 0.1):
                other = end[k].copy()
                other[j] += move
                assert objective(k, other) > objective(k, end[k])
        if not chain:
            best = coordinate_descent(A[k], y[k], 2.0, tol=1e-14).w
            np.testing.assert_allclose(end[k], best, atol=1e-6)


def test_only_chains_have_traps():
    assert coordinate_gaps(False, n_problems=20, n_starts=2).max() < 1e-10
    gaps = coordinate_gaps(True, n_problems=20, n_starts=2)
    assert gaps.min() > -1e-10
    assert gaps.max() > 0.01


def test_zeros_without_the_l1_norm_are_unions_and_with_it_are_more():
    zero, groups = zero_patterns(0.0, n_fits=12)
    for row in zero:
        whole = [g for g in groups if row[g].all()]
        union = np.unique(np.concatenate(whole)) if whole else np.array([])
        np.testing.assert_array_equal(np.flatnonzero(row), union)
    more, _ = zero_patterns(1.0, n_fits=12)
    assert more.sum() > zero.sum()


def test_signs_fuse_on_a_tree_at_a_fraction_of_the_weight():
    found = repeat(sign_fusion, 5)
    assert found["fused"].max() < 1e-9
    assert found["free"].min() > 0.1
    assert found["size"].min() > 1e-3


def test_special_cases_of_the_penalties():
    assert chain_as_graph(10) < 1e-12
    off = repeat(one_group_of_outputs, 5)
    assert off["diff_K"].max() < 1e-12
    assert off["diff_J"].min() > 0.01


def test_covariance_loses_what_a_general_optimiser_finds():
    lost = covariance_or_correlation(0)
    assert 0.01 < lost < 1
    assert abs(covariance_or_correlation(0, whiten=True)) < 1e-9
    rng = np.random.default_rng(3)
    X = rng.normal(size=(50, 2))
    Y = rng.normal(size=(50, 2))
    Y[:, 0] += X[:, 1]
    X = X - X.mean(axis=0)
    Y = Y - Y.mean(axis=0)

    def negative(z):
        return -np.corrcoef(X @ z[:2], Y @ z[2:])[0, 1]

    best = -min(minimize(negative, rng.normal(size=4)).fun for _ in range(5))
    first = np.linalg.svd(np.linalg.qr(X)[0].T @ np.linalg.qr(Y)[0], compute_uv=False)[0]
    assert first == pytest.approx(best, abs=1e-6)
