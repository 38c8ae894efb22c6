"""The excessive-gap method against a general solver, exact proximal steps and its own theorem."""

import numpy as np
import pytest
from scipy.optimize import minimize

from mlcompanion.prox import GraphPenalty, GroupPenalty, LinearPenalty, prox_tree
from mlcompanion.prox.tree import TreeGroups
from mlcompanion.sparse.cca import (
    BallProblem,
    PursuitPenalty,
    ball_subgradient,
    equal_entries,
    excessive_gap,
    excessive_gap_bound,
    excessive_gap_iterations,
    excessive_gap_steps,
    project_unit_ball,
    restarted_excessive_gap,
)

GROUPS = [[0, 1, 2], [2, 3], [3, 4, 5], [0, 5]]
EDGES = [[0, 1], [1, 2], [2, 4], [3, 5], [4, 5]]
RNG = np.random.default_rng(0)
BETAS = [scale * RNG.normal(size=6) for scale in (0.1, 1.0, 20.0)]
PENALTIES = {
    "groups": GroupPenalty(GROUPS, 0.3, [1.0, 2.0, 0.5, 0.7]),
    "linf groups": GroupPenalty(GROUPS, 0.3, norm="linf"),
    "graph": GraphPenalty(EDGES, 0.4, [1.0, -0.5, 0.8, 1.0, 0.3]),
    "pursuit": PursuitPenalty(EDGES, 0.2, 0.3, [1.0, 0.5, 0.8, 1.0, 0.3]),
    "linear": LinearPenalty(np.diff(np.eye(6), axis=0), 0.3),
}
every = pytest.mark.parametrize("penalty", PENALTIES.values(), ids=PENALTIES)


def by_slsqp(beta, C, owners, weights):
    """Minimum of (4.3) with groups, as a cone program: one bound s_g for each group's norm."""
    p = len(beta)
    members = [C.indices[owners == g] for g in range(len(weights))]
    start = np.concatenate([project_unit_ball(beta) * 0.9, np.full(len(weights), 3.0)])
    cones = [
        {"type": "ineq", "fun": lambda x, m=m, g=g: x[p + g] ** 2 - x[m] @ x[m] + 1e-14}
        for g, m in enumerate(members)
    ]
    ball = {"type": "ineq", "fun": lambda x: 1 - x[:p] @ x[:p]}
    result = minimize(
        lambda x: 0.5 * np.sum((x[:p] - beta) ** 2) + weights @ x[p:],
        start,
        constraints=[*cones, ball],
        bounds=[(None, None)] * p + [(0, None)] * len(weights),
        method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 500},
    )
    return result.fun


@pytest.mark.parametrize("beta", BETAS)
def test_groups_reach_the_minimum_of_a_general_solver(beta):
    penalty = PENALTIES["groups"]
    run = restarted_excessive_gap(beta, penalty, tol=1e-9)
    weights = penalty.gamma * penalty.weights
    want = by_slsqp(beta, penalty.C, penalty.row_groups, weights)
    assert run.primal[-1] == pytest.approx(want, abs=2e-5 * (1 + want))
    assert run.dual[-1] <= want + 1e-6 * (1 + want)


@every
@pytest.mark.parametrize("beta", BETAS)
def test_values_enclose_the_minimum_and_the_gap_keeps_its_promise(beta, penalty):
    problem = BallProblem(beta, penalty)
    for state, t in zip(excessive_gap_steps(problem), range(60)):
        size = 1e-10 * (1 + state.primal)
        below = problem.smoothed(state.v, state.mu)
        assert below <= state.dual + size  # (4.16)
        assert state.dual <= state.primal + size  # (4.15)
        assert state.primal <= below + state.mu * penalty.prox_diameter() + size  # (4.8)
        assert state.gap <= excessive_gap_bound(penalty, t) + size  # (4.21)
        assert np.linalg.norm(state.v) <= 1 + 1e-12


