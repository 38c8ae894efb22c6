"""Every penalty is asked every question, and each answer is held against its definition.

A new penalty enters by itself: the first test fails until it is listed here.
"""

import numpy as np
import pytest
from scipy.optimize import minimize

import mlcompanion.prox as room
import mlcompanion.prox.norms as inner_room
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
    TreeGroups,
    TreeNorm,
)
from mlcompanion.prox.norms import L1Ball, L2Ball, LInfBall

LABELS = [0, 1, 0, 2, 1, 2]
TREE = TreeGroups([-1, 0, 0, 1, 1, 2], weights=[0.3, 0.5, 0.4, 1.0, 0.6, 0.8])
KINDS = [
    (Penalty(), (6,)),
    (L1(0.7), (6,)),
    (L1([0.5, 1.0, 0.2, 2.0, 1.0, 0.0]), (6,)),
    (ElasticNet(0.5, 2.0), (6,)),
    (ElasticNet(0.5, 0.0), (6,)),
    (SquaredL2(3.0), (6,)),
    (L2Norm(0.8), (6,)),
    (LInfNorm(0.9), (6,)),
    (RowNorm(0.6), (3, 2)),
    (RowNorm([0.6, 0.0, 1.1]), (3, 2)),
    (RowNorm(0.6, "linf"), (2, 3)),
    (GroupNorm(LABELS, 0.6), (6,)),
    (GroupNorm(LABELS, 0.6, weights=[1.0, 0.0, 2.0]), (6,)),
    (GroupNorm(LABELS, 0.6, norm="linf"), (6,)),
    (TraceNorm(0.8), (3, 2)),
    (TraceNorm(0.8), (2, 3)),
    (NonNegative(), (6,)),
    (NonNegative(L1(0.4)), (6,)),
    (NonNegative(ElasticNet(0.4, 1.5)), (6,)),
    (NonNegative(GroupNorm(LABELS, 0.4, norm="linf")), (6,)),
    (TotalVariation(0.5), (6,)),
    (FusedLasso(0.5, 0.3), (6,)),
    (FusedLasso(0.5, 0.0), (6,)),
    (TreeNorm(TREE, 0.7), (6,)),
    (TreeNorm(TREE, 0.7, "linf"), (6,)),
    (TreeNorm(TREE, 0.7, tied=True), (6, 2)),
    (TreeNorm(TREE, 0.7), (6, 2)),
    (L1Ball(0.9), (6,)),
    (L2Ball(0.8), (6,)),
    (LInfBall(0.5), (6,)),
]
every = pytest.mark.parametrize(
    ("penalty", "shape"), KINDS, ids=[f"{k}-{p!r}" for k, (p, _) in enumerate(KINDS)]
)
BALLS = (L1Ball, L2Ball, LInfBall)
SQUARES = (ElasticNet, SquaredL2)
RNG = np.random.default_rng(0)


def points(shape, count=40):
    """Random points of several sizes, some with zeros and ties."""
    scale = RNG.choice([0.1, 1.0, 4.0], size=(count, *[1] * len(shape)))
    found = scale * RNG.normal(size=(count, *shape))
    found[::4] = np.round(found[::4])
    return found


def grows_faster(penalty):
    """Whether it has a square, so that its conjugate is finite everywhere."""
    inner = penalty.penalty if isinstance(penalty, NonNegative) else penalty
    squared = isinstance(inner, ElasticNet) and inner.eta > 0
    return squared or isinstance(inner, BALLS)


def test_every_kind_is_listed():
    faces = [*vars(room).values(), *vars(inner_room).values()]
    kinds = {k for k in faces if isinstance(k, type) and issubclass(k, Penalty)}
    assert {type(p) for p, _ in KINDS} == kinds


@every
def test_value_is_convex_and_zero_at_zero(penalty, shape):
    assert penalty.value(np.zeros(shape)) == 0
    for x, z in zip(points(shape), points(shape)):
        middle = penalty.value(0.3 * x + 0.7 * z)
        assert middle <= 0.3 * penalty.value(x) + 0.7 * penalty.value(z) + 1e-12


@every
def test_prox_minimises_its_objective(penalty, shape):
    for v, step in zip(points(shape, 4), np.geomspace(0.05, 5, 4)):

        def objective(x, v=v, step=step):
            return step * penalty.value(x) + 0.5 * np.sum((x - v) ** 2)

        x = penalty.prox(v, step)
        assert x.shape == shape
        best = objective(x)
        for d in RNG.normal(size=(30, *shape)) * RNG.choice(
            [1e-4, 1e-2, 1], (30, *[1] * len(shape))
        ):
            assert objective(x + d) >= best - 1e-10
        peer = minimize(
            lambda u: min(objective(u.reshape(shape)), 1e9), np.ravel(v), method="Powell"
        )
        assert best <= peer.fun + 1e-9


