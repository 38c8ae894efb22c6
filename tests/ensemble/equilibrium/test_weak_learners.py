"""Stumps and trees on a grid against brute force, and as estimators."""

import numpy as np
import pytest
import sklearn
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.ensemble import DualBooster
from mlcompanion.ensemble.equilibrium import (
    BinnedStump,
    BinnedStumpSearch,
    CompleteTree,
    CompleteTreeSearch,
    LPAdaBoost,
)

#: Two fits give the labels other names, since each has another first row.
UNEQUAL = {"check_sample_weight_equivalence_on_dense_data": "two labels are named by the first row"}


@parametrize_with_checks(
    [BinnedStump(), CompleteTree(), CompleteTree(split="gini"), LPAdaBoost(n_rounds=10)],
    expected_failed_checks=lambda _: UNEQUAL if sklearn.__version__ < "1.7" else {},
)
def test_scikit_learn_accepts_them(estimator, check):
    check(estimator)


def stumps(X, m):
    """All stumps of the grid: values on the rows."""
    for column in X.T:
        low, high = column.min(), column.max()
        for t in range(1, m + 1):
            f = t / (m + 1)
            above = column > low * (1 - f) + high * f
            yield np.where(above, 1.0, -1.0)


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 25), st.integers(1, 4), st.integers(1, 6))
def test_the_binned_stump_is_the_best_of_its_class(seed, n, d, levels):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, levels, size=(n, d)).astype(float)  # many ties
    signed = rng.dirichlet(np.ones(n)) * rng.choice([-1, 1], n)
    search = BinnedStumpSearch(X, 7)
    stump, correlation = search.best(signed)
    assert correlation == pytest.approx(max(abs(signed @ h) for h in stumps(X, 7)), abs=1e-12)
    assert correlation == pytest.approx(signed @ stump(X), abs=1e-12)
    assert search.log_size == pytest.approx(np.log(2 * 7 * d))


def grown(X, y, signed, layers, m, split):
    """A tree on the rows that reach a node, by brute force over its splits."""
    grid = list(stumps(X, m))

    def score(h, rows):
        if layers == 1 or split == "error":
            return abs(signed[rows] @ h[rows])
        total = 0.0
        for side in (rows & (h > 0), rows & (h < 0)):
            W = np.abs(signed[side]).sum()
            total += signed[side].sum() ** 2 / W if W > 0 else 0.0
        return total

    def value(rows, depth):
        """Correlation that the subtree reaches."""
        if depth == 1:
            return max(abs(signed[rows] @ h[rows]) for h in grid)
        best = max(grid, key=lambda h: round(score(h, rows), 12))
        return value(rows & (best < 0), depth - 1) + value(rows & (best > 0), depth - 1)

    return value(np.ones(len(X), dtype=bool), layers)


@pytest.mark.parametrize("split", ["error", "gini"])
@pytest.mark.parametrize("seed", range(5))
def test_the_tree_grows_as_told(seed, split):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(60, 3))
    y = rng.choice([-1, 1], 60)
    signed = rng.dirichlet(np.ones(60)) * y
    search = CompleteTreeSearch(X, 3, 9, split)
    tree, correlation = search.best(signed)
    assert correlation == pytest.approx(signed @ tree(X), abs=1e-12)
    assert correlation == pytest.approx(grown(X, y, signed, 3, 9, split), abs=1e-9)
    assert search.log_size == pytest.approx(7 * np.log(2 * 9 * 3))


def test_a_tree_of_one_layer_is_a_stump():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(50, 2))
    signed = rng.normal(size=50)
    stump, value = BinnedStumpSearch(X, 20).best(signed)
    tree, same = CompleteTreeSearch(X, 1, 20).best(signed)
    assert value == same
    np.testing.assert_array_equal(stump(X), tree(X))


def test_a_tree_learns_what_no_stump_can():
    X = np.repeat([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [5, 5, 5, 3], axis=0)
    y = X[:, 0] != X[:, 1]  # exclusive or, unequal corners: no split of the first layer is a tie
    assert CompleteTree(depth=2).fit(X, y).score(X, y) == 1.0
    assert BinnedStump().fit(X, y).score(X, y) < 1.0


@pytest.mark.parametrize("weak", [BinnedStump(), CompleteTree()])
def test_far_out_columns(weak):
    rng = np.random.default_rng(1)
    X = rng.integers(0, 50, size=(80, 3)).astype(float)
    y = X[:, 0] + X[:, 1] > 50
    want = DualBooster(n_rounds=10, weak=weak).fit(X, y)
    moved = DualBooster(n_rounds=10, weak=weak).fit(X * 2.0**40 + 2.0**60, y)
    np.testing.assert_allclose(moved.alphas_, want.alphas_)
    wide = np.column_stack(
        [X * [1e300, 1e-300, 1.0], np.full(80, 7.0), np.array([-1e306, 1e306] * 40)]
    )
    assert DualBooster(n_rounds=20, weak=weak).fit(wide, y).score(wide, y) > 0.9


def test_rows_without_weight_move_no_threshold():
    X = np.array([[0.0], [1.0], [2.0], [3.0], [1e9]])
    y = [0, 0, 1, 1, 1]
    stump = BinnedStump().fit(X, y, sample_weight=[1, 1, 1, 1, 0])
    assert 1 <= stump.hypothesis_.threshold < 2


def test_the_search_is_prepared_once_for_all_rounds():
    rng = np.random.default_rng(2)
    X = rng.normal(size=(60, 4))
    y = X[:, 0] + X[:, 1] > 0

    class Counted(BinnedStump):
        calls = 0

        def search(self, X):
            type(self).calls += 1
            return super().search(X)

    model = DualBooster(n_rounds=12, weak=Counted()).fit(X, y)
    assert model.n_rounds_ == 12
    assert Counted.calls == 1