def test_a_smoothing_that_starts_too_small_breaks_the_condition():
    broken = 0
    for seed in range(20):
        beta = 3 * np.random.default_rng(seed).normal(size=6)
        problem = BallProblem(beta, PENALTIES["groups"])
        mu = 2 * problem.lipschitz / 50
        first = next(excessive_gap_steps(problem, mu))
        broken += problem.smoothed(first.v, mu) > first.dual + 1e-9
    assert broken > 0


@pytest.mark.parametrize("scale", [0.1, 1.0, 10.0])
def test_a_tree_of_groups_is_solved_exactly_by_its_prox(scale):
    tree = TreeGroups([-1, 0, 0, 1, 1, 2], weights=[0.5, 1.0, 0.7, 1.0, 0.3, 0.8])
    beta = scale * RNG.normal(size=6)
    run = restarted_excessive_gap(beta, GroupPenalty(tree.groups(), 0.2, tree.weights), tol=1e-11)
    exact = project_unit_ball(prox_tree(beta, tree, 0.2))
    assert np.linalg.norm(run.v - exact) <= run.radius + 1e-9


def test_the_closed_forms_are_those_of_the_definitions():
    problem = BallProblem(BETAS[1], PENALTIES["groups"])
    C = problem.penalty.C.toarray()
    assert problem.lipschitz == pytest.approx(np.linalg.svd(C)[1][0] ** 2, rel=1e-12)
    alpha = problem.penalty.project(RNG.normal(size=len(C)))
    v = problem.primal_point(alpha)
    draws = RNG.normal(size=(4000, 6))
    draws = draws / np.maximum(1, np.linalg.norm(draws, axis=1))[:, None]
    near = v + 0.05 * draws
    near = near / np.maximum(1, np.linalg.norm(near, axis=1))[:, None]
    for points in (draws, near):
        values = points @ (C.T @ alpha) + 0.5 * np.sum((points - problem.beta) ** 2, axis=1)
        assert values.min() >= problem.dual(alpha) - 1e-12  # (4.9), (4.12)
    z = problem.gradient_step(alpha, v)
    gain = lambda a: C @ v @ (a - alpha) - 0.5 * problem.lipschitz * np.sum((a - alpha) ** 2)  # noqa: E731
    others = [problem.penalty.project(z + 0.1 * RNG.normal(size=len(C))) for _ in range(2000)]
    assert max(map(gain, others)) <= gain(z) + 1e-12  # (4.18)
    units = 1e-6 * np.eye(len(C))
    rises = [problem.dual(alpha + e) - problem.dual(alpha - e) for e in units]
    np.testing.assert_allclose(np.array(rises) / 2e-6, C @ v, atol=1e-7)  # (4.10)


def test_iterations_stay_below_the_number_promised():
    for gap in (1.0, 0.1, 1e-3):
        run = excessive_gap(BETAS[2], PENALTIES["groups"], gap=gap)
        assert run.converged
        assert run.n_iter <= excessive_gap_iterations(PENALTIES["groups"], gap)


@every
def test_a_neighbours_dual_solution_saves_steps(penalty):
    beta = BETAS[1]
    first = excessive_gap(beta, penalty, tol=1e-6)
    cold = excessive_gap(beta + 0.01, penalty, tol=1e-6)
    warm = excessive_gap(beta + 0.01, penalty, tol=1e-6, centre=first.alpha)
    assert warm.converged
    assert warm.primal[-1] == pytest.approx(cold.primal[-1], rel=1e-5)
    assert warm.n_iter <= cold.n_iter


def test_without_penalty_the_projection_is_the_answer():
    run = excessive_gap([3.0, 4.0], GroupPenalty([[0, 1]], 0.0))
    np.testing.assert_allclose(run.v, [0.6, 0.8])
    assert (run.n_iter, run.converged, run.gap) == (0, True, 0.0)


