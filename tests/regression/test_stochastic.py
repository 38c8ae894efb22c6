import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import SGDRegressor
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.datasets import make_sinc_trend
from mlcompanion.regression import (
    KernelSGDRegressor,
    gaussian_basis,
    minimum_norm_solution,
    sgd_least_squares,
)


def system(n=30, m=4, noise=0.0, seed=0):
    rng = np.random.default_rng(seed)
    Phi = rng.normal(size=(n, m))
    truth = rng.normal(size=m)
    return Phi, Phi @ truth + noise * rng.normal(size=n), truth


def listing(Phi, y, w, picks, eta, tol):
    """Fig. 22.7 in plain Python."""
    for steps, i in enumerate(picks):
        new = w + eta * Phi[i] * (y[i] - Phi[i] @ w)
        if np.linalg.norm(new - w) < tol:
            return w, steps
        w = new
    return w, len(picks)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from([0.0, 1e-3, 1e-2]))
def test_the_loop_is_the_listing(seed, tol):
    Phi, y, _ = system(noise=0.1, seed=seed)
    start = np.random.default_rng(seed + 1).normal(size=4)
    picks = np.random.default_rng(seed).integers(30, size=4096)[:500]
    expected, steps = listing(Phi, y, start, picks, 0.05, tol)
    run = sgd_least_squares(
        Phi, y, eta=0.05, start=start, stop="listing", tol=tol, max_iter=500, random_state=seed
    )
    np.testing.assert_allclose(run.coef, expected, rtol=1e-9, atol=1e-12)
    assert run.n_iter == steps
    assert run.stopped == (steps < 500)


def test_recording_changes_nothing_and_agrees_with_shorter_runs():
    Phi, y, _ = system(noise=0.5)
    options = {"eta": 0.05, "tol": 0.0, "random_state": 3}
    times = (0, 1, 17, 4096, 5000)
    run = sgd_least_squares(Phi, y, max_iter=6000, record=times, **options)
    plain = sgd_least_squares(Phi, y, max_iter=6000, **options)
    np.testing.assert_array_equal(run.coef, plain.coef)
    np.testing.assert_array_equal(run.path[0], np.zeros(4))
    for t, w in zip(times[1:], run.path[1:]):
        np.testing.assert_array_equal(w, sgd_least_squares(Phi, y, max_iter=t, **options).coef)


def test_mean_is_the_mean_of_the_iterates():
    Phi, y, _ = system(noise=0.5)
    run = sgd_least_squares(
        Phi, y, eta=0.05, tol=0, max_iter=50, record=range(1, 51), random_state=0
    )
    np.testing.assert_allclose(run.mean_path, np.cumsum(run.path, 0) / np.arange(1, 51)[:, None])
    np.testing.assert_allclose(run.mean, run.path.mean(axis=0))


def test_one_step_agrees_with_the_peer():
    Phi, y, _ = system(noise=0.3)
    peer = SGDRegressor(
        penalty=None, learning_rate="constant", eta0=0.05, fit_intercept=False,
        shuffle=False, max_iter=1, tol=None,
    )  # fmt: skip
    for i in range(5):
        peer.partial_fit(Phi[i : i + 1], y[i : i + 1])
    w = np.zeros(4)
    for i in range(5):  # one sample is drawn for certain
        w = sgd_least_squares(Phi[i : i + 1], y[i : i + 1], eta=0.05, start=w, max_iter=1).coef
    np.testing.assert_allclose(w, peer.coef_, rtol=1e-9)


def test_a_consistent_system_is_solved_and_kaczmarz_never_moves_away():
    Phi, y, truth = system()
    for step, eta in (("constant", 0.05), ("kaczmarz", 1.0)):
        run = sgd_least_squares(Phi, y, eta=eta, step=step, tol=0, max_iter=5000, random_state=0)
        np.testing.assert_allclose(run.coef, truth, atol=1e-9)
    run = sgd_least_squares(
        Phi, y, eta=1.0, step="kaczmarz", tol=0, max_iter=100, record=range(101), random_state=0
    )
    away = np.linalg.norm(run.path - truth, axis=1)
    assert np.all(np.diff(away) <= 1e-12)


def test_a_constant_step_has_a_floor_that_decay_and_averaging_remove():
    Phi, y, _ = system(n=200, noise=1.0)
    exact = minimum_norm_solution(Phi, y)
    distance = lambda w: np.linalg.norm(w - exact)  # noqa: E731
    options = {"eta": 0.05, "tol": 0, "max_iter": 100_000, "random_state": 0}
    constant = sgd_least_squares(Phi, y, **options)
    decaying = sgd_least_squares(Phi, y, decay=200, **options)
    assert distance(constant.coef) > 0.05
    assert distance(constant.mean) < 0.02
    assert distance(decaying.coef) < 0.02


def test_the_gradient_rule_stops_at_a_solution():
    Phi, y, _ = system()
    run = sgd_least_squares(Phi, y, eta=0.05, stop="gradient", tol=1e-6, random_state=0)
    assert run.stopped
    assert run.n_iter % 30 == 0
    assert np.linalg.norm(Phi.T @ (y - Phi @ run.coef)) < 1e-6 * np.linalg.norm(Phi.T @ y)
    noisy = sgd_least_squares(Phi, y + 1.0, eta=0.05, stop="gradient", max_iter=3000)
    assert not noisy.stopped


def test_the_step_rule_fires_on_one_lucky_residual():
    Phi = np.array([[1.0, 0.0], [0.0, 1.0]])
    run = sgd_least_squares(Phi, [0.0, 5.0], eta=0.1, tol=1e-6, random_state=0)
    assert run.stopped
    assert abs(5 - run.coef[1]) > 1e-3  # stopped, far from the solution


def test_step_sizes_beyond_the_wall_diverge():
    Phi = np.ones((3, 1))
    with pytest.raises(ValueError, match="eta"):
        sgd_least_squares(Phi, [1.0, 2.0, 3.0], eta=2.5, max_iter=10_000)


def test_kernel_regressor_is_the_same_walk_on_the_kernel_matrix():
    x, y, _ = make_sinc_trend(random_state=0)
    model = KernelSGDRegressor(init="zero", max_iter=2000, record=(200,), random_state=5)
    model.fit(x[:, None], y)
    K = gaussian_basis(x, sigma=0.3)
    run = sgd_least_squares(K, y, max_iter=2000, record=(200,), random_state=5)
    np.testing.assert_allclose(model.dual_coef_, run.coef)
    np.testing.assert_allclose(model.path_, run.path)
    grid = np.linspace(-2.8, 2.8, 9)
    np.testing.assert_allclose(
        model.predict(grid[:, None]), gaussian_basis(grid, x, 0.3) @ run.coef
    )


@pytest.mark.parametrize(
    ("bad", "name"),
    [
        ({"eta": 0}, "eta"),
        ({"tol": -1}, "tol"),
        ({"decay": 0}, "decay"),
        ({"stop": "never"}, "stop"),
        ({"step": "long"}, "step"),
        ({"max_iter": 0}, "max_iter"),
        ({"record": (5, 2)}, "record"),
        ({"start": [1.0]}, "start"),
        ({"random_state": -1}, "random_state"),
    ],
)
def test_bad_input_is_named(bad, name):
    Phi, y, _ = system()
    with pytest.raises(ValueError, match=name):
        sgd_least_squares(Phi, y, **bad)


@parametrize_with_checks([KernelSGDRegressor(max_iter=2000, random_state=0)])
def test_scikit_learn_contract(estimator, check):
    check(estimator)
