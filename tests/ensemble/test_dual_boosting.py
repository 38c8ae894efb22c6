"""Boosting as dual ascent: each rule against its textbook form, the dual and the bounds."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize, minimize_scalar

from mlcompanion.convex import BinaryEntropy, CappedEntropy, RelativeEntropy, SquaredDistance
from mlcompanion.ensemble import (
    RULES,
    EdgeOracle,
    best_margin,
    boost,
    boosting_bound,
    coordinate_step,
    corrective_step,
    dual_objective,
    edge_product,
    edge_sum_bound,
    fixed_step_bound,
    gentle_step,
    primal_objective,
    rounds_to_separate,
)
from mlcompanion.online.bounds.duality import dual_lower_bound

COMPLEXITIES = [RelativeEntropy(), SquaredDistance(), BinaryEntropy(), CappedEntropy()]


def best_column(H, y):
    """A weak learner over a finite set of hypotheses and their negations."""

    def weak(w):
        correlations = (w * y) @ H
        j = np.abs(correlations).argmax()
        return H[:, j] * np.sign(correlations[j])

    return weak


def random_problem(seed, n=30, k=12, real=False):
    rng = np.random.default_rng(seed)
    y = rng.choice([-1.0, 1.0], n)
    H = rng.uniform(-1, 1, size=(n, k)) if real else rng.choice([-1.0, 1.0], (n, k))
    return best_column(H, y), y


def replay(weak, y, run):
    """Columns ``v_t`` of a run, from its weights."""
    return np.column_stack([y * weak(w / w.sum()) for w in run.weights[: len(run.alphas)]])


def test_adaboost_is_the_textbook_algorithm():
    weak, y = random_problem(0)
    run = boost(weak, y, n_rounds=40, keep_weights=True)
    w = np.full(len(y), 1 / len(y))
    for alpha, kept in zip(run.alphas, run.weights):
        np.testing.assert_allclose(kept, w, rtol=1e-12, atol=0)
        v = y * weak(w)
        error = w[v < 0].sum()
        assert alpha == pytest.approx(0.5 * np.log((1 - error) / error), rel=1e-12)  # (6.6)
        w = w * np.exp(-alpha * v)
        w /= w.sum()


def test_fixed_step_is_the_textbook_update():
    weak, y = random_problem(1)
    run = boost(weak, y, rule="fixed", edge=0.1, n_rounds=30, keep_weights=True)
    w = np.full(len(y), 1 / len(y))
    for kept in run.weights[:-1]:
        np.testing.assert_allclose(kept, w, rtol=1e-12, atol=0)
        w = w * np.exp(-0.2 * y * weak(w))
        w /= w.sum()
    assert np.all(run.alphas == 0.2)
    assert run.inverse_rate == 5


def test_gentle_step_is_weighted_least_squares_on_the_hypothesis():
    weak, y = random_problem(2)
    run = boost(weak, y, rule="gentle", n_rounds=20, keep_weights=True)
    for alpha, w in zip(run.alphas, run.weights):
        h = weak(w)
        root = np.sqrt(w)
        slope = np.linalg.lstsq((root * h)[:, None], root * y, rcond=None)[0][0]
        assert alpha == pytest.approx(slope, abs=1e-12)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from(COMPLEXITIES), st.booleans())
def test_coordinate_step_maximises_the_dual(seed, psi, real):
    rng = np.random.default_rng(seed)
    theta = rng.normal(size=15) * (0.05 if isinstance(psi, SquaredDistance) else 1)
    v = rng.uniform(-1, 1, 15) if real else rng.choice([-1.0, 0.0, 1.0], 15)
    w = psi.link(theta)
    if w @ v < 0:
        v = -v
    limit = rng.choice([0.05, 10.0])
    alpha = coordinate_step(theta, v, w, limit, psi)
    best = minimize_scalar(
        lambda a: psi.conjugate(theta - a * v),
        bounds=(0, limit),
        method="bounded",
        options={"xatol": 1e-10},
    )
    assert 0 <= alpha <= limit
    assert psi.conjugate(theta - alpha * v) <= best.fun + 1e-10


def test_adaboost_step_agrees_with_a_scalar_optimiser():
    """To 1e-8 in alpha: the root of the derivative, found without the closed form."""
    psi = RelativeEntropy()
    rng = np.random.default_rng(3)
    for _ in range(20):
        theta = rng.normal(size=30)
        v = rng.choice([-1.0, 1.0], 30)
        w = psi.link(theta)
        v = v if w @ v > 0 else -v
        closed = coordinate_step(theta, v, w, 50.0, psi)
        searched = coordinate_step(theta, v * (1 - 1e-16), w, 50.0, psi)
        found = minimize_scalar(lambda a: psi.conjugate(theta - a * v), bracket=(0, closed + 1))  # noqa: B023
        assert closed == pytest.approx(searched, abs=1e-8)
        assert closed == pytest.approx(found.x, abs=1e-6)  # a minimiser sees only the square root


def test_entropic_update_of_chapter_seven_is_adaboost():
    """(7.15) with the right denominator, gamma = 0 and x = -v: beta = sqrt(theta_- / theta_+)."""
    psi = RelativeEntropy()
    rng = np.random.default_rng(4)
    theta = rng.normal(size=40)
    v = rng.choice([-1.0, 1.0], 40)
    w = psi.link(theta)
    v = v if w @ v > 0 else -v
    plus = np.exp(theta)[-v > 0].sum()
    minus = np.exp(theta)[-v < 0].sum()
    beta = np.sqrt(4 * plus * minus) / (2 * plus)
    assert coordinate_step(theta, v, w, 10.0, psi) == pytest.approx(np.log(beta), abs=1e-12)


@pytest.mark.parametrize("rule", RULES)
def test_the_dual_is_minus_c_times_the_log_of_the_exponential_loss(rule):
    weak, y = random_problem(5)
    run = boost(weak, y, rule=rule, edge=0.05, n_rounds=25, keep_weights=True)
    V = replay(weak, y, run)
    for t, alphas in enumerate(run.alpha_path, start=1):
        loss = np.mean(np.exp(-(V[:, :t] @ alphas)))
        assert run.dual[t] == pytest.approx(-run.inverse_rate * np.log(loss), abs=1e-11)
        assert run.dual[t] == pytest.approx(
            dual_objective(alphas, V[:, :t], run.inverse_rate), abs=1e-12
        )
    np.testing.assert_allclose(run.theta, -(V @ run.alphas), atol=1e-12)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from(["adaboost", "gentle", "corrective"]),
    st.booleans(),
    st.integers(2, 40),
)
@example(seed=107, rule="adaboost", real=False, n=6)  # an edge of one half, and rounding
def test_progress_and_bounds_survive_a_search(seed, rule, real, n):
    """(6.7)-(6.12) for any weak learner: each round gains at least 2 c gamma_t^2."""
    weak, y = random_problem(seed, n=n, k=6, real=real)
    run = boost(weak, y, rule=rule, n_rounds=15)
    if len(run.alphas) == 0:
        return
    slack = 1e-8 if rule == "corrective" else 1e-12
    gains = np.diff(run.dual) / run.inverse_rate
    assert np.all(gains >= 2 * run.edges**2 - slack)
    T = np.arange(1, len(run.alphas) + 1)
    assert np.all(run.exp_losses[1:] <= edge_sum_bound(run.edges) * (1 + slack * T))
    gamma = min(run.edges.min(), 0.5)
    assert np.all(edge_sum_bound(run.edges) <= boosting_bound(gamma, T) * (1 + 1e-12))
    assert np.mean(run.theta >= 0) <= run.exp_losses[-1] + 1e-12  # training error below the loss


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from(["adaboost", "capped", "gentle", "corrective"]),
    st.floats(0.01, 0.5),
    st.booleans(),
)
def test_bound_of_a_binding_box_survives_a_search(seed, rule, gamma, real):
    weak, y = random_problem(seed, k=6, real=real)
    run = boost(weak, y, rule=rule, edge=gamma, n_rounds=12)
    assert np.all(
        run.exp_losses[1:] <= edge_sum_bound(run.edges, 1 / run.inverse_rate) * (1 + 1e-7)
    )


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1), st.floats(0.01, 0.5), st.booleans())
def test_fixed_step_bound_survives_a_search(seed, gamma, real):
    weak, y = random_problem(seed, k=6, real=real)
    run = boost(weak, y, rule="fixed", edge=gamma, n_rounds=15)
    bound = fixed_step_bound(run.edges, gamma)
    assert np.all(run.exp_losses[1:] <= bound * (1 + 1e-10))
    lemma = dual_lower_bound(2 * run.edges, np.ones(len(run.edges)), run.inverse_rate)
    assert np.all(run.dual[1:] >= lemma - 1e-10)
    if run.edges.min() >= gamma:
        T = np.arange(1, len(run.edges) + 1)
        assert np.all(bound <= boosting_bound(gamma, T) * (1 + 1e-12))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from(COMPLEXITIES))
def test_gentle_progress_under_every_complexity(seed, psi):
    """The conjugate's smoothness gives <w, v>^2 / (2 curvature) a round."""
    weak, y = random_problem(seed, real=True)
    run = boost(weak, y, rule="gentle", geometry=psi, n_rounds=10, keep_weights=True)
    correlation = 2 * run.edges * run.weights[:-1].sum(axis=1)
    gains = -np.diff(run.conjugates)
    # a step cut at 1/c = 10 still gains half of the linear term
    floor = np.minimum(correlation**2 / (2 * run.norms**2), 5 * correlation)
    assert np.all(gains >= floor - 1e-9)