def test_the_certificate_is_printed(capsys):
    run = excessive_gap(BETAS[1], PENALTIES["groups"], verbose=True)
    assert capsys.readouterr().out.strip() == run.certificate()
    assert f"after {run.n_iter} steps" in run.certificate()


def test_subgradient_steps_arrive_later():
    penalty = PENALTIES["groups"]
    run = restarted_excessive_gap(BETAS[1], penalty, tol=1e-9)
    slow = ball_subgradient(BETAS[1], penalty, 1.001 * run.primal[-1], eta=1.0)
    assert slow.converged
    assert slow.best >= run.dual[-1] - 1e-9
    assert not ball_subgradient(BETAS[1], penalty, run.dual[-1] - 1, max_iter=5).converged


def test_the_pursuit_penalty_is_its_sum():
    v = RNG.normal(size=6)
    penalty = PENALTIES["pursuit"]
    i, j = np.transpose(EDGES)
    pairs = np.array([1.0, 0.5, 0.8, 1.0, 0.3]) @ np.abs(v[i] - v[j])
    assert penalty.value(v) == pytest.approx(0.2 * np.abs(v).sum() + 0.3 * pairs)
    assert np.linalg.svd(penalty.C.toarray())[1][0] <= penalty.norm() + 1e-12
    assert penalty.prox_diameter() == 5.5
    assert PursuitPenalty(np.empty((0, 2), int), 0.5, 1.0, n_features=6).value(v) == pytest.approx(
        0.5 * np.abs(v).sum()
    )


def test_equality_is_passed_on():
    np.testing.assert_array_equal(equal_entries([2.0, 0.0, 1.9995, 2.0004, 5.0]), [1, 0, 1, 1, 2])
    np.testing.assert_array_equal(equal_entries([0.0, 0.9, 1.8, 3.0], width=1.0), [0, 0, 0, 1])


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: excessive_gap([1.0, 2.0], PENALTIES["groups"]), "beta"),
        (lambda: excessive_gap(BETAS[0], PENALTIES["groups"], tol=-1), "tol"),
        (lambda: excessive_gap(BETAS[0], PENALTIES["groups"], mu=0.0), "mu"),
        (lambda: excessive_gap(BETAS[0], PENALTIES["groups"], centre=[1.0]), "centre"),
        (lambda: PursuitPenalty(EDGES, -1.0, 1.0), "theta1"),
        (lambda: PursuitPenalty(EDGES, 1.0, 1.0, [-1.0] * 5), "weights"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()


def test_zero_is_proved_soon_where_the_penalty_is_strong():
    penalty = GroupPenalty(GROUPS, 50.0)
    run = excessive_gap(BETAS[1], penalty, tol=1e-8, try_zero=True)
    np.testing.assert_array_equal(run.v, 0)
    assert run.n_iter < 200
    assert run.primal[-1] == pytest.approx(0.5 * BETAS[1] @ BETAS[1])
    weak = excessive_gap(BETAS[1], PENALTIES["groups"], tol=1e-8, try_zero=True)
    np.testing.assert_array_equal(weak.v, excessive_gap(BETAS[1], PENALTIES["groups"], tol=1e-8).v)


@every
def test_stages_keep_the_certificate_and_save_steps(penalty):
    stages = restarted_excessive_gap(BETAS[1], penalty, tol=1e-8)
    single = excessive_gap(BETAS[1], penalty, tol=1e-5)
    assert stages.converged
    assert len(stages.primal) == len(stages.dual)
    size = 1e-9 * (1 + single.primal[-1])
    assert stages.dual.max() <= single.primal[-1] + size
    assert stages.primal.min() >= single.dual[-1] - size
    problem = BallProblem(BETAS[1], penalty)
    assert stages.gap == pytest.approx(problem.primal(stages.v) - problem.dual(stages.alpha))
    cut = restarted_excessive_gap(BETAS[1], penalty, tol=1e-12, max_iter=3)
    assert (cut.n_iter, cut.converged) == (3, False)
