import numpy as np
import pytest
from sklearn.utils import Bunch

from mlcompanion.regression.linear.ridge import ridge_radius
from mlcompanion_chapters.sugiyama.s23_constrained_least_squares.ridge_checks import (
    constrained_minimum,
    constraint_and_penalty,
    dual_without_interior,
    inversion_lemma,
    noise_along_directions,
    penalised_slope,
    penalty_of_radius,
    refits,
    table_errors,
)


@pytest.mark.parametrize("kind", ["ball", "ellipsoid", "differences"])
def test_constraint_and_penalty_have_one_solution(kind):
    found = [constraint_and_penalty(seed, kind) for seed in range(4)]
    assert max(f["distance"] for f in found) < 1e-3
    assert max(f["gap"] for f in found) < 1e-6
    assert all(f["idle"] == 0 for f in found)


def test_another_radius_has_another_solution():
    rng = np.random.default_rng(0)
    Phi = rng.normal(size=(20, 4))
    y = rng.normal(size=20)
    R = np.linalg.norm(np.linalg.lstsq(Phi, y, rcond=None)[0]) / 2
    w = constrained_minimum(Phi, y, np.eye(4), R)
    assert np.linalg.norm(w) == pytest.approx(R, rel=1e-6)
    assert np.linalg.norm(w - constrained_minimum(Phi, y, np.eye(4), 0.9 * R)) > 0.05 * R
    assert penalty_of_radius(Phi, y, np.eye(4), R) == pytest.approx(ridge_radius(Phi, y, R))


def test_noise_grows_only_without_a_penalty():
    weak, strong = (noise_along_directions(k, n_designs=5) for k in (1, 3))
    assert strong["plain"] / weak["plain"] == pytest.approx(100, rel=0.1)
    assert max(weak["worst"], strong["worst"]) < 1e-10
    assert 0.5 < strong["bound"] < 1.15


def test_lemma_holds_but_for_one_denominator():
    found = inversion_lemma(n_matrices=60)
    assert found["worst"] < 1e-8
    assert found["singular"] < 1e-12
    assert found["found"] > 10


def test_dual_without_interior_never_arrives():
    found = dual_without_interior(n_problems=3)
    np.testing.assert_allclose(found["values"], [-0.25 / 10**k for k in (0, 2, 4, 6)], rtol=1e-6)
    assert found["nearest"] == pytest.approx(1, abs=1e-4)
    assert found["ls"] > 1e-3
    assert found["inside"] < 1e-3


def test_slope_is_that_of_a_quadratic():
    rng = np.random.default_rng(1)
    K = rng.normal(size=(6, 6))
    y = rng.normal(size=6)
    alpha = rng.normal(size=6)
    value, slope = penalised_slope(K, y, alpha, 0.5)
    assert value == pytest.approx(0.5 * np.sum((y - K @ alpha) ** 2) + 0.25 * np.sum(alpha**2))
    assert slope == pytest.approx(np.linalg.norm(K.T @ (K @ alpha - y) + 0.5 * alpha))


def test_only_the_matrix_square_is_a_minimum():
    found = refits(0)
    assert found["right"] < 1e-6 < 0.01 < found["printed"]
    assert found["worse"] == 1


def test_kernels_beat_a_line_on_a_wave():
    rng = np.random.default_rng(0)
    X = rng.uniform(-3, 3, size=(90, 1))
    wave = Bunch(data=X, target=np.sin(2 * X[:, 0]) + 0.1 * rng.normal(size=90))
    linear, free, plain, by_norm = table_errors(wave, 0, n_train=60)
    assert max(plain, by_norm) < 0.3 < linear
    assert plain < free


def test_a_radius_below_what_rounding_leaves_has_its_penalty():
    """With first differences penalised, the solution at a great penalty is constant: w G w is 0."""
    jumps = np.diff(np.eye(6), axis=0)
    G = jumps.T @ jumps
    for seed in range(20):
        rng = np.random.default_rng(seed)
        Phi = rng.normal(size=(12, 6))
        y = rng.normal(size=12)
        lam = penalty_of_radius(Phi, y, G, 1e-3)
        w = np.linalg.solve(Phi.T @ Phi + lam * G, Phi.T @ y)
        assert np.sqrt(w @ G @ w) == pytest.approx(1e-3, rel=1e-6)
