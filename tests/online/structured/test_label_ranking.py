import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.special import logsumexp
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.online import LabelRankingClassifier
from mlcompanion.online.core.dual_steps import hinge_step_euclidean
from mlcompanion.online.structured.label_ranking import (
    label_ranking_dual,
    label_ranking_loss,
    label_ranking_pdip,
    label_ranking_step,
    label_ranking_step_entropy,
)
from mlcompanion.online.structured.label_ranking_learner import label_ranking_run
from mlcompanion.online.structured.max_of_hinge import max_of_hinge_dual
from mlcompanion.prox.balls.sopopo import sopopo

few = settings(max_examples=40, deadline=None)


def problem(seed, k=None):
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 9)) if k is None else k
    relevant = np.arange(k) < rng.integers(1, k)
    scores = rng.normal(size=k) * rng.choice([0.1, 1, 3])
    sqnorm, c = 10 ** rng.uniform(-1, 1, 2)
    return scores, float(sqnorm), relevant, float(c), float(rng.uniform(0.2, 2))


def as_pairs(scores, sqnorm, relevant, gamma):
    """The same loss as a maximum over pairs; the weights live along x only."""
    pairs = [(r, s) for r in np.flatnonzero(relevant) for s in np.flatnonzero(~relevant)]
    a = np.zeros((len(pairs), len(scores)))
    for row, (r, s) in enumerate(pairs):
        a[row, r], a[row, s] = np.sqrt(sqnorm), -np.sqrt(sqnorm)
    return a, np.full(len(pairs), gamma), scores / np.sqrt(sqnorm)


@few
@given(seed=st.integers(0, 10**6))
def test_dual_value_is_the_primal_optimum(seed):
    """Strong duality for the step: complexity of the move plus loss, minimised over the move."""
    scores, sqnorm, relevant, c, gamma = problem(seed)
    alpha = label_ranking_step(scores, sqnorm, relevant, c, gamma)
    assert abs(alpha[relevant].sum() - alpha[~relevant].sum()) <= 1e-12
    assert alpha.sum() <= 2 + 1e-12
    assert (alpha >= 0).all()
    move = np.where(relevant, alpha, -alpha) / c
    primal = c / 2 * sqnorm * (move @ move)
    primal += label_ranking_loss(scores + sqnorm * move, relevant, gamma)
    dual = label_ranking_dual(alpha, scores, sqnorm, relevant, c, gamma)
    assert abs(primal - dual) <= 1e-10 * max(1, primal)


@few
@given(seed=st.integers(0, 10**6))
def test_three_solvers_one_optimum(seed):
    scores, sqnorm, relevant, c, gamma = args = problem(seed)
    sign = np.where(relevant, 1.0, -1.0)
    exact = label_ranking_dual(label_ranking_step(*args), *args)
    inner = label_ranking_pdip(
        lambda a: sign * scores - gamma * relevant + sqnorm / c * a,
        lambda a: np.full(len(a), sqnorm / c),
        relevant,
    )
    assert inner.converged
    assert abs(exact - label_ranking_dual(inner.alpha[:-1], *args)) <= 1e-8
    a, b, w_bar = as_pairs(scores, sqnorm, relevant, gamma)
    pairs = max_of_hinge_dual(a, b, w_bar, c)
    per_label = pairs.alpha @ np.abs(a) / np.sqrt(sqnorm)
    assert abs(exact - label_ranking_dual(per_label, *args)) <= 1e-8


def test_printed_constant_is_not_optimal():
    """With c gamma / 2 in mu, as printed, the dual is lower whenever the cap is inactive."""
    scores = np.zeros(3)
    sqnorm = 4.0
    relevant = np.array([True, False, False])
    c = 1.0
    gamma = 1.0
    args = scores, sqnorm, relevant, c
    right = label_ranking_step(*args, gamma)
    printed = label_ranking_step(*args, gamma / 2)
    assert right[0] < 1
    values = [label_ranking_dual(a, *args, gamma) for a in (right, printed)]
    assert values[0] > values[1] + 1e-3