@every
def test_metric_prox_minimises_its_objective(penalty, shape):
    rng = np.random.default_rng(1)
    for v, step in zip(points(shape, 4), np.geomspace(0.05, 5, 4)):
        h = np.exp(rng.normal(size=shape))

        def objective(x, v=v, h=h, step=step):
            return step * penalty.value(x) + 0.5 * np.sum(h * (x - v) ** 2)

        x = penalty.metric_prox(v, h, step)
        best = objective(x)
        assert x.shape == shape
        for d in rng.normal(size=(30, *shape)) * rng.choice(
            [1e-4, 1e-2, 1], (30, *[1] * len(shape))
        ):
            assert objective(x + d) >= best - 1e-9
        peer = minimize(
            lambda u: min(objective(u.reshape(shape)), 1e9), np.ravel(x), method="Powell"
        )
        assert best <= peer.fun + 1e-9
        flat = penalty.metric_prox(v, np.full(shape, 2.0), step)
        assert flat == pytest.approx(penalty.prox(v, step / 2), abs=1e-9)


@every
def test_dual_norm_is_where_zero_begins_to_be_the_minimiser(penalty, shape):
    for g in points(shape, 12):
        t = penalty.dual_norm(g)
        if np.isinf(t):
            assert all(np.abs(penalty.prox(g, s)).max() > 1e-9 for s in (1.0, 1e3, 1e6))
            continue
        for x in filter(lambda x: np.isfinite(penalty.value(x)), points(shape)):
            assert t * penalty.value(x) >= np.vdot(g, x) - 1e-9
        assert np.abs(penalty.prox(g, t * (1 + 1e-9))).max() <= 1e-9
        if t > 0:
            assert np.abs(penalty.prox(g, t * (1 - 1e-6))).max() > 0


@every
def test_conjugate_is_the_supremum(penalty, shape):
    """Fenchel's inequality everywhere, with equality at the slope that a prox takes away."""
    for q in points(shape):
        p = penalty.prox(q, 1.0)
        v = q - p
        assert penalty.conjugate(v) == pytest.approx(np.vdot(v, p) - penalty.value(p), abs=1e-8)
        for x in points(shape, 10):
            assert penalty.conjugate(v) >= np.vdot(v, x) - penalty.value(x) - 1e-8
    if not grows_faster(penalty):
        v = 2.0 * points(shape)[1]
        beyond = penalty.dual_norm(v)
        assert (penalty.conjugate(v) == np.inf) == (beyond > 1)


@every
def test_feasible_slopes_have_a_finite_conjugate(penalty, shape):
    for v in points(shape):
        factor = penalty.feasible(v)
        assert 0 <= factor <= 1
        assert np.isfinite(penalty.conjugate(factor * v))
        if 0 < factor < 1:
            assert penalty.conjugate((1 + 1e-6) * factor * v) == np.inf


@every
def test_envelope_is_the_value_at_its_maximiser(penalty, shape):
    if isinstance(penalty, BALLS):
        with pytest.raises(ValueError, match="envelope"):
            penalty.envelope(np.zeros(shape))
        return
    for q, step in zip(points(shape), np.geomspace(0.05, 5, 40)):
        p = penalty.prox(q, step)
        direct = np.vdot(q, p) - 0.5 * np.vdot(p, p) - step * penalty.value(p)
        assert penalty.envelope(p, step) == pytest.approx(direct, abs=1e-8)


@every
def test_free_entries_are_those_that_change_nothing(penalty, shape):
    mask = penalty.free(shape)
    assert mask.shape == shape
    for w in np.abs(points(shape, 10)):
        moved = w + mask * np.abs(points(shape, 1)[0])
        assert penalty.value(moved) == pytest.approx(penalty.value(w))
    for k in np.flatnonzero(~mask):
        unit = np.zeros(mask.size)
        unit[k] = -1.0
        assert penalty.value(unit.reshape(shape)) > 0


@every
def test_jacobian_root_is_the_derivative_of_the_prox(penalty, shape):
    n = int(np.prod(shape))
    columns = lambda index: np.eye(n)[:, index]  # noqa: E731
    q = RNG.normal(size=shape) * 2
    if isinstance(penalty, (TreeNorm, *BALLS)):
        with pytest.raises(ValueError, match="penalty"):
            penalty.jacobian_root(q, penalty.prox(q, 0.5), 0.5, columns)
        return
    for step in (0.1, 0.5, 1.5, 100.0):
        p = penalty.prox(q, step)
        root = penalty.jacobian_root(q, p, step, columns)
        assert root.shape[0] == n
        numeric = np.empty((n, n))
        for k in range(n):
            d = np.zeros(n)
            d[k] = 1e-6
            d = d.reshape(shape)
            change = penalty.prox(q + d, step) - penalty.prox(q - d, step)
            numeric[:, k] = np.ravel(change) / 2e-6
        np.testing.assert_allclose(root @ root.T, numeric, atol=1e-6)
