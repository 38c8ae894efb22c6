"""Projections and proximal steps in a diagonal metric, beside other ways to the same points."""

from itertools import product

import numpy as np
import pytest
from scipy.optimize import minimize

from mlcompanion.prox import L1, L2Norm, LInfNorm, RowNorm, project_l1_ball
from mlcompanion.prox.norms import L1Ball, L2Ball


def nearest_by_active_sets(v, a, c):
    """Nearest point to v >= 0 with <a, z> <= c, z >= 0: every set of positive entries is tried."""
    if a @ v <= c:
        return v
    best = None
    least = np.inf
    for active in product([False, True], repeat=len(v)):
        active = np.array(active)
        if not active.any():
            continue
        theta = (a[active] @ v[active] - c) / (a[active] @ a[active])
        z = np.where(active, v - theta * a, 0.0)
        distance = np.sum((z - v) ** 2)
        if (z >= -1e-12).all() and distance < least:
            best = z
            least = distance
    return best


def test_weighted_projection_finds_the_best_active_set():
    rng = np.random.default_rng(0)
    for _ in range(200):
        d = rng.integers(1, 8)
        v = rng.normal(size=d) * 3
        a = np.exp(rng.normal(size=d))
        c = rng.uniform(0.1, 1.5) * (a @ np.abs(v))
        z = project_l1_ball(v, c, weights=a)
        assert np.abs(z) == pytest.approx(nearest_by_active_sets(np.abs(v), a, c), abs=1e-10)
        assert (z * v >= 0).all()


def test_weights_of_one_change_nothing():
    v = np.random.default_rng(1).normal(size=50)
    assert project_l1_ball(v, 2.0, weights=np.ones(50)) == pytest.approx(project_l1_ball(v, 2.0))


def test_weighted_projection_far_out_and_with_ties():
    v = 1e9 + np.array([0.0, 0.5, 0.25])
    assert project_l1_ball(v, 1.0, weights=np.ones(3)).sum() == pytest.approx(1.0, abs=1e-12)
    assert project_l1_ball([2.0, 2.0, 2.0], 3.0, weights=[1.0, 1.0, 1.0]) == pytest.approx(1.0)
    assert project_l1_ball([2, 4], 2, weights=[1, 2]) == pytest.approx([0.4, 0.8])
    with pytest.raises(ValueError, match="weights"):
        project_l1_ball([1.0, 2.0], 1.0, weights=[1.0, 0.0])


@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e9])
def test_l2_steps_meet_their_stationarity_at_any_scale(scale):
    rng = np.random.default_rng(2)
    for spread in (0.1, 3.0, 10.0):
        h = np.exp(spread * rng.normal(size=6))
        v = scale * rng.normal(size=6)
        lam = 0.3 * np.linalg.norm(h * v)
        x = L2Norm(lam).metric_prox(v, h)
        pull = lam * x / np.linalg.norm(x)
        assert pull == pytest.approx(h * (v - x), abs=1e-10 * lam)
        assert not L2Norm(np.linalg.norm(h * v) * (1 + 1e-12)).metric_prox(v, h).any()
        y = L2Ball(0.4 * np.linalg.norm(v)).metric_prox(v, h)
        assert np.linalg.norm(y) == pytest.approx(0.4 * np.linalg.norm(v), rel=1e-12)
        ratio = h * (v - y) / y  # one multiplier for all coordinates
        assert ratio == pytest.approx(ratio[0], rel=1e-6)


def test_row_norms_are_their_rows():
    rng = np.random.default_rng(3)
    V = rng.normal(size=(5, 3))
    H = np.exp(rng.normal(size=(5, 3)))
    lams = np.array([0.0, 0.3, 0.6, 1.2, 9.0])
    for norm, kind in (("l2", L2Norm), ("linf", LInfNorm)):
        rows = RowNorm(lams, norm).metric_prox(V, H, 0.7)
        for row, v, h, lam in zip(rows, V, H, lams):
            assert row == pytest.approx(kind(lam).metric_prox(v, h, 0.7), abs=1e-14)


def test_l1_ball_in_a_metric_is_the_weighted_projection():
    rng = np.random.default_rng(4)
    v = rng.normal(size=8)
    h = np.exp(rng.normal(size=8))
    z = project_l1_ball(np.sqrt(h) * v, 1.3, weights=1 / np.sqrt(h))  # section 5.2
    assert L1Ball(1.3).metric_prox(v, h) == pytest.approx(z / np.sqrt(h), abs=1e-12)
    peer = minimize(
        lambda x: 0.5 * np.sum(h * (x[:8] - x[8:] - v) ** 2),
        np.full(16, 0.05),
        bounds=[(0, None)] * 16,
        constraints={"type": "ineq", "fun": lambda x: 1.3 - x.sum()},
        options={"ftol": 1e-14, "maxiter": 500},
    )
    assert z / np.sqrt(h) == pytest.approx(peer.x[:8] - peer.x[8:], abs=1e-5)


def test_a_metric_must_be_positive_and_fit():
    for h in ([1.0, 0.0], [1.0, 2.0, 3.0], [-1.0, 1.0], np.nan):
        with pytest.raises(ValueError, match="h"):
            L1(1.0).metric_prox([1.0, 2.0], h)
