"""Smoothing proximal gradient: optimality, certificates, bounds, special cases, estimators."""

import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import minimize
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.datasets import (
    make_association,
    make_genotypes,
    make_overlapping_groups,
    make_pathways,
)
from mlcompanion.losses import Logistic
from mlcompanion.optimize import fista
from mlcompanion.optimize.proximal import coordinate_descent
from mlcompanion.prox import L1, GraphPenalty, GroupNorm, GroupPenalty, LinearPenalty
from mlcompanion.prox import FusedLasso as FusedPenalty
from mlcompanion.sparse import (
    GraphFusedLasso,
    MultiTaskGraphFusedLasso,
    OverlappingGroupLasso,
    StructuredProblem,
    fobos,
    spg_path,
    structured_admm,
)
from mlcompanion.sparse.structured import spg
from mlcompanion.sparse.structured.spg import iteration_bound
from mlcompanion.sparse.structured.structured_regression import correlation_graph

DATA = make_overlapping_groups(4, 60, 15, 5, noise=0.5, random_state=0)
GROUPS = GroupPenalty(DATA.groups, 2.0, [1.0, 0.5, 1.5, 1.0])
RNG = np.random.default_rng(0)
D = DATA.X.shape[1]
CHAIN = np.column_stack([np.arange(D - 1), np.arange(1, D)])
GRAPH = GraphPenalty(CHAIN, 2.0, RNG.uniform(-1, 1, D - 1))
PENALTIES = pytest.mark.parametrize("penalty", [GROUPS, GRAPH], ids=["groups", "graph"])


@parametrize_with_checks(
    [
        OverlappingGroupLasso(gamma=0.1, lam=0.1),
        GraphFusedLasso(gamma=0.1, lam=0.1),
        MultiTaskGraphFusedLasso(gamma=0.1, lam=0.1),
    ]
)
def test_scikit_learn_contract(estimator, check):
    check(estimator)


@PENALTIES
def test_spg_admm_and_fobos_reach_one_optimum(penalty):
    problem = StructuredProblem(DATA.X, DATA.y, penalty, 1.0)
    run = spg(problem, 1e-5, stages=4, gap=1e-4, restart=True)
    assert run.converged
    assert 0 <= run.gap <= 1e-4
    assert run.objective == problem.objective(run.coef)
    split = structured_admm(problem, 5.0, tol=1e-7)
    assert problem.objective(split.z[-D:]) == pytest.approx(run.objective, abs=1e-4)
    alpha = 5.0 * split.u[: penalty.C.shape[0]]
    np.testing.assert_allclose(penalty._project(alpha), alpha, atol=1e-9)
    assert 0 <= problem.gap(split.z[-D:], alpha=alpha) <= 1e-3
    slow = fobos(problem, 3000, c=0.1 / np.sqrt(60 * D))
    assert run.objective - 1e-4 <= slow.objective[-1] <= run.objective * 1.01
    for w in run.coef + 0.1 * RNG.normal(size=(20, D)):
        assert problem.objective(w) > run.objective - run.gap


@PENALTIES
@pytest.mark.parametrize("n", [60, 20])
def test_gap_bounds_the_distance_from_the_optimum(penalty, n):
    problem = StructuredProblem(DATA.X[:n], DATA.y[:n], penalty, 1.0)
    best = spg(problem, 1e-4, stages=3, gap=1e-3, restart=True).objective
    for scale in (0.0, 0.1, 1.0):
        w = scale * RNG.normal(size=D)
        assert problem.objective(w) - best <= problem.gap(w, 0.1) + 1e-9
    rough = spg(problem, 0.1, tol=1e-13)
    assert (
        rough.gap <= 0.1 * problem.prox_diameter * 1.01
    )  # at most mu D at the surrogate's minimum


def test_accuracy_is_kept_within_the_iterations_of_the_theorem():
    problem = StructuredProblem(DATA.X, DATA.y, GROUPS, 1.0)
    best = spg(problem, 1e-6, stages=5, gap=1e-5, restart=True)
    for accuracy in (10.0, 1.0, 0.1):
        bound = iteration_bound(problem, np.linalg.norm(best.coef), accuracy)
        values = []
        spg(problem, accuracy / (2 * problem.prox_diameter), tol=0.0, max_iter=int(bound) + 1,
            callback=lambda t, w, v=values: v.append(problem.objective(w)))  # fmt: skip
        assert values[int(bound)] - best.objective <= accuracy
        run = spg(problem, accuracy=accuracy)
        assert run.gap <= accuracy


