"""OWL-QN, SpaRSA, reweighted ridge, interior point: one optimum; and the multi-class logit loss."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime, minimize

from mlcompanion.losses import Logistic, MultinomialLogit, Squared
from mlcompanion.optimize import (
    DataFit,
    log_barrier,
    owlqn,
    proximal_gradient,
    pseudo_gradient,
    relative_duality_gap,
    reweighted_ridge,
    sparsa,
)
from mlcompanion.optimize.dual import dal
from mlcompanion.prox import L1, GroupNorm, NonNegative

RNG = np.random.default_rng(0)
A = RNG.normal(size=(40, 60))
SCORE = A[:, :4] @ np.array([2.0, -1, 1, 3]) + RNG.normal(size=40)
Y = np.sign(SCORE)
FIT = DataFit(A, Y, Logistic())
LAM = 1.5
BEST = dal(A, Y, Logistic(), L1(LAM), tol=1e-11).w
START = np.zeros(60)


@pytest.mark.parametrize(
    "solve",
    [
        lambda: owlqn(FIT, LAM, START, tol=1e-7),
        lambda: sparsa(FIT, L1(LAM), START, tol=1e-8),
        lambda: sparsa(FIT, L1(LAM), START, tol=1e-8, window=1),
        lambda: reweighted_ridge(FIT, LAM, np.full(60, 0.1), tol=1e-7, max_iter=3000),
        lambda: log_barrier(FIT, LAM, tol=1e-9),
    ],
    ids=["owlqn", "sparsa", "monotone", "ridge", "barrier"],
)
def test_all_find_the_same_solution(solve):
    run = solve()
    assert run.converged
    np.testing.assert_allclose(run.w, BEST, atol=2e-3)


def test_projected_gradient_on_signed_halves():
    halves = DataFit(np.hstack([A, -A]), Y, Logistic())
    run = proximal_gradient(halves, NonNegative(L1(LAM)), np.zeros(120), tol=1e-8, max_iter=50_000)
    np.testing.assert_allclose(run.w[:60] - run.w[60:], BEST, atol=1e-5)


def test_owlqn_and_sparsa_stop_when_told_and_descend():
    for solve in (owlqn, sparsa):
        penalty = LAM if solve is owlqn else L1(LAM)
        run = solve(
            FIT, penalty, START, stop=lambda w: relative_duality_gap(FIT, L1(LAM), w) < 1e-3
        )
        assert run.converged
        assert run.objective[-1] < run.objective[0]
    assert (np.diff(owlqn(FIT, LAM, START).objective) <= 1e-9).all()
    assert sparsa(FIT, GroupNorm(np.arange(60) // 3, 2.0), START, tol=1e-7).converged


def test_pseudo_gradient_is_the_shortest_subgradient():
    w = np.array([0.0, 0, 0, 1, -1])
    g = np.array([0.5, 2, -2, 0, 0])
    np.testing.assert_array_equal(pseudo_gradient(g, w, 1.0), [0, 1, -1, 1, -1])


def test_a_zero_never_leaves_zero_under_reweighting():
    start = np.full(60, 0.1)
    start[np.argmax(np.abs(BEST))] = 0.0
    run = reweighted_ridge(FIT, LAM, start, max_iter=50)
    assert run.w[np.argmax(np.abs(BEST))] == 0
    assert np.abs(BEST).max() > 0.1


def test_barrier_tells_its_objective_at_every_step():
    seen = []
    fit = DataFit(A, Y, Logistic())
    run = log_barrier(fit, LAM, tol=1e-6, callback=lambda t, w: seen.append((t, w)))
    assert [t for t, _ in seen] == list(range(1, run.n_iter + 1))
    again = [fit.value(w) + LAM * np.abs(w).sum() for _, w in seen]
    np.testing.assert_allclose(run.objective[1:], again, rtol=1e-12)
    assert run.objective[0] == pytest.approx(fit.value(np.zeros(A.shape[1])))


def test_barrier_with_bias_agrees_with_dal():
    shifted = A + 2.0
    for rows in (slice(None), slice(0, 20)):  # both Gram matrices
        X = shifted[:, rows]
        ours = log_barrier(DataFit(X, Y, Logistic()), LAM, bias=True, tol=1e-9)
        other = dal(X, Y, Logistic(), L1(LAM), bias=True, tol=1e-9)
        np.testing.assert_allclose(ours.w, other.w, atol=1e-3)
        assert ours.b == pytest.approx(other.b, abs=1e-2)
        assert (np.diff(ours.rdg) <= 0.2).all()
    squared = log_barrier(DataFit(A, SCORE, Squared()), 8.0, tol=1e-9)
    want = dal(A, SCORE, Squared(), L1(8.0), tol=1e-10).w
    np.testing.assert_allclose(squared.w, want, atol=1e-4)


def test_multinomial_derivatives_and_conjugate():
    loss = MultinomialLogit(4)
    y = np.array([0, 3, 2])
    z = np.random.default_rng(1).normal(size=(3, 3))

    def total(z):
        return loss.value(z.reshape(3, 3), y).sum()

    np.testing.assert_allclose(
        loss.derivative(z, y).ravel(), approx_fprime(z.ravel(), total), atol=1e-6
    )
    slope = loss.derivative(z, y)
    np.testing.assert_allclose(loss.conjugate_derivative(slope, y), z, atol=1e-10)
    young = loss.conjugate(slope, y) + loss.value(z, y)
    np.testing.assert_allclose(young, np.sum(slope * z, axis=1), atol=1e-10)
    H = loss.second_derivative(z, y)
    dual = loss.conjugate_second_derivative(slope, y)
    np.testing.assert_allclose(H @ dual, np.tile(np.eye(3), (3, 1, 1)), atol=1e-10)
    assert np.linalg.eigvalsh(H).max() <= loss.curvature
    best = minimize(lambda s: -(slope[0] @ s - loss.value(s[None], y[:1])[0]), np.zeros(3))
    assert -best.fun == pytest.approx(loss.conjugate(slope, y)[0], abs=1e-6)
    assert loss.conjugate(np.full((3, 3), 2.0), y).tolist() == [np.inf] * 3


def test_two_classes_are_the_logistic_loss():
    z = np.linspace(-3, 3, 7)
    ours = MultinomialLogit(2).value(z[:, None], np.zeros(7))
    np.testing.assert_allclose(ours, Logistic().value(z, np.ones(7)))


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="n_classes"):
        MultinomialLogit(1)
    with pytest.raises(ValueError, match="target"):
        MultinomialLogit(3).value(np.zeros((2, 2)), [0, 3])
    with pytest.raises(ValueError, match="lam"):
        log_barrier(FIT, 0.0)
    with pytest.raises(ValueError, match="start"):
        owlqn(FIT, LAM, [np.nan])
