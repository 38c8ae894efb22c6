"""Formulas of the theorems against minimisation by grid, and the example of Lemma 5."""

import numpy as np
import pytest
from scipy.optimize import minimize

from mlcompanion.sparse.stochastic_l1 import (
    make_weak_signs,
    proposition_bound,
    proposition_eta,
    restarts_for,
    scd_bound,
    scd_steps,
    smidas_bound,
    sparse_excess_bound,
    sparse_least_loss,
    theory_eta,
)


@pytest.mark.parametrize(("d", "T", "size", "rho"), [(20, 100, 1.0, 1.0), (500, 10**5, 7.0, 0.5)])
def test_the_step_of_part_one_is_the_bound_s_best(d, T, size, rho):
    p = 2 * np.log(d)
    best = theory_eta(T, d, size, rho)
    grid = best * np.linspace(0.5, 2, 30_001)
    values = grid * (p - 1) * rho**2 * np.e / 2 + size**2 / (grid * T)
    assert grid[values.argmin()] == pytest.approx(best, rel=1e-3)
    assert values.min() <= smidas_bound(T, d, size, rho)


@pytest.mark.parametrize(("d", "T", "size", "P"), [(20, 100, 1.0, 0.7), (500, 10**5, 7.0, 2.0)])
def test_the_step_of_part_two_is_the_bound_s_best(d, T, size, P):
    a = (2 * np.log(d) - 1) * 2.0 * np.e / 2
    best = theory_eta(T, d, size, 2.0, P)
    grid = np.linspace(0.5, 1.0 / (a * best) * 0.999, 200_001) * best
    values = (1 / (1 - a * grid) - 1) * P + size**2 / (grid * T) / (1 - a * grid)
    assert grid[values.argmin()] == pytest.approx(best, rel=1e-3)
    assert values.min() <= smidas_bound(T, d, size, 2.0, P)


def test_bounds_by_hand():
    w = [1.0, -2.0, 0.0]
    assert scd_bound(99, w, 0.5, 0.25) == pytest.approx(3 * (0.125 * 5 + 0.5) / 100)
    np.testing.assert_allclose(scd_bound([9], w, 0.5, 1.0), [0.9])
    steps = scd_steps(0.01, w, 0.5, 0.25)
    assert scd_bound(steps, w, 0.5, 0.25) <= 0.01
    assert scd_steps(0.01, w, 0.5, 0.25, failure=0.1) == pytest.approx(8 * steps)
    a = (2 * np.log(100) - 1) * 0.5 * np.e / 2
    assert proposition_eta(100, 0.5, 3.0) == pytest.approx(0.75 / a)
    want = 1.5 * 0.2 + 1.5**2 / 0.5 * 3 * 0.5 * np.log(100) * 4 / 1000
    assert proposition_bound(1000, 100, 2.0, 0.5, 0.2, K=0.5) == pytest.approx(want)
    assert [restarts_for(f) for f in (0.6, 0.5, 0.25, 0.24)] == [1, 1, 2, 3]


def test_the_example_has_its_moments():
    X, y = make_weak_signs(40_000, 3, B=4.0, random_state=0)
    assert set(np.unique(X)) == {-1, 1}
    np.testing.assert_allclose((X * y[:, None]).mean(axis=0), 0.25, atol=0.02)
    assert abs(y.mean()) < 0.02
    given = X[y > 0]
    assert np.corrcoef(given.T)[0, 1] == pytest.approx(0, abs=0.02)


@pytest.mark.parametrize("s", [1, 4, 30])
def test_the_least_loss_is_a_solver_s(s):
    B = 3.0
    noise = 1 - 1 / B**2

    def loss(w):
        return noise * w @ w + (w.sum() / B - 1) ** 2

    found = minimize(loss, np.zeros(s), method="BFGS", options={"gtol": 1e-10})
    assert found.fun == pytest.approx(sparse_least_loss(s, B), abs=1e-9)
    assert np.abs(found.x).sum() <= B
    X, y = make_weak_signs(200_000, s, B=B, random_state=1)
    assert np.mean((X @ found.x - y) ** 2) == pytest.approx(sparse_least_loss(s, B), rel=0.03)


def test_the_printed_bound_holds_early_and_fails_late():
    s = np.arange(1, 801)
    excess = sparse_least_loss(s, 3.0) - 8 / 800
    holds = excess >= sparse_excess_bound(s, 3.0)
    assert holds[:87].all()
    assert not holds[-1]


@pytest.mark.parametrize(
    ("call", "word"),
    [
        (lambda: scd_bound(0, [1.0], 0.5, 1.0), "n_steps"),
        (lambda: scd_bound(5, [1.0], -0.5, 1.0), "start_value"),
        (lambda: scd_steps(0.0, [1.0], 0.5, 1.0), "accuracy"),
        (lambda: restarts_for(1.0), "failure"),
        (lambda: theory_eta(10, 10, 0.0, 1.0), "size"),
        (lambda: theory_eta(10, 10, 1.0, 0.0), "rho"),
        (lambda: smidas_bound(10, 2, 1.0, 1.0), "n_features"),
        (lambda: proposition_eta(10, 1.0, K=0.0), "K"),
        (lambda: proposition_bound(10, 10, 1.0, 1.0, -1.0), "least"),
        (lambda: make_weak_signs(0, 3), "n_samples"),
        (lambda: make_weak_signs(3, 3, B=0.5), "B"),
        (lambda: sparse_least_loss(-1, 3.0), "s must"),
        (lambda: sparse_excess_bound(3, 1.5), "B"),
    ],
)
def test_bad_input_is_named(call, word):
    with pytest.raises(ValueError, match=word):
        call()
