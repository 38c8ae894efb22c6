"""Iterative scaling beside the printed update and an independent optimum."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from mlcompanion.optimize.majorising import ScalingBound, majorize, with_slack

RNG = np.random.default_rng(6)
X = RNG.random((60, 2))
LABELS = (X[:, 0] * 2 + RNG.normal(size=60) > 1).astype(int) + (RNG.random(60) < 0.3)
FULL = with_slack(X)


def test_the_slack_column_brings_all_rows_to_one_sum():
    assert FULL.sum(axis=1) == pytest.approx(np.full(60, X.sum(axis=1).max()))
    assert FULL.min() >= 0


def test_a_step_is_the_printed_one():
    w = RNG.normal(size=(3, 3))
    C = FULL.sum(axis=1)[0]
    want = w.copy()
    value = 0.0
    expected = np.zeros((3, 3))
    seen = np.zeros((3, 3))
    for x, y in zip(FULL, LABELS):
        p = np.exp(x @ w) / np.exp(x @ w).sum()
        expected += np.outer(x, p) / 60
        seen[:, y] += x / 60
        value -= np.log(p[y]) / 60
    want += np.log(seen / expected) / C
    touch = ScalingBound(FULL, LABELS).touch(w)
    assert touch.value == pytest.approx(value)
    assert touch.gradient == pytest.approx(expected - seen)
    assert touch.target == pytest.approx(want)


def test_it_ends_at_the_optimum_and_never_rises():
    run = majorize(ScalingBound(FULL, LABELS), np.zeros((3, 3)), tol=1e-7, max_iter=20_000)
    assert run.converged
    assert np.all(np.diff(run.objective) <= 1e-14)
    peer = LogisticRegression(C=np.inf, fit_intercept=False, tol=1e-10, max_iter=10_000)
    proba = peer.fit(FULL, LABELS).predict_proba(FULL)
    want = -np.log(proba[np.arange(60), LABELS]).mean()
    assert run.objective[-1] == pytest.approx(want, rel=1e-7)


def test_a_column_of_zeros_keeps_its_weights():
    wide = np.column_stack([FULL, np.zeros(60)])
    w = np.ones((4, 3))
    assert ScalingBound(wide, LABELS).touch(w).target[3].tolist() == [1, 1, 1]


def test_what_has_no_finite_weight_is_refused():
    with pytest.raises(ValueError, match="one sum"):
        ScalingBound(X, LABELS)
    with pytest.raises(ValueError, match="each feature"):
        ScalingBound(with_slack([[0.0, 1.0], [0.5, 1.0], [0.2, 0.2]]), [0, 1, 2])
    with pytest.raises(ValueError, match="X"):
        with_slack([[-1.0]])