def test_step_is_the_algorithm_of_the_source():
    problem = StructuredProblem(DATA.X, DATA.y, GROUPS, 0.7)
    mu = 0.01
    smooth = problem.smoothed(0.01)
    L = np.linalg.eigvalsh(DATA.X.T @ DATA.X)[-1] + GROUPS.norm() ** 2 / mu
    beta = w = np.zeros(D)
    theta = 1.0
    for t in range(25):
        gradient = DATA.X.T @ (DATA.X @ w - DATA.y) + GROUPS.smoothed(w, mu)[1]
        v = w - gradient / L
        new = np.sign(v) * np.maximum(np.abs(v) - 0.7 / L, 0)
        theta_next = 2 / (t + 3)
        w = new + (1 - theta) / theta * theta_next * (new - beta)
        beta = new
        theta = theta_next
    run = spg(problem, mu, tol=0.0, max_iter=25)
    np.testing.assert_allclose(run.coef, beta, atol=1e-10)
    assert smooth.lipschitz() == pytest.approx(L)


def test_lasso_and_disjoint_groups_are_special_cases():
    empty = LinearPenalty(sparse.csr_array((0, D)))
    lasso = spg(StructuredProblem(DATA.X, DATA.y, empty, 3.0), gap=1e-9, restart=True)
    np.testing.assert_allclose(
        lasso.coef, coordinate_descent(DATA.X, DATA.y, 3.0, tol=1e-13).w, atol=1e-5
    )
    labels = np.arange(D) // 5
    parts = [np.flatnonzero(labels == g) for g in range(labels[-1] + 1)]
    problem = StructuredProblem(DATA.X, DATA.y, GroupPenalty(parts, 4.0, n_features=D), 1e-9)
    exact = fista(problem.fit, GroupNorm(labels, 4.0), np.zeros(D), restart=True, tol=1e-12)
    run = spg(problem, 1e-5, stages=4, restart=True, tol=1e-12)
    assert run.objective == pytest.approx(exact.objective[-1], abs=1e-4)


def test_chain_agrees_with_the_exact_proximal_operator():
    problem = StructuredProblem(DATA.X, DATA.y, GraphPenalty(CHAIN, 3.0), 1.0)
    exact = fista(problem.fit, FusedPenalty(3.0, 1.0), np.zeros(D), restart=True, tol=1e-12)
    for mu in (1e-2, 1e-4):
        run = spg(problem, mu, stages=3, restart=True, tol=1e-13)
        bias = run.objective - exact.objective[-1]
        assert -1e-7 <= bias <= mu * (D - 1) / 2
    np.testing.assert_allclose(run.coef, exact.w, atol=2e-3)


def test_multi_task_without_edges_is_one_lasso_per_output():
    data = make_association(random_state=1)
    empty = LinearPenalty(sparse.csr_array((0, 10)))
    problem = StructuredProblem(data.X, data.Y, empty, 5.0, on_outputs=True)
    run = spg(problem, gap=1e-8, restart=True)
    each = [coordinate_descent(data.X, y, 5.0, tol=1e-13).w for y in data.Y.T]
    np.testing.assert_allclose(run.coef.T, each, atol=1e-5)


@pytest.mark.parametrize("n", [100, 20])
def test_multi_task_is_one_problem_with_a_kronecker_map(n):
    data = make_association(random_state=1)
    X = data.X[:n]
    Y = data.Y[:n]
    edges, r = correlation_graph(data.Y)
    penalty = GraphPenalty(edges, 2.0, r, n_features=10)
    problem = StructuredProblem(X, Y, penalty, 3.0, on_outputs=True)
    run = spg(problem, 1e-4, stages=3, gap=1e-2, restart=True)
    wide = LinearPenalty(sparse.kron(sparse.eye_array(30), penalty.C))
    flat = StructuredProblem(np.kron(X, np.eye(10)), Y.ravel(), wide, 3.0)
    assert flat.objective(run.coef.ravel()) == pytest.approx(run.objective)
    assert flat.gap(run.coef.ravel(), 1e-4) == pytest.approx(run.gap, abs=1e-8)
    assert problem.prox_diameter == flat.prox_diameter
    again = spg(flat, 1e-4, stages=3, gap=1e-2, restart=True)
    assert again.objective == pytest.approx(run.objective, abs=2e-2)


