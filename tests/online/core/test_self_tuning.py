"""Self-tuned scales: what they compute, and searches for streams that break their bounds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcompanion.convex import PNorm
from mlcompanion.datasets import make_noisy_separator
from mlcompanion.losses import Hinge, Squared
from mlcompanion.online import FixedScale, dual_ascent
from mlcompanion.online.bounds.duality import (
    doubling_bound,
    lipschitz_bound,
    path_bound,
    slope_scale_bound,
)
from mlcompanion.online.core.self_tuning import doubling_run, slope_scale_run
from mlcompanion.online.core.tuning import lipschitz_scale

SEARCH = settings(max_examples=25, deadline=None)


@st.composite
def games(draw):
    """A stream, a comparator and a U that is at least its complexity."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    T = draw(st.integers(1, 60))
    n = draw(st.integers(1, 4))
    X = rng.standard_normal((T, n)) * draw(st.floats(0.1, 10))
    u = rng.standard_normal(n) * draw(st.floats(0, 5))
    y = np.where(rng.random(T) < draw(st.floats(0, 1)), np.sign(X @ u + 1e-12), 1.0)
    return X, y, u, u @ u / 2 + draw(st.floats(0.01, 5))


def test_doubling_restarts_after_1_2_4_rounds():
    s = make_noisy_separator(100, 5, flip=0.1, random_state=0)
    run = doubling_run(s.data, s.target, 0.5, 8.0)
    for start, length in ((0, 1), (1, 2), (3, 4), (7, 8), (15, 16), (31, 32), (63, 64)):
        stage = slice(start, start + length)
        c = float(lipschitz_scale(0.5, 8.0, length))
        _, alone = dual_ascent(s.data[stage], s.target[stage], scale=FixedScale(c))
        assert np.array_equal(run.losses[stage], alone.losses)
        assert (run.scales[stage] == c).all()


@given(game=games())
@SEARCH
def test_doubling_bound_holds_at_every_prefix(game):
    X, y, u, U = game
    X = X / np.linalg.norm(X, axis=1, keepdims=True)
    for step in ("subgradient", "coordinate"):
        regret = np.cumsum(doubling_run(X, y, 0.5, U, step=step).losses - Hinge().value(X @ u, y))
        assert (regret <= doubling_bound(0.5, U, np.arange(1, len(X) + 1)) + 1e-9).all()


def test_doubling_bound_is_the_sum_over_full_stages():
    stages = lipschitz_bound(3.0, 0.5, 3.0, 2.0 ** np.arange(12))
    total = doubling_bound(0.5, 3.0, 2**11)  # one round into the last stage, which pays in full
    assert 0.97 * total < stages.sum() <= total


@given(game=games(), step=st.sampled_from(["subgradient", "coordinate"]))
@SEARCH
def test_slope_scale_bound_holds_at_every_prefix(game, step):
    X, y, u, U = game
    run = slope_scale_run(X, y, U, step=step)
    largest = np.maximum.accumulate((X**2).sum(axis=1))
    before = np.r_[0.0, np.cumsum(run.slopes2)[:-1]]
    np.testing.assert_allclose(run.scales, np.sqrt((largest + before) / U))
    regret = np.cumsum(run.losses - Hinge().value(X @ u, y))
    path = path_bound(U, run.slopes2, run.scales)
    bound = slope_scale_bound(run.slopes2, largest, U)
    assert (regret <= path + 1e-9 * (1 + path)).all()
    assert (path <= bound * (1 + 1e-9)).all()


def test_slope_scale_reads_the_dual_norm_of_the_geometry():
    s = make_noisy_separator(50, 6, random_state=1)
    run = slope_scale_run(s.data, s.target, 2.0, PNorm(4))
    norms = np.linalg.norm(s.data, ord=4, axis=1)
    assert run.scales[0] == pytest.approx(norms[0] / np.sqrt(2))
    np.testing.assert_allclose(run.slopes2[run.losses > 0], norms[run.losses > 0] ** 2)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: doubling_run([[1.0]], [1.0], 0.0, 1.0), "L"),
        (lambda: doubling_run([[1.0]], [1.0], 1.0, -1.0), "U"),
        (lambda: doubling_run([[1.0]], [1.0, 1.0], 1.0, 1.0), "y"),
        (lambda: slope_scale_run([[0.0], [1.0]], [1.0, 1.0], 1.0), "X"),
        (lambda: slope_scale_run([[1.0]], [1.0], 0.0), "U"),
        (lambda: slope_scale_run([[1.0]], [1.0], 1.0, loss=Squared()), "loss"),
        (lambda: slope_scale_bound([1.0], 1.0, -1.0), "U"),
    ],
)
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()
