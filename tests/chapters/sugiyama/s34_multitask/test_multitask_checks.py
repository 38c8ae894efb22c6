import numpy as np
import pytest
from scipy.optimize import minimize

from mlcompanion_chapters.sugiyama.s34_multitask import multitask_checks as checks


def test_criterion_by_hand():
    Phi = np.array([[1.0], [2.0]])
    y = np.array([1.0, 0.0])
    task = np.array([0, 1])
    gamma = np.array([[0.0, 3.0], [3.0, 0.0]])
    coefs = np.array([[[1.0], [2.0]]])
    wanted = 0.5 * (0 + 16) + 0.5 * (0.1 * 1 + 0.2 * 4) + 0.25 * 2 * 3 * 1
    value = checks.joint_criterion(Phi, y, task, gamma, np.array([0.1, 0.2]), coefs)
    assert value == pytest.approx([wanted])


def test_theorems_on_a_few_problems():
    assert np.max([checks.forms_of_the_solution(seed) for seed in range(5)]) < 1e-8
    ends = checks.separate_to_common(0)
    assert max(ends["zero"], ends["frob"]) < 1e-5
    assert ends["common"] < 1e-3
    assert np.all(np.diff(ends["spreads"]) < 0)
    assert np.max([checks.sylvester_solutions(seed) for seed in range(5)]) < 1e-8
    better, certificate = checks.prox_of_trace_norm(20, 50)
    assert better == 0
    assert certificate < 1e-9


def test_misprints_miss():
    misses = checks.sylvester_misprints(0)
    assert max(misses["vec_right"], misses["eig_right"]) < 1e-10
    assert min(misses["vec_printed"], misses["eig_printed"]) > 0.01


def test_minima_are_certified():
    found = checks.trace_norm_minima(1, n_starts=2)
    assert found["op"] <= 1 + 1e-6
    assert found["align"] < 1e-6
    assert found["starts"] < 1e-10


@pytest.mark.parametrize("lam", [0.5, 3.0, 50.0])
def test_group_minimum_against_a_general_minimiser(lam):
    rng = np.random.default_rng(0)
    h = rng.random(4) + 0.1
    c = 3 * rng.normal(size=4)

    def value(u):
        return 0.5 * h @ u**2 - c @ u + lam * np.sqrt(u @ u + 1e-18)

    ours = checks.group_minimum(h, c, lam)
    peer = minimize(value, ours + 0.1, method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-14,
                    "maxiter": 4000}).x  # fmt: skip
    np.testing.assert_allclose(ours, peer, atol=1e-4)
    assert (not ours.any()) == (lam == 50.0)


def test_features_are_dropped_by_feature_only():
    found = checks.feature_selection(0, n=15, d=8, T=3, n_weights=8)
    assert found["dropped"] >= 1
    assert found["dropped_by_task"] == 0