def test_edge_product_is_the_loss_of_adaboost():
    weak, y = random_problem(6)
    run = boost(weak, y, n_rounds=30)
    np.testing.assert_allclose(run.exp_losses[1:], edge_product(run.edges), rtol=1e-10)


def test_a_kept_promise_makes_the_capped_rule_the_fixed_one():
    """artanh(2 gamma_t) >= 2 gamma_t >= 2 gamma: the cap always binds."""
    weak, y = random_problem(7)
    fixed = boost(weak, y, rule="fixed", edge=0.02, n_rounds=20)
    capped = boost(weak, y, rule="capped", edge=0.02, n_rounds=20)
    assert fixed.edges.min() > 0.02
    np.testing.assert_array_equal(fixed.alphas, capped.alphas)
    broken = boost(weak, y, rule="capped", edge=0.3, n_rounds=20)
    assert broken.alphas.min() < 0.6


def test_the_trade_off_does_not_matter_once_the_box_is_wide():
    weak, y = random_problem(8)
    wide, wider = (boost(weak, y, inverse_rate=c, n_rounds=20) for c in (0.2, 0.01))
    assert wide.alphas.max() < 5
    np.testing.assert_array_equal(wide.alphas, wider.alphas)
    np.testing.assert_allclose(wide.dual / 0.2, wider.dual / 0.01)


