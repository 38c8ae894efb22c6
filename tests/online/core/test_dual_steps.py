import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

from mlcompanion.convex import Entropy, Euclidean, PNorm
from mlcompanion.online.core.dual_steps import (
    hinge_step_entropy,
    hinge_step_euclidean,
    hinge_step_line,
    hinge_step_p_norm,
)

few = settings(max_examples=60, deadline=None)


def problem(seed):
    rng = np.random.default_rng(seed)
    d = int(rng.integers(1, 9))
    Lambda = rng.normal(size=d) * rng.choice([0.1, 1, 5])
    c = 10 ** rng.uniform(-1, 1)
    return rng, Lambda, rng.normal(size=d), float(c), float(rng.uniform(0, 1.3))


def best_value(complexity, Lambda, x, c, gamma, alpha):
    """Objective (7.9) at ``alpha``, and at the maximiser that SciPy finds."""
    Q = lambda a: gamma * a - c * complexity.conjugate(-(Lambda - a * x) / c)  # noqa: E731
    search = minimize_scalar(lambda a: -Q(a), bounds=(0, 1), method="bounded")
    return Q(alpha), max(-search.fun, Q(0.0), Q(1.0))


@few
@given(seed=st.integers(0, 10**6))
def test_euclidean_step_maximises_the_dual(seed):
    _, Lambda, x, c, gamma = problem(seed)
    alpha = hinge_step_euclidean(float(-Lambda @ x / c), float(x @ x), c, gamma)
    ours, best = best_value(Euclidean(), Lambda, x, c, gamma, alpha)
    assert ours >= best - 1e-10
    line = hinge_step_line(Euclidean().link, Lambda, x, c, gamma)
    assert abs(alpha - line) <= 1e-9 * max(1, c / (x @ x))


@few
@given(seed=st.integers(0, 10**6))
def test_entropy_step_maximises_the_dual(seed):
    rng, Lambda, _, c, gamma = problem(seed)
    x = rng.integers(-1, 2, len(Lambda)).astype(float)
    alpha = hinge_step_entropy(Lambda, x, c, gamma)
    ours, best = best_value(Entropy(), Lambda, x, c, gamma, alpha)
    assert ours >= best - 1e-9
    assert abs(alpha - hinge_step_line(Entropy().link, Lambda, x, c, gamma)) <= 1e-6


@few
@given(seed=st.integers(0, 10**6), p=st.floats(2, 12))
def test_newton_and_brent_agree_for_p_norms(seed, p):
    _, Lambda, x, c, gamma = problem(seed)
    alpha, n_iter = hinge_step_p_norm(Lambda, x, c, gamma, p)
    ours, best = best_value(PNorm(p), Lambda, x, c, gamma, alpha)
    assert ours >= best - 1e-9
    assert abs(alpha - hinge_step_line(PNorm(p).link, Lambda, x, c, gamma)) <= 1e-7
    assert n_iter < 60


def test_the_worked_number():
    """alpha = 0.4: the step restores exactly the margin."""
    w = np.array([0.2, 0.0])
    x = np.array([1.0, np.sqrt(3.0)])
    alpha = hinge_step_euclidean(float(w @ x), float(x @ x), inverse_rate=2.0)
    assert alpha == pytest.approx(0.4)
    assert (w + alpha / 2 * x) @ x == pytest.approx(1.0)


def test_limits():
    assert hinge_step_euclidean(1.5, 1.0, 1.0) == 0.0  # margin held
    assert hinge_step_euclidean(-5.0, 1.0, 1.0) == 1.0  # the cap
    assert hinge_step_euclidean(0.0, 0.0, 1.0) == 1.0  # x = 0: nothing to lose
    assert hinge_step_entropy([0.0, 0.0], [1, -1], 1.0, margin=1.0) == 1.0
    assert hinge_step_entropy([0.0, 0.0], [-1, -1], 1.0, margin=0.1) == 1.0
    assert hinge_step_entropy([0.0, 0.0], [0, 0], 1.0, margin=0.0) == 0.0
    assert hinge_step_entropy([0.0, 3000.0], [1, -1], 1.0, margin=0.5) == 0.0  # no overflow
    assert hinge_step_entropy([3000.0, 0.0], [1, -1], 1.0, margin=0.5) == 1.0
    assert hinge_step_p_norm([0.0, 0.0], [1.0, 1.0], 1.0, p=4.0).alpha == 1.0


def test_adaboost_step_length():
    """gamma = 0 without zeros in x: half the log odds."""
    Lambda = np.log([0.1, 0.2, 0.3, 0.4])
    x = np.array([1.0, 1.0, -1.0, -1.0])
    weights = np.exp(-Lambda) / np.exp(-Lambda).sum()
    minus = weights[x < 0].sum()
    plus = weights[x > 0].sum()
    expected = np.clip(0.5 * np.log(minus / plus), 0, 1)
    assert hinge_step_entropy(Lambda, x, 1.0, margin=0.0) == pytest.approx(expected)
    assert hinge_step_entropy(Lambda, -x, 1.0, margin=0.0) == pytest.approx(
        np.clip(0.5 * np.log(plus / minus), 0, 1)
    )


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: hinge_step_euclidean(np.nan, 1.0, 1.0), "score"),
        (lambda: hinge_step_euclidean(0.0, -1.0, 1.0), "sqnorm"),
        (lambda: hinge_step_euclidean(0.0, 1.0, 0.0), "inverse_rate must"),
        (lambda: hinge_step_euclidean(0.0, 1.0, 1.0, -1.0), "margin"),
        (lambda: hinge_step_entropy([0.0], [0.5], 1.0), "x"),
        (lambda: hinge_step_entropy([0.0, 1.0], [1.0], 1.0), "x"),
        (lambda: hinge_step_entropy([], [], 1.0), "Lambda"),
        (lambda: hinge_step_line(np.array, [0.0], [1.0], -1.0), "inverse_rate must"),
        (lambda: hinge_step_p_norm([0.0], [1.0], 1.0, p=1.0), "p must"),
    ],
)
def test_bad_input_is_refused_by_name(call, name):
    with pytest.raises(ValueError, match=name):
        call()
