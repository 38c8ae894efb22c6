"""Proximal operators: variational definition, Moreau's identity, exact special cases."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import minimize

from mlcompanion.prox import (
    L1,
    ElasticNet,
    FusedLasso,
    GroupNorm,
    L2Norm,
    LInfNorm,
    NonNegative,
    Penalty,
    RowNorm,
    SquaredL2,
    TotalVariation,
    TraceNorm,
    project_l1_ball,
    soft_threshold,
    tv_denoise,
)
from mlcompanion.prox.balls.norm_balls import (
    project_l2_ball,
    project_linf_ball,
    row_norms,
    row_prox,
)

GROUPS = [0, 1, 0, 2, 1, 2]
NORMS = [
    L1(0.7),
    L1([0.5, 1.0, 0.2, 2.0, 1.0, 0.0]),
    L2Norm(0.8),
    LInfNorm(0.9),
    GroupNorm(GROUPS, 0.6),
    GroupNorm(GROUPS, 0.6, weights=[1.0, 0.5, 2.0]),
    GroupNorm(GROUPS, 0.6, norm="linf"),
    TotalVariation(0.5),
    FusedLasso(0.5, 0.3),
]
OTHERS = [ElasticNet(0.5, 2.0), SquaredL2(3.0), NonNegative(L1(0.4)), NonNegative(), Penalty()]
every = pytest.mark.parametrize("penalty", NORMS + OTHERS, ids=repr)
norms = pytest.mark.parametrize("penalty", NORMS, ids=repr)
vectors = arrays(float, 6, elements=st.floats(-5, 5, width=32))


def objective(penalty, x, v, step):
    return step * penalty.value(x) + 0.5 * np.sum((x - v) ** 2)


@every
@given(v=vectors, step=st.floats(0.05, 3))
@settings(max_examples=25, deadline=None)
def test_no_point_near_or_far_is_better(penalty, v, step):
    x = penalty.prox(v, step)
    best = objective(penalty, x, v, step)
    rng = np.random.default_rng(0)
    for scale in (1e-4, 1e-2, 1.0):
        for d in scale * rng.normal(size=(20, 6)):
            assert objective(penalty, x + d, v, step) >= best - 1e-10


@every
def test_a_numerical_solver_finds_nothing_better(penalty):
    v = np.array([1.5, -0.3, 0.8, -2.0, 0.1, 0.9])
    best = objective(penalty, penalty.prox(v, 0.7), v, 0.7)
    found = minimize(
        lambda x: min(objective(penalty, x, v, 0.7), 1e9),
        np.maximum(v, 0) + 0.1,
        method="Nelder-Mead",
        options={"xatol": 1e-9, "fatol": 1e-12, "maxiter": 20_000, "adaptive": True},
    )
    assert best <= found.fun + 1e-9
    assert best == pytest.approx(found.fun, abs=2e-2)  # the solver gets near: same problem


@norms
@given(v=vectors, step=st.floats(0.05, 3))
@settings(max_examples=25, deadline=None)
def test_moreau_identity(penalty, v, step):
    """What the prox takes away is a subgradient: feasible and aligned with what is left."""
    x = penalty.prox(v, step)
    slope = (v - x) / step
    assert np.vdot(slope, x) == pytest.approx(penalty.value(x), abs=1e-6)
    for w in np.random.default_rng(1).normal(size=(20, 6)):
        assert np.vdot(slope, w) <= penalty.value(w) + 1e-6
    if hasattr(penalty, "dual_norm"):
        assert penalty.dual_norm(slope) <= 1 + 1e-6


@pytest.mark.parametrize("penalty", [p for p in NORMS if hasattr(p, "dual_norm")], ids=repr)
def test_dual_norm_is_the_largest_ratio(penalty):
    g = np.array([0.4, -0.2, 0.9, -0.5, 0.3, -0.9])  # of mean 0: else infinite for variations
    rng = np.random.default_rng(2)
    if np.isinf(penalty.dual_norm(g)):  # an entry without price: no g with that entry is feasible
        assert penalty.value(np.eye(6)[5]) == 0
        g[5] = 0.0
    x = penalty.prox(3.0 * g, 3.0 * penalty.dual_norm(g) * 0.999)  # nearly all taken away
    assert np.vdot(g, x) / penalty.value(x) == pytest.approx(penalty.dual_norm(g), rel=0.05)
    for w in rng.normal(size=(200, 6)):
        assert np.vdot(g, w) <= penalty.dual_norm(g) * penalty.value(w) + 1e-9


def test_a_sum_of_slopes_that_is_rounding_leaves_the_dual_norm_finite():
    variation = TotalVariation(0.5)
    assert variation.dual_norm(np.array([3.6e-17, 0.0, 0.0])) == pytest.approx(7.2e-17)
    assert variation.dual_norm(np.array([0.3, -0.3 + 3.6e-17, 0.0])) == pytest.approx(0.6)
    assert variation.dual_norm(np.array([0.3, -0.2, 0.0])) == np.inf


def test_a_free_entry_with_a_slope_has_infinite_dual_norm():
    assert L1([1.0, 0.0]).dual_norm(np.array([0.5, 0.1])) == np.inf


@given(V=arrays(float, (3, 5), elements=st.floats(-4, 4, width=32)), lam=st.floats(0.0, 6))
@settings(max_examples=40, deadline=None)
def test_rows_are_what_single_vectors_are(V, lam):
    for norm, single in (("l2", L2Norm), ("linf", LInfNorm)):
        rows = np.array([single(lam).prox(v) for v in V])
        np.testing.assert_allclose(RowNorm(lam, norm).prox(V), rows, atol=1e-12)
        assert RowNorm(lam, norm).value(V) == pytest.approx(sum(single(lam).value(v) for v in V))
    for v in V:
        left = v - project_l1_ball(v, lam) if lam > 0 else v
        np.testing.assert_allclose(row_prox(v[None], lam, "linf")[0], left, atol=1e-6)


def test_row_norm_takes_a_weight_for_each_row():
    V = np.array([[3.0, 4.0], [3.0, 4.0]])
    np.testing.assert_allclose(RowNorm([1.0, 5.0]).prox(V), [[2.4, 3.2], [0, 0]])
    assert RowNorm([1.0, 2.0]).dual_norm(V) == pytest.approx(5.0)
    assert RowNorm(2.0, "linf").dual_norm(V) == pytest.approx(3.5)


def test_trace_norm_soft_thresholds_the_spectrum():
    rng = np.random.default_rng(3)
    V = rng.normal(size=(6, 4))
    X = TraceNorm(0.8).prox(V, 1.5)
    sizes = np.linalg.svd(V, compute_uv=False)
    np.testing.assert_allclose(
        np.linalg.svd(X, compute_uv=False), np.maximum(sizes - 1.2, 0), atol=1e-12
    )
    penalty = TraceNorm(0.8)
    slope = (V - X) / 1.5
    assert penalty.dual_norm(slope) <= 1 + 1e-12
    assert np.vdot(slope, X) == pytest.approx(penalty.value(X))


def test_balls():
    v = np.array([3.0, 4.0])
    np.testing.assert_allclose(project_l2_ball(v, 1.0), [0.6, 0.8])
    assert project_l2_ball(v, 5.0) is v
    np.testing.assert_allclose(project_linf_ball(v, 3.5), [3.0, 3.5])
    np.testing.assert_allclose(row_norms(v[None], "l1"), [7.0])


def test_soft_threshold_by_hand():
    np.testing.assert_allclose(soft_threshold(np.array([-2.0, 0.5, 1.0]), 0.75), [-1.25, 0, 0.25])


def tv_certificate(v, x, lam):
    """The running sums of v - x stay within lam and touch the side to which x jumps."""
    sums = np.cumsum(v - x)
    assert abs(sums[-1]) < 1e-8 * max(1, np.abs(v).sum())
    assert np.abs(sums[:-1]).max(initial=0) <= lam + 1e-8
    jumps = np.diff(x)
    away = np.abs(jumps) > 1e-9
    np.testing.assert_allclose(sums[:-1][away], -lam * np.sign(jumps[away]), atol=1e-7)


@given(
    v=st.lists(st.floats(-10, 10, width=32), min_size=1, max_size=40).map(np.array),
    lam=st.floats(0.01, 20),
)
@settings(max_examples=200, deadline=None)
def test_total_variation_meets_its_optimality_conditions(v, lam):
    tv_certificate(v, tv_denoise(v, lam), lam)


def test_total_variation_on_a_long_signal():
    rng = np.random.default_rng(4)
    v = np.repeat(rng.normal(size=50), 2000) + 0.3 * rng.normal(size=100_000)
    tv_certificate(v, tv_denoise(v, 5.0), 5.0)
    assert np.allclose(tv_denoise(v, 1e6), v.mean())
    assert np.array_equal(tv_denoise(v, 0.0), v)


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: L1(-1.0), "lam"),
        (lambda: L1([1.0, -1.0]), "lam"),
        (lambda: ElasticNet(1.0, -1.0), "eta"),
        (lambda: GroupNorm([]), "groups"),
        (lambda: GroupNorm([0, 1], weights=[1.0]), "weights"),
        (lambda: GroupNorm([0, 1], norm="l3"), "norm"),
        (lambda: RowNorm(1.0, "l7"), "norm"),
        (lambda: tv_denoise([1.0, np.nan], 1.0), "v"),
        (lambda: tv_denoise([1.0], -1.0), "lam"),
    ],
)
def test_bad_input_is_named(make, name):
    with pytest.raises(ValueError, match=name):
        make()