def test_adaboost_leaves_its_hypothesis_useless_and_corrective_all_of_them():
    weak, y = random_problem(9)
    run = boost(weak, y, n_rounds=20, keep_weights=True)
    V = replay(weak, y, run)
    np.testing.assert_allclose(np.einsum("ti,it->t", run.weights[1:], V), 0, atol=1e-12)
    run = boost(weak, y, rule="corrective", n_rounds=8, keep_weights=True)
    V = replay(weak, y, run)
    after = run.weights[-1] @ V
    free = (run.alphas > 1e-9) & (run.alphas < 1 / run.inverse_rate - 1e-9)
    np.testing.assert_allclose(after[free], 0, atol=1e-6)
    assert np.all(after[run.alphas <= 1e-9] <= 1e-6)


def primal_by_slsqp(V, c):
    """Least primal value by a general-purpose solver, with one slack a hinge."""
    n, T = V.shape
    start = np.r_[np.full(n, 1 / n), np.maximum(V.mean(axis=0), 0) + 0.1]

    def value(z):
        w = np.maximum(z[:n], 1e-300)
        grad = np.r_[c * (1 + np.log(w)), np.ones(T)]
        return c * (np.log(n) + w @ np.log(w)) + z[n:].sum(), grad

    constraints = [
        dict(
            type="eq", fun=lambda z: z[:n].sum() - 1, jac=lambda z: np.r_[np.ones(n), np.zeros(T)]
        ),
        dict(type="ineq", fun=lambda z: z[n:] - z[:n] @ V, jac=lambda z: np.c_[-V.T, np.eye(T)]),
    ]
    found = minimize(value, start, jac=True, bounds=[(1e-12, 1)] * n + [(0, None)] * T,
                     constraints=constraints, method="SLSQP",
                     options={"ftol": 1e-13, "maxiter": 500})  # fmt: skip
    assert found.success
    return found.fun


def test_no_dual_exceeds_the_primal_and_the_corrective_rule_closes_the_gap():
    weak, y = random_problem(10, n=60)
    for rule in ("fixed", "adaboost", "corrective"):
        run = boost(weak, y, rule=rule, inverse_rate=2.0, n_rounds=10, keep_weights=True)
        V = replay(weak, y, run)
        least = primal_by_slsqp(V, 2.0)
        assert run.dual[-1] <= least + 1e-7
        assert primal_objective(run.weights[-1], V, 2.0) >= least - 1e-7
        if rule == "corrective":
            assert run.dual[-1] == pytest.approx(least, abs=1e-6)
            assert primal_objective(run.weights[-1], V, 2.0) == pytest.approx(least, abs=1e-6)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from(COMPLEXITIES), st.sampled_from([0.1, 1.0, 10.0]))
