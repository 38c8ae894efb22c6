import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from mlcompanion.online.core.dual_steps import hinge_step_euclidean
from mlcompanion.online.learners.sparse_learners import exponentiated_run, l1_ball_run
from mlcompanion.online.structured.max_of_hinge import (
    max_of_hinge_bound,
    max_of_hinge_dual,
    max_of_hinge_objective,
    max_of_hinge_step,
)
from mlcompanion.prox import project_l1_ball

few = settings(max_examples=25, deadline=None)


def problem(seed, k=5, d=4):
    rng = np.random.default_rng(seed)
    a = rng.normal(size=(k, d))
    b = rng.uniform(0, 2, k)
    return a, b, 0.3 * rng.normal(size=d), float(10 ** rng.uniform(-1, 1))


@few
@given(seed=st.integers(0, 10**6))
def test_dual_solution_against_a_general_solver(seed):
    a, b, w_bar, c = problem(seed)
    found = max_of_hinge_dual(a, b, w_bar, c)
    assert found.gap <= 1e-11
    gamma = b - a @ w_bar
    smooth = minimize(  # over (z, xi): c/2 |z|^2 + xi above every hinge
        lambda v: c / 2 * v[:-1] @ v[:-1] + v[-1], np.append(np.zeros(4), 3.0), method="SLSQP",
        jac=lambda v: np.append(c * v[:-1], 1.0), bounds=[(None, None)] * 4 + [(0, None)],
        constraints={"type": "ineq", "fun": lambda v: v[-1] - gamma + a @ v[:-1],
                     "jac": lambda v: np.column_stack([a, np.ones(len(a))])},
        options={"ftol": 1e-14, "maxiter": 300},
    )  # fmt: skip
    assert abs(max_of_hinge_objective(found.w - w_bar, a, gamma, c) - smooth.fun) <= 1e-7


@few
@given(seed=st.integers(0, 10**6), T=st.integers(1, 300))
def test_the_bound_of_figure_7_5_holds(seed, T):
    a, b, w_bar, c = problem(seed)
    gamma = b - a @ w_bar
    best = max_of_hinge_dual(a, b, w_bar, c)
    least = max_of_hinge_objective(best.w - w_bar, a, gamma, c)
    found = max_of_hinge_step(a, b, w_bar, c, T)
    excess = max_of_hinge_objective(found.w - w_bar, a, gamma, c) - least
    assert excess <= max_of_hinge_bound(a, gamma, c, T) + 1e-12
    assert excess <= found.gap + 1e-12  # the certificate needs no optimum
    assert found.alpha.sum() <= 1 + 1e-12


def test_one_hinge_is_the_closed_form():
    a, b, w_bar, c = problem(3, k=1)
    alpha = hinge_step_euclidean(float(a[0] @ w_bar), float(a[0] @ a[0]), c, float(b[0]))
    np.testing.assert_allclose(max_of_hinge_dual(a, b, w_bar, c).alpha, [alpha], atol=1e-8)


def test_nothing_to_do_when_all_margins_hold():
    a = np.eye(3)
    c = 1.0
    found = max_of_hinge_step(a, np.ones(3), 5 * np.ones(3), c, 10)
    np.testing.assert_array_equal(found.w, 5 * np.ones(3))
    assert found.gap == 0.0
    assert max_of_hinge_dual(a, np.ones(3), 5 * np.ones(3), c).n_iter == 0


def test_three_iterations_by_hand():
    """One hinge [1/2 - z]_+, c = 1: the iterates are 0, 1, 1/2."""
    found = max_of_hinge_step([[1.0]], [0.5], [0.0], 1.0, 3)
    assert found.w[0] == pytest.approx(0.5)
    assert found.alpha[0] == pytest.approx(1 / 3)  # active at 0 only


def test_checkpoints_are_averages_on_the_way():
    a, b, w_bar, c = problem(0)
    averages = max_of_hinge_step(a, b, w_bar, c, 50, [10, 50]).averages
    assert max_of_hinge_step(a, b, w_bar, c, 50).averages is None
    np.testing.assert_allclose(averages[0] + w_bar, max_of_hinge_step(a, b, w_bar, c, 10).w)
    np.testing.assert_allclose(averages[1] + w_bar, max_of_hinge_step(a, b, w_bar, c, 50).w)


def stream(n=60, d=15):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, d)) * (rng.random((n, d)) < 0.3)
    return X, np.where(X[:, 0] + X[:, 1] - X[:, 2] > 0, 1.0, -1.0)


def test_l1_learner_against_dense_projections():
    X, y = stream()
    run = l1_ball_run(X, y, radius=2.0, eta=0.5)
    w = np.zeros(15)
    for t, (x, label) in enumerate(zip(X, y), start=1):
        loss = max(0.0, 1 - label * (w @ x))
        assert run.losses[t - 1] == pytest.approx(loss, abs=1e-12)
        if loss > 0:
            w = project_l1_ball(w + 0.5 / np.sqrt(t) * label * x, 2.0)
        assert run.n_nonzero[t - 1] == np.count_nonzero(np.abs(w) > 1e-15)
    np.testing.assert_allclose(run.coef, w, atol=1e-12)


def test_exponentiated_learner_is_hedge_on_pairs():
    X, y = stream()
    run = exponentiated_run(X, y, radius=2.0, eta=0.5)
    p = np.full(30, 1 / 30)
    for t, (x, label) in enumerate(zip(X, y), start=1):
        w = 2.0 * (p[:15] - p[15:])
        assert run.losses[t - 1] == pytest.approx(max(0.0, 1 - label * (w @ x)), abs=1e-12)
        if run.losses[t - 1] > 0:
            move = 0.5 / np.sqrt(t) * label * x
            p *= np.exp(np.append(move, -move))
            p /= p.sum()
    np.testing.assert_allclose(run.coef, 2.0 * (p[:15] - p[15:]), atol=1e-12)
    assert np.abs(run.coef).sum() <= 2.0


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: max_of_hinge_step([[1.0]], [1.0, 2.0], [0.0], 1.0), "b must"),
        (lambda: max_of_hinge_step([[1.0]], [1.0], [0.0, 0.0], 1.0), "w_bar"),
        (lambda: max_of_hinge_step([[1.0]], [1.0], [0.0], 0.0), "inverse_rate must"),
        (lambda: max_of_hinge_step([[1.0]], [1.0], [0.0], 1.0, 0), "n_iter"),
        (lambda: max_of_hinge_dual([[np.nan]], [1.0], [0.0], 1.0), "a contains"),
        (lambda: max_of_hinge_dual([[1.0]], [1.0], [0.0], 1.0, tol=0.0), "tol"),
        (lambda: l1_ball_run([[1.0]], [0.5]), "y must"),
        (lambda: l1_ball_run([[np.nan]], [1.0]), "X"),
        (lambda: exponentiated_run([[1.0]], [1.0], eta=0.0), "eta"),
        (lambda: exponentiated_run([[1.0]], [1.0], radius=-1.0), "radius"),
    ],
)
def test_bad_input_is_refused_by_name(call, name):
    with pytest.raises(ValueError, match=name):
        call()
