"""The chapter's own computations beside counts and closed forms."""

import numpy as np
import pytest
from scipy.optimize import minimize

from mlcompanion.prox import L1, Penalty, SquaredL2
from mlcompanion_chapters.jmlr12.j31_adagrad import adversary, data, errata, regret, valley


def test_adaptive_learners_pay_one_unit_a_feature():
    rng = np.random.default_rng(0)
    shown = adversary.places(5, 0.1, rng, 500)
    signs = rng.choice([-1.0, 1.0], len(shown))
    V = np.linalg.qr(rng.normal(size=(5, 5)))[0].copy()
    assert adversary.adaptive_losses(np.eye(5), shown, signs, "diag", 0.999).sum() == 5
    full = adversary.adaptive_losses(V, shown, signs, "full", 0.999).sum()
    assert full == pytest.approx(5, abs=1e-9)
    common = adversary.gradient_descent_losses(np.eye(5), shown, signs, 1.0, True, 0.999)
    assert common.sum() >= 4 / 0.2
    assert common[:100].sum() == 1  # the first feature costs one unit


def test_only_the_diagonal_knows_an_angle():
    for name, changes in (("one step for all", False), ("full matrix", False), ("diagonal", True)):
        at = [valley.walk(name, 0.1, angle, T=60)[1].sum() for angle in (0, 45)]
        assert (abs(at[0] - at[1]) > 1) == changes
    grid = valley.expected_loss(0.2, 0, np.array([0.5, 2.0]))
    assert grid[1, 0] == 0  # x = (0.5, 2)
    assert grid[0, 0] == pytest.approx(0.2 * 1.5)
    ellipse = valley.reach(valley.walk("one step for all", 0.1, 0, T=100)[2])
    assert np.ptp(ellipse, axis=0) == pytest.approx(0.2, rel=0.01)


def test_stacked_runs_are_single_runs():
    stream = regret.streams(40, 4, [0])
    single = regret.Streams(stream.yz[1:2], stream.kinds[1:2])
    for matrix, penalty in (("diag", regret.Boxed(L1(0.01))), ("full", None)):
        setting = regret.Setting("fobos", penalty, 1.0, matrix, 0.1)
        many, traces = regret.play(stream, setting)
        one, own = regret.play(single, setting)
        assert many[:, 1] == pytest.approx(one[:, 0], abs=1e-12)
        assert traces[:, 1] == pytest.approx(own[:, 0])


def test_boxed_penalties_minimise_within_the_box():
    v = np.array([2.0, -0.3, 0.9])
    h = np.array([0.5, 2.0, 1.0])
    for inner in (Penalty(), L1(0.4), SquaredL2(0.4)):
        x = regret.Boxed(inner).metric_prox(v, h, 0.7)
        peer = minimize(
            lambda z, p=inner: 0.7 * p.value(z) + 0.5 * h @ (z - v) ** 2,
            np.zeros(3), bounds=[(-1, 1)] * 3, method="Powell", options={"xtol": 1e-9},
        )  # fmt: skip
        assert x == pytest.approx(peer.x, abs=1e-4)


def test_bounds_hold_and_a_wrong_one_would_be_seen():
    row = regret.bounds_row("diag", "fobos", "l1", np.sqrt(2), 0.0, (50, 100))
    assert row["viol"] == 0
    assert 0 < row["nearest"] < 1
    assert row["n_checked"] == 2 * 12 * 51


def test_errata_are_told_apart():
    right, printed = errata.projection_problems(100, 0)
    assert right == 0 < printed
    inverted, excess, outside = errata.bisection_problems(50, 0)
    assert inverted == 1
    assert outside == 0
    assert excess < 1e-9
    regret_, bound, mended = errata.late_start(1000.0, 400)
    assert bound < regret_ < mended


def test_made_up_documents():
    X, y, X_test, _ = data.text_task(0, 0, n=400, d=300)
    assert X.shape == (300, 300)
    assert X_test.shape == (100, 300)
    assert 0.3 < (y > 0).mean() < 0.7
    counts = np.asarray(X.sum(axis=0)).ravel()
    assert counts[0] == 300  # p = 1
    assert counts[:20].mean() > 10 * counts[-100:].mean()