def test_corrective_step_is_stationary_and_no_worse_than_a_general_solver(seed, psi, limit):
    rng = np.random.default_rng(seed)
    V = rng.choice([-1.0, 1.0], (20, 6))
    V[:, 5] = V[:, 0]  # the weak learner may return a hypothesis again
    alphas = corrective_step(V, np.zeros(6), limit, psi)
    gradient = psi.link(-(V @ alphas)) @ V  # of the dual over c
    projected = np.clip(alphas + gradient, 0, limit) - alphas
    np.testing.assert_allclose(projected, 0, atol=1e-6)
    peer = minimize(
        lambda a: psi.conjugate(-(V @ a)), np.zeros(6), bounds=[(0, limit)] * 6, method="L-BFGS-B"
    )
    assert psi.conjugate(-(V @ alphas)) <= peer.fun + 1e-10


@pytest.mark.parametrize("rule", ["adaboost", "gentle", "fixed", "capped"])
@pytest.mark.parametrize("order", ["random", "stubborn", "heavy", "light"])
def test_weak_becomes_strong_in_the_promised_number_of_rounds(rule, order):
    y = np.random.default_rng(11).choice([-1.0, 1.0], 50)
    T = rounds_to_separate(0.15, 50)
    gamma = 0.15 if rule in ("fixed", "capped") else None
    weak = EdgeOracle(y, 0.15, order, random_state=0)
    run = boost(weak, y, rule=rule, edge=gamma, n_rounds=T)
    np.testing.assert_allclose(run.edges, 0.15, atol=1e-12)
    assert run.exp_losses[-1] < 1 / 50
    assert np.all(run.theta < 0)  # no training error


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 2**32 - 1),
    st.floats(0.001, 0.5),
    st.sampled_from(["random", "stubborn", "heavy", "light"]),
)
def test_the_oracle_keeps_its_promise_exactly(seed, gamma, order):
    rng = np.random.default_rng(seed)
    y = rng.choice([-1.0, 1.0], 20)
    w = rng.dirichlet(np.full(20, 0.3))
    h = EdgeOracle(y, gamma, order, rng)(w)
    assert w @ (y * h) == pytest.approx(2 * gamma, abs=1e-12)
    assert np.abs(h).max() <= 1
    assert np.count_nonzero(np.abs(h) < 1) <= 1  # one example at the border


def test_rounds_to_separate_is_the_least_number():
    assert rounds_to_separate(0.05, 200) == 1060
    for gamma, n in ((0.05, 200), (0.3, 10), (0.5, 1)):
        T = rounds_to_separate(gamma, n)
        assert boosting_bound(gamma, T) < 1 / n
        assert T == 1 or boosting_bound(gamma, T - 1) >= 1 / n


def test_after_thousands_of_rounds_nothing_underflows():
    y = np.array([1.0, 1.0, -1.0])
    H = np.array([[1, 1, -1], [1, -1, 1], [-1, 1, 1]]).T * y[:, None]
    run = boost(best_column(H.astype(float), y), y, n_rounds=3000)
    assert len(run.alphas) == 3000
    assert np.all(np.isfinite(run.conjugates))
    assert run.conjugates[-1] < -700


def test_without_an_edge_boosting_stops_and_without_error_too():
    y = np.array([1.0, 1.0, -1.0, -1.0])
    run = boost(lambda w: np.array([1.0, -1.0, 1.0, -1.0]), y)
    assert run.stopped == "no edge"
    assert len(run.alphas) == 0
    run = boost(lambda w: y, y)
    assert run.stopped == "perfect"
    assert run.alphas.tolist() == [10.0]
    assert boost(lambda w: 0.5 * y, y, n_rounds=3).stopped == "rounds"


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 12), st.integers(1, 5))
def test_the_best_margin_is_the_value_of_the_game(seed, n, T):
    V = np.random.default_rng(seed).uniform(-1, 1, (n, T))
    margin, p, w = best_margin(V)
    for mixture in (p, w):
        assert mixture.sum() == pytest.approx(1)
        assert mixture.min() >= -1e-12
    assert (V @ p).min() == pytest.approx(margin, abs=1e-9)
    assert (w @ V).max() == pytest.approx(margin, abs=1e-9)  # von Neumann


@pytest.mark.parametrize("unit", [1e-300, 1e-12, 1e-9, 1e-8, 1e12, 1e16, 1e300])
def test_the_best_margin_has_any_unit_of_votes(unit):
    V = np.random.default_rng(0).normal(size=(12, 6)) + 0.5
    margin, p, w = best_margin(V)
    scaled = best_margin(V * unit)
    assert scaled[0] / unit == pytest.approx(margin)
    np.testing.assert_allclose(scaled[1], p, atol=1e-9)
    np.testing.assert_allclose(scaled[2], w, atol=1e-9)