def test_logistic_loss_has_a_certificate_too():
    y = np.sign(DATA.y)
    problem = StructuredProblem(DATA.X, y, GROUPS, 0.5, loss=Logistic())
    run = spg(problem, 1e-5, stages=4, gap=1e-4, restart=True)
    assert 0 <= run.gap <= 1e-4
    surrogate = problem.smoothed(1e-3)

    def halves(pq):  # w = p - q with p, q >= 0
        value, gradient = surrogate.value_and_gradient(pq[:D] - pq[D:])
        return value + 0.5 * pq.sum(), np.concatenate([gradient, -gradient]) + 0.5

    options = {"maxiter": 20_000, "maxfun": 40_000, "ftol": 1e-14, "gtol": 1e-9}
    least = minimize(halves, np.zeros(2 * D), jac=True, bounds=[(0, None)] * (2 * D),
                     method="L-BFGS-B", options=options).fun  # fmt: skip
    assert run.objective - 1e-3 * problem.prox_diameter <= least + 1e-3
    assert least <= run.objective + 1e-3


def test_backtracking_and_monotone_variants():
    problem = StructuredProblem(DATA.X, DATA.y, GROUPS, 1.0)
    plain = spg(problem, 1e-3, gap=0.05)
    back = spg(problem, 1e-3, gap=0.05, backtracking=True)
    monotone = spg(problem, 1e-3, gap=0.05, monotone=True)
    assert back.lipschitz <= 2 * plain.lipschitz
    assert np.all(np.diff(monotone.surrogate) <= 0)
    for run in (back, monotone):
        assert run.objective == pytest.approx(plain.objective, abs=0.05)
    assert len(spg(problem, 1e-3, gap=0.05, track=True).surrogate) == plain.n_iter + 1
    assert len(plain.surrogate) == 2


def test_path_starts_from_the_neighbour():
    problem = StructuredProblem(DATA.X, DATA.y, GROUPS, 1.0)
    gammas = (8.0, 4.0)
    runs = spg_path(problem, [(GroupPenalty(DATA.groups, g), g) for g in gammas], gap=0.05, mu=1e-3)
    for gamma, run in zip(gammas, runs):
        alone = StructuredProblem(DATA.X, DATA.y, GroupPenalty(DATA.groups, gamma), gamma)
        assert run.objective == pytest.approx(spg(alone, 1e-3, gap=0.05).objective, abs=0.05)
        assert run.gap <= 0.05


def test_estimators_reach_their_tolerance_and_predict():
    X = DATA.X + 2.0
    y = DATA.y + 5.0
    for model in (
        OverlappingGroupLasso(DATA.groups, 2.0, 1.0),
        GraphFusedLasso(CHAIN, 2.0, 1.0),
        GraphFusedLasso(np.empty((0, 2)), 2.0, 1.0),
    ):
        model.fit(X, y)
        assert model.gap_ <= 1e-4 * 0.5 * np.sum((y - y.mean()) ** 2)
        assert np.mean(y - model.predict(X)) == pytest.approx(0, abs=1e-9)
        assert model.score(X, y) > 0.5
    data = make_association(random_state=2)
    tasks = MultiTaskGraphFusedLasso(gamma=2.0, lam=3.0).fit(data.X, data.Y)
    assert tasks.coef_.shape == (10, 30)
    assert tasks.predict(data.X).shape == data.Y.shape
    free = OverlappingGroupLasso(DATA.groups, 2.0, 0.0, fit_intercept=False).fit(DATA.X, DATA.y)
    assert 0 <= free.gap_ <= 1e-4 * 0.5 * DATA.y @ DATA.y
    assert free.intercept_ == 0


def test_correlation_graph_keeps_strong_pairs():
    rng = np.random.default_rng(3)
    z = rng.normal(size=200)
    Y = np.column_stack([z, z + 0.1 * rng.normal(size=200), -z, np.ones(200), rng.normal(size=200)])
    edges, r = correlation_graph(Y, 0.5)
    assert edges.tolist() == [[0, 1], [0, 2], [1, 2]]
    assert np.sign(r).tolist() == [1, -1, -1]
    full = np.corrcoef(Y[:, [0, 1, 2, 4]].T)
    np.testing.assert_allclose(r, full[[0, 0, 1], [1, 2, 2]])
    assert len(correlation_graph(Y, n_edges=2)[0]) == 2


