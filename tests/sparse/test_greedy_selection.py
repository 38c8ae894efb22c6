"""Subset selection against brute force over all subsets."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcompanion.sparse import backward_elimination, best_subset, forward_selection


def rss(X, y, subset):
    subset = list(subset)
    w = np.linalg.lstsq(X[:, subset], y, rcond=None)[0] if subset else np.zeros(0)
    return np.sum((y - X[:, subset] @ w) ** 2)


def draw(seed, n=20, d=6):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) @ (np.eye(d) + 0.5 * rng.normal(size=(d, d)))
    return X, X[:, :3].sum(axis=1) + rng.normal(size=n)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), d=st.integers(1, 7))
def test_best_subset_is_the_best_of_all(seed, d):
    X, y = draw(seed, d=max(d, 3))
    X = X[:, :d]
    path = best_subset(X, y)
    for k in range(d + 1):
        least = min(rss(X, y, S) for S in combinations(range(d), k))
        assert path.rss[k] == pytest.approx(least)
        assert len(path.subsets[k]) == k
        assert rss(X, y, path.subsets[k]) == pytest.approx(least)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_greedy_steps_are_the_best_single_steps(seed):
    X, y = draw(seed)
    forward = forward_selection(X, y)
    backward = backward_elimination(X, y)
    for k in range(6):
        now = set(forward.subsets[k])
        then = set(forward.subsets[k + 1])
        assert now < then
        assert forward.rss[k + 1] == pytest.approx(
            min(rss(X, y, now | {j}) for j in range(6) if j not in now)
        )
        now = set(backward.subsets[k + 1])
        then = set(backward.subsets[k])
        assert then < now
        assert backward.rss[k] == pytest.approx(min(rss(X, y, now - {j}) for j in now), rel=1e-6)
    best = best_subset(X, y)
    assert (best.rss <= forward.rss + 1e-9).all()
    assert (best.rss <= backward.rss + 1e-6).all()


def test_dependent_columns_are_left_out_or_refused():
    X, y = draw(0)
    twice = np.column_stack([X, X[:, 0]])
    path = forward_selection(twice, y)
    assert len(path.rss) == 7
    assert path.rss[-1] == pytest.approx(rss(X, y, range(6)))
    assert best_subset(twice, y).rss[-1] == pytest.approx(path.rss[-1])
    with pytest.raises(ValueError, match="X"):
        backward_elimination(twice, y)


def test_sizes_can_be_limited():
    X, y = draw(1)
    full = best_subset(X, y)
    np.testing.assert_allclose(best_subset(X, y, 2).rss, full.rss[:3])
    assert len(forward_selection(X, y, 2).subsets) == 3
    wide = np.random.default_rng(0).normal(size=(5, 50))
    assert len(forward_selection(wide, np.arange(5.0)).rss) == 6


@pytest.mark.parametrize("method", [forward_selection, backward_elimination, best_subset])
@pytest.mark.parametrize(
    ("X", "y", "name"),
    [
        (np.ones(4), np.ones(4), "X"),
        (np.eye(4), np.ones(3), "y"),
        (np.full((3, 2), np.inf), np.ones(3), "X"),
    ],
)
def test_bad_input_is_named(method, X, y, name):
    with pytest.raises(ValueError, match=name):
        method(X, y)


def test_limits_are_named():
    X, y = draw(2)
    for method in (forward_selection, best_subset):
        with pytest.raises(ValueError, match="n_features"):
            method(X, y, 7)
    with pytest.raises(ValueError, match="30 columns"):
        best_subset(np.ones((2, 31)), np.ones(2))
