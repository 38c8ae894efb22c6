"""The checks of the search chapter: they agree on what is right and catch what is not."""

import numpy as np
import pytest
from scipy.optimize import minimize

from mlcompanion_chapters.jmlr12.j10_search_relevance import search_checks as checks
from mlcompanion_chapters.jmlr12.j10_search_relevance import search_duals as duals


def test_inner_products_are_the_textbook_sums():
    found = checks.inner_product_deviations(8, 2)
    assert found["bm_dev"] < 1e-12
    assert found["lm_spread"] < 1e-10
    assert found["lm_const"] < 1e-10
    assert found["lm_without"] > 0.001


def test_kernels_and_their_counterexamples():
    found = checks.s_kernel_cases(40)
    assert found["eig"] > -1e-12
    assert found["eig_negative"] < -1e-3
    assert found["op_viol"] == 0
    assert 0.9 < found["op_near"] <= 1 + 1e-9
    assert found["lemma7"] > -1e-12


def test_the_correlation_of_a_pair_is_no_kernel():
    found = checks.pairwise_correlation_checks((3, 2, 0))
    assert found["eig3"] == pytest.approx(-1)
    assert found["eig_pair"] == found["neg_all"] == 1
    assert found["eig_all"] > -1e-12
    u = np.array([3.0, 1, 0, 0])
    v = np.array([0.0, 2, 1, 0])
    assert checks.correlation_of_the_pair(u, v) == pytest.approx(np.corrcoef(u[:3], v[:3])[0, 1])


def test_the_barrier_finds_the_least_hinge():
    X = np.random.default_rng(0).normal(size=(25, 4))

    def smoothed(w, sharp=1e-6):
        gap = 1 - X @ w
        root = np.sqrt(gap**2 + sharp)
        return np.sum(gap + root) / 2 + 0.35 * w @ w

    free = minimize(smoothed, np.zeros(4), method="BFGS")
    assert duals.hinge_by_barrier(X, 0.7) == pytest.approx(free.fun, rel=1e-3)
    assert duals.hinge_by_barrier(X, 0.7) < free.fun


def test_the_dual_reaches_the_free_minimum():
    found = duals.dual_and_primal(sizes=(2, 20), repeats=3)
    assert 0 <= found["gap"] < 1e-6
    assert -1e-6 < found["free_gain"] < 1e-6
    assert found["score_dev"] < 1e-12
    assert found["singular"] >= 1