def test_generators_follow_the_source():
    data = make_overlapping_groups(3, 50, random_state=0)
    assert data.X.shape == (50, 280)
    assert [g[[0, -1]].tolist() for g in data.groups] == [[0, 99], [90, 189], [180, 279]]
    np.testing.assert_allclose(data.coef[:2], [-1, np.exp(-0.01)])
    G = make_genotypes(400, 300, 50, random_state=1)
    assert set(np.unique(G)) == {0, 1, 2}
    assert 0.08 <= (G.mean(axis=0) / 2).min() <= (G.mean(axis=0) / 2).max() <= 0.57
    near = [np.corrcoef(G[:, j], G[:, j + 1])[0, 1] for j in range(49)]
    far = [np.corrcoef(G[:, j], G[:, j + 10])[0, 1] for j in range(40)]
    assert 0.15 < np.mean(near) < 0.5
    assert abs(np.mean(far)) < 0.05
    tumours = make_pathways(300, random_state=0)
    assert tumours.X.shape == (300, 728)
    assert set(tumours.y) == {-1, 1}
    assert sum((tumours.coef[g] != 0).all() for g in tumours.groups) == 4
    inside = np.corrcoef(tumours.X[:, tumours.groups[5][8:12]].T)[0, 1]
    assert inside > 0.15
    tasks = make_association(random_state=0)
    assert tasks.X.shape == (100, 30)
    assert tasks.Y.shape == (100, 10)
    assert set(np.unique(tasks.coef)) == {0, 0.8}
    counts = [(tasks.coef[:, tasks.blocks == b] > 0).all(axis=1).sum() for b in range(3)]
    assert min(counts) >= 3


@pytest.mark.parametrize(
    ("call", "word"),
    [
        (lambda: StructuredProblem(DATA.X, DATA.y[:-1], GROUPS), "y"),
        (lambda: StructuredProblem(DATA.X, np.zeros((60, 2, 2)), GROUPS), "y"),
        (lambda: StructuredProblem(DATA.X[:, :-1], DATA.y, GROUPS), "penalty"),
        (lambda: StructuredProblem(DATA.X, DATA.y, GROUPS, on_outputs=True), "y"),
        (lambda: StructuredProblem(DATA.X, DATA.y, GROUPS, -1.0), "lam"),
        (lambda: StructuredProblem(DATA.X * np.nan, DATA.y, GROUPS), "X"),
        (lambda: spg(StructuredProblem(DATA.X, DATA.y, GROUPS), 0.0), "mu"),
        (lambda: spg(StructuredProblem(DATA.X, DATA.y, GROUPS), accuracy=1.0), "lam"),
        (lambda: spg(StructuredProblem(DATA.X, DATA.y, GROUPS, 1.0), accuracy=0.0), "accuracy"),
        (lambda: spg(StructuredProblem(DATA.X, DATA.y, GROUPS), start=np.zeros(3)), "start"),
        (lambda: spg(StructuredProblem(DATA.X, DATA.y, GROUPS), stages=0), "stages"),
        (lambda: fobos(StructuredProblem(DATA.X, DATA.y, GROUPS), 0), "n_iter"),
        (lambda: correlation_graph(DATA.X, 2.0), "threshold"),
        (lambda: make_overlapping_groups(group_size=10, overlap=10), "overlap"),
        (lambda: make_genotypes(linkage=1.0), "linkage"),
        (lambda: make_association(noise=-1.0), "noise"),
        (lambda: make_pathways(shared=20), "shared"),
        (
            lambda: structured_admm(
                StructuredProblem(DATA.X, np.sign(DATA.y), GROUPS, loss=Logistic())
            ),
            "problem",
        ),
    ],
)
def test_bad_input_is_named(call, word):
    with pytest.raises(ValueError, match=word):
        call()


def test_l1_weights_may_leave_entries_free():
    lam = np.ones(D)
    lam[0] = 0.0
    problem = StructuredProblem(DATA.X, DATA.y, GROUPS, lam)
    assert isinstance(problem.l1, L1)
    assert spg(problem, 1e-3).gap == np.inf