@pytest.mark.parametrize("seed", range(10))
def test_entropic_step_against_a_general_solver(seed):
    rng = np.random.default_rng(seed)
    k = 5
    d = 4
    c = 0.7
    theta = 2 * rng.normal(size=(k, d))
    x = rng.normal(size=d)
    relevant = np.arange(k) < rng.integers(1, k)
    sign = np.where(relevant, 1.0, -1.0)
    alpha, path = label_ranking_step_entropy(theta, x, relevant, c)
    assert path.converged

    def minus_dual(a):
        return c * logsumexp(theta + np.outer(sign * a / c, x), axis=1).sum() - a[relevant].sum()

    solver = minimize(
        minus_dual, np.full(k, 0.05), method="SLSQP", bounds=[(0, None)] * k,
        constraints=[{"type": "eq", "fun": lambda a: a @ sign},
                     {"type": "ineq", "fun": lambda a: 1 - a[relevant].sum()}],
        options={"ftol": 1e-14, "maxiter": 300},
    )  # fmt: skip
    assert minus_dual(alpha) <= solver.fun + 1e-9


def test_two_labels_are_the_binary_step():
    """With two labels only the difference counts: the hinge with 2 |x|^2 and the same cap."""
    rng = np.random.default_rng(0)
    for _ in range(20):
        scores = rng.normal(size=2)
        c = float(rng.uniform(0.2, 3))
        alpha = label_ranking_step(scores, 1.7, np.array([True, False]), c)
        binary = hinge_step_euclidean(float(scores[0] - scores[1]), 2 * 1.7, c)
        np.testing.assert_allclose(alpha, [binary, binary], atol=1e-14)


def test_a_run_is_one_step_after_another():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 4))
    relevant = rng.random((30, 5)) < 0.4
    run = label_ranking_run(X, relevant, inverse_rate=0.5)
    W = np.zeros((5, 4))
    rose = 0.0
    for t, (x, Y) in enumerate(zip(X, relevant)):
        assert run.losses[t] == pytest.approx(label_ranking_loss(W @ x, Y), rel=1e-12)
        alpha = label_ranking_step(W @ x, float(x @ x), Y, 0.5)
        W += np.outer(np.where(Y, alpha, -alpha) / 0.5, x)
        rose += run.dual[t]
    np.testing.assert_allclose(run.coef, W, rtol=1e-12)
    np.testing.assert_array_equal(run.mistakes, run.losses >= 1)
    u = rng.normal(size=(5, 4))  # weak duality: the dual bounds every competitor from below
    cost = 0.5 * 0.5 * (u**2).sum() + sum(label_ranking_loss(u @ x, Y) for x, Y in zip(X, relevant))
    assert rose <= cost


def test_partial_fit_is_fit_in_pieces():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(60, 3))
    y = rng.integers(0, 3, 60)
    whole, pieces = (LabelRankingClassifier(inverse_rate=2.0) for _ in range(2))
    whole.fit(X, y)
    for begin in range(0, 60, 7):
        pieces.partial_fit(X[begin : begin + 7], y[begin : begin + 7], classes=[0, 1, 2])
    np.testing.assert_array_equal(whole.coef_, pieces.coef_)
    assert whole.n_mistakes_ == pieces.n_mistakes_
    with pytest.raises(ValueError, match="classes"):
        LabelRankingClassifier().partial_fit(X[:1], y[:1])
    with pytest.raises(ValueError, match="classes"):
        pieces.partial_fit(X[:1], [7])


@parametrize_with_checks([LabelRankingClassifier()])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: sopopo([], [1.0]), "mu"),
        (lambda: sopopo([1.0], [np.nan]), "nu"),
        (lambda: sopopo([1.0], [1.0], 0.0), "cap"),
        (lambda: label_ranking_step([0.0, 1.0], 1.0, [1, 0], 1.0), "relevant"),
        (lambda: label_ranking_step([0.0, 1.0], -1.0, np.array([True, False]), 1.0), "sqnorm"),
        (lambda: label_ranking_step([0.0], 1.0, np.array([True]), 1.0, 0.0), "margin"),
        (lambda: label_ranking_pdip(np.array, np.array, np.array([True])), "relevant"),
        (lambda: label_ranking_run([[1.0]], [[1]]), "relevant"),
        (lambda: label_ranking_step_entropy([[0.0]], [0.0], np.array([True]), 1.0), "theta"),
    ],
)
def test_bad_input_is_refused_by_name(call, name):
    with pytest.raises(ValueError, match=name):
        call()


def test_nothing_to_rank_moves_nothing():
    assert label_ranking_loss([1.0, 2.0], np.array([True, True])) == 0.0
    assert not label_ranking_step([1.0, 2.0], 1.0, np.array([False, False]), 1.0).any()
    assert not label_ranking_step([1.0, 2.0], 0.0, np.array([True, False]), 1.0).any()