def test_margin_of_a_run_and_its_least_edge_bracket_the_game():
    weak, y = random_problem(12, n=12, k=30)
    run = boost(weak, y, n_rounds=40, keep_weights=True)
    margin = best_margin(replay(weak, y, run))[0]
    assert -run.theta.max() / run.alphas.sum() <= margin + 1e-12
    assert margin <= 2 * run.edges.min() + 1e-12


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from(COMPLEXITIES))
def test_link_is_the_gradient_and_fenchel_young_is_tight(seed, psi):
    rng = np.random.default_rng(seed)
    theta = rng.normal(size=9)
    direction = rng.normal(size=9)
    w = psi.link(theta)
    assert psi.value(w) + psi.conjugate(theta) == pytest.approx(w @ theta, abs=1e-10)
    other = rng.dirichlet(np.ones(9))
    assert psi.value(other) + psi.conjugate(theta) >= other @ theta - 1e-10
    eps = 1e-6
    slope = (psi.conjugate(theta + eps * direction) - psi.conjugate(theta - eps * direction)) / 2e-6
    assert slope == pytest.approx(w @ direction, abs=1e-5)
    # the curvature bounds the second-order term
    step = psi.conjugate(theta + direction) - psi.conjugate(theta) - w @ direction
    assert step <= psi.curvature(direction) / 2 + 1e-10


def test_complexities_are_infinite_outside_their_sets():
    for psi in COMPLEXITIES:
        assert psi.value(np.array([-0.1, 1.1])) == np.inf
        assert psi.conjugate(np.zeros(3)) == pytest.approx(0, abs=1e-15)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: boost(lambda w: w, [0.0, 1.0]), "y must hold only"),
        (lambda: boost(lambda w: w, [np.nan]), "y contains NaN"),
        (lambda: boost(lambda w: w, []), "y needs at least 1 row"),
        (lambda: boost(lambda w: 2 * np.ones(2), [1, 1]), "values in \\[-1, 1\\]"),
        (lambda: boost(lambda w: np.ones(3), [1, 1]), "weak hypothesis must have shape"),
        (lambda: boost(lambda w: w, [1.0], rule="wild"), "rule must be one of"),
        (lambda: boost(lambda w: w, [1.0], rule="fixed"), "edge or inverse_rate must be given"),
        (lambda: boost(lambda w: w, [1.0], edge=0.7), "edge must be finite and in"),
        (
            lambda: boost(lambda w: w, [1.0], edge=0.1, inverse_rate=1.0),
            "edge or inverse_rate, not both",
        ),
        (lambda: boost(lambda w: w, [1.0], inverse_rate=-1.0), "inverse_rate must be finite"),
        (lambda: boost(lambda w: w, [1.0], n_rounds=0), "n_rounds must be at least 1"),
        (lambda: best_margin([1.0]), "V must have 2 dimension"),
        (lambda: best_margin(np.ones((2, 0))), "V must have at least one column"),
        (lambda: EdgeOracle([1.0], 0.0), "edge must be finite"),
        (lambda: EdgeOracle([1.0], 0.1, order="odd"), "order must be one of"),
        (lambda: EdgeOracle([1.0], 0.1)([0.5, 0.5]), "w must have shape"),
        (lambda: edge_sum_bound([0.6]), "edges must hold values in"),
        (lambda: edge_sum_bound([0.1], 0.0), "limit must be finite and in"),
        (lambda: edge_product([[0.1]]), "edges must have 1 dimension"),
        (lambda: fixed_step_bound([0.1], 0.0), "edge must be finite"),
        (lambda: boosting_bound(-0.1, 3), "edge must be finite"),
        (lambda: rounds_to_separate(0.1, 0), "n_samples must be at least 1"),
        (lambda: primal_objective([0.5], np.ones((2, 1)), 1.0), "w must have shape"),
        (lambda: dual_objective([0.5], np.ones((2, 2)), 1.0), "alphas must have shape"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_the_dual_is_minus_infinity_outside_its_box():
    assert dual_objective([1.1], np.ones((2, 1)), 1.0) == -np.inf
    assert dual_objective([-0.1], np.ones((2, 1)), 1.0) == -np.inf


def test_gentle_step_respects_the_box():
    psi = RelativeEntropy()
    assert gentle_step(np.zeros(4), np.ones(4), np.full(4, 0.25), 0.3, psi) == 0.3
