"""Smoothed penalties: variational definitions, bounds, gradients and norms."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from scipy.optimize import approx_fprime, minimize

from mlcompanion.losses import Huber
from mlcompanion.prox import (
    GraphPenalty,
    GroupNorm,
    GroupPenalty,
    LinearPenalty,
    TotalVariation,
    project_l1_ball,
)
from mlcompanion.prox.norms import smoothing

GROUPS = [[0, 1, 2], [2, 3], [1, 3, 4, 5], [5]]
EDGES = [[0, 1], [1, 2], [2, 3], [0, 4], [4, 5], [3, 5], [1, 4]]
R = np.array([0.9, -0.5, 0.3, -0.8, 1.0, 0.4, -0.2])


def penalties():
    rng = np.random.default_rng(0)
    return [
        GroupPenalty(GROUPS, 1.3, [1.0, 2.0, 0.5, 0.7]),
        GroupPenalty(GROUPS, 1.3, [1.0, 2.0, 0.5, 0.7], norm="linf"),
        GraphPenalty(EDGES, 0.8, R),
        LinearPenalty(rng.normal(size=(4, 6)), 0.5),
    ]


ALL = pytest.mark.parametrize("penalty", penalties(), ids=["l2", "linf", "graph", "linear"])


def brute_maximum(penalty, w, mu):
    """Value of (3.7) by a general solver; balls of the dual norm as constraints."""
    C = penalty.C.toarray()
    u = C @ w
    m = len(C)

    def constraints():
        if isinstance(penalty, GroupPenalty):
            for part in penalty._slices:
                if penalty.norm_name == "l2":
                    yield {"type": "ineq", "fun": lambda a, p=part: 1 - a[p] @ a[p]}
                else:  # split into positive parts would be smooth; corners one by one suffice
                    size = part.stop - part.start
                    for signs in np.array(np.meshgrid(*[[-1, 1]] * size)).reshape(size, -1).T:
                        yield {"type": "ineq", "fun": lambda a, p=part, s=signs: 1 - s @ a[p]}

    bounds = [(-1, 1)] * m
    result = minimize(lambda a: 0.5 * mu * a @ a - a @ u, np.zeros(m),
                      jac=lambda a: mu * a - u, bounds=bounds, constraints=list(constraints()),
                      method="SLSQP", options={"maxiter": 500, "ftol": 1e-12})  # fmt: skip
    return -result.fun


@ALL
@pytest.mark.parametrize("mu", [0.05, 1.0, 20.0])
def test_smoothed_value_is_the_maximum_of_its_definition(penalty, mu):
    for w in np.random.default_rng(1).normal(size=(3, 6)):
        assert penalty.smoothed(w, mu)[0] == pytest.approx(brute_maximum(penalty, w, mu), abs=1e-6)


@ALL
def test_gradient_is_the_derivative(penalty):
    w = np.random.default_rng(2).normal(size=6)
    numeric = approx_fprime(w, lambda v: penalty.smoothed(v, 0.7)[0], 1e-7)
    np.testing.assert_allclose(penalty.smoothed(w, 0.7)[1], numeric, atol=1e-5)


def test_values_are_those_of_the_formulas():
    w = np.random.default_rng(3).normal(size=6)
    l2, linf, graph, linear = penalties()
    weights = [1.0, 2.0, 0.5, 0.7]
    by_hand = 1.3 * sum(k * np.linalg.norm(w[g]) for k, g in zip(weights, GROUPS))
    assert l2.value(w) == pytest.approx(by_hand)
    by_hand = 1.3 * sum(k * np.abs(w[g]).max() for k, g in zip(weights, GROUPS))
    assert linf.value(w) == pytest.approx(by_hand)
    by_hand = 0.8 * sum(abs(r) * abs(w[i] - np.sign(r) * w[j]) for (i, j), r in zip(EDGES, R))
    assert graph.value(w) == pytest.approx(by_hand)
    assert linear.value(w) == pytest.approx(np.abs(linear.C @ w).sum())
    np.testing.assert_allclose(l2.group_norms(w), [np.linalg.norm(w[g]) for g in GROUPS])


def test_special_cases_are_the_known_penalties():
    w = np.random.default_rng(4).normal(size=6)
    chain = np.column_stack([np.arange(5), np.arange(1, 6)])
    assert GraphPenalty(chain, 0.7).value(w) == pytest.approx(TotalVariation(0.7).value(w))
    labels = np.array([0, 0, 1, 1, 1, 2])
    disjoint = GroupPenalty([np.flatnonzero(labels == g) for g in range(3)], 0.7)
    assert disjoint.value(w) == pytest.approx(GroupNorm(labels, 0.7).value(w))
    one = GraphPenalty(EDGES, 0.8, R, tau=np.square)
    assert one.C[[1], :].toarray().ravel() == pytest.approx([0, 0.2, 0.2, 0, 0, 0])


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.floats(1e-4, 10))
def test_gap_convexity_and_smoothness(seed, mu):
    rng = np.random.default_rng(seed)
    scale = 10.0 ** rng.uniform(-3, 1)
    for penalty in penalties():
        v, w = scale * rng.normal(size=(2, 6))
        (fv, gv), (fw, gw) = penalty.smoothed(v, mu), penalty.smoothed(w, mu)
        slack = 1e-12 * max(1.0, penalty.value(v))
        assert -slack <= penalty.value(v) - fv <= mu * penalty.prox_diameter() + slack
        assert fw >= fv + gv @ (w - v) - 1e-10 * max(1, abs(fv))
        L = penalty.norm() ** 2 / mu
        assert np.linalg.norm(gv - gw) <= L * np.linalg.norm(v - w) * (1 + 1e-9) + 1e-12
        g = penalty.subgradient(v)
        assert penalty.value(w) >= penalty.value(v) + g @ (w - v) - 1e-10 * max(1, fv)


@ALL
def test_dual_point_attains_and_stays_in_the_set(penalty):
    w = np.random.default_rng(5).normal(size=6)
    for mu in (0.0, 0.3):
        alpha = penalty.dual_point(w, mu)
        value = penalty.value(w) if mu == 0 else penalty.smoothed(w, mu)[0]
        assert alpha @ (penalty.C @ w) - mu / 2 * alpha @ alpha == pytest.approx(value)
        np.testing.assert_allclose(penalty._project(alpha), alpha, atol=1e-12)


def test_one_dimension_is_huber():
    w = np.linspace(-3, 3, 101)
    one = LinearPenalty([[1.0]])
    for mu in (0.1, 1.0):
        smoothed = [one.smoothed(np.array([x]), mu)[0] for x in w]
        np.testing.assert_allclose(smoothed, Huber(mu).value(w, 0.0) / mu, atol=1e-12)


def test_columns_add_up(monkeypatch):
    W = np.random.default_rng(6).normal(size=(6, 3))
    for penalty in penalties():
        each = [penalty.smoothed(w, 0.4) for w in W.T]
        value, gradient = penalty.smoothed(W, 0.4)
        assert value == pytest.approx(sum(v for v, _ in each))
        np.testing.assert_allclose(gradient.T, [g for _, g in each])
        assert penalty.value(W) == pytest.approx(sum(map(penalty.value, W.T)))
        np.testing.assert_allclose(
            penalty.subgradient(W).T, [penalty.subgradient(w) for w in W.T], atol=1e-14
        )
        assert penalty.prox_diameter(3) == 3 * penalty.prox_diameter()
        monkeypatch.setattr(smoothing, "_BLOCK", 8)
        blocks = penalty.smoothed(W, 0.4)
        assert blocks[0] == pytest.approx(value)
        np.testing.assert_allclose(blocks[1], gradient)
        monkeypatch.undo()


def test_norm_is_exact_for_groups_and_a_bound_for_graphs():
    for penalty in penalties():
        exact = np.linalg.norm(penalty.C.toarray(), 2)
        assert exact <= penalty.norm() * (1 + 1e-12)
        if isinstance(penalty, GroupPenalty):
            assert penalty.norm() == pytest.approx(exact)
    nodes = np.arange(8)
    cycle = np.column_stack([nodes, (nodes + 1) % 8])  # bipartite and regular: w = 1, -1, 1, ...
    assert GraphPenalty(cycle, 2.0).norm() == pytest.approx(
        np.linalg.norm(GraphPenalty(cycle, 2.0).C.toarray(), 2)
    )
    odd = np.column_stack([nodes[:7], (nodes[:7] + 1) % 7])
    loose = GraphPenalty(odd)
    assert np.linalg.norm(loose.C.toarray(), 2) < 0.99 * loose.norm()
    negative = GraphPenalty(odd, r=-np.ones(7))  # every sign turned: w = 1 stretches all edges
    assert np.linalg.norm(negative.C.toarray(), 2) == pytest.approx(negative.norm())


def test_linf_projection_is_the_l1_ball():
    penalty = GroupPenalty([[0, 1, 2]], norm="linf")
    u = np.array([3.0, -1.0, 0.2])
    np.testing.assert_allclose(penalty._project(u), project_l1_ball(u))


def test_zero_is_its_own_subgradient():
    for penalty in penalties():
        assert not penalty.subgradient(np.zeros(6)).any()
        assert penalty.value(np.zeros(6)) == 0


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda: GroupPenalty([]), "groups"),
        (lambda: GroupPenalty([[0], []]), "groups"),
        (lambda: GroupPenalty([[0, 0]]), "groups"),
        (lambda: GroupPenalty([[-1]]), "groups"),
        (lambda: GroupPenalty([[0.5]]), "groups"),
        (lambda: GroupPenalty([[0]], gamma=-1.0), "gamma"),
        (lambda: GroupPenalty([[0]], weights=[-1.0]), "weights"),
        (lambda: GroupPenalty([[0]], weights=[1.0, 2.0]), "weights"),
        (lambda: GroupPenalty([[0]], norm="l3"), "norm"),
        (lambda: GroupPenalty([[4]], n_features=4), "n_features"),
        (lambda: GraphPenalty([[0, 0]]), "edges"),
        (lambda: GraphPenalty([[0, 1, 2]]), "edges"),
        (lambda: GraphPenalty(np.empty((0, 2))), "edges"),
        (lambda: GraphPenalty([[0, 1]], r=[1.0, 2.0]), "r"),
        (lambda: GraphPenalty([[0, 1]], tau=lambda r: -r), "tau"),
        (lambda: GraphPenalty([[0, 1]], gamma=np.nan), "gamma"),
        (lambda: LinearPenalty([[np.inf]]), "C"),
        (lambda: LinearPenalty(sparse.eye_array(2), -1.0), "gamma"),
    ],
)
def test_bad_input_is_named(make, word):
    with pytest.raises(ValueError, match=word):
        make()
