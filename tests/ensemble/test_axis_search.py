"""Cuts between samples against brute force, and the listing of Figure 30.3."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.ensemble import Stump, StumpSearch
from mlcompanion.ensemble.votes import AxisSearch, AxisStump


@parametrize_with_checks([AxisStump(), AxisStump("best"), AxisStump(0)])
def test_scikit_learn_accepts_the_stump(estimator, check):
    check(estimator)


def brute_force(column, signed):
    """Largest correlation of a cut between values of rows that count; None without a cut."""
    values = np.unique(column[signed != 0])
    if len(values) < 2:
        return None
    return max(abs(signed @ np.where(column > t, 1.0, -1.0)) for t in values[:-1])


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 25), st.integers(1, 4), st.integers(1, 6))
def test_the_best_cut_is_the_best_of_all(seed, n, d, levels):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, levels, size=(n, d)).astype(float)  # many ties
    signed = rng.dirichlet(np.ones(n)) * rng.choice([-1, 0, 1], n)
    search = AxisSearch(X)
    wanted = [brute_force(column, signed) for column in X.T]
    for axis, want in enumerate(wanted):
        stump, correlation = search.best(signed, axis)
        assert stump.feature == axis
        assert correlation == pytest.approx(abs(signed @ stump(X)), abs=1e-12)
        if want is None:
            assert stump.threshold == -np.inf
        else:
            assert correlation == pytest.approx(want, abs=1e-12)
            assert not np.isin(stump.threshold, X[:, axis][signed != 0]) or levels < 2
    stump, correlation = search.best(signed)
    cuts = [want for want in wanted if want is not None]
    if cuts:
        assert correlation == pytest.approx(max(cuts), abs=1e-12)
        assert correlation <= StumpSearch(X).best(signed)[1] + 1e-12  # which may be constant


def listing(x, y):
    """Figure 30.3 along one axis, as it is printed: threshold and sign."""
    order = np.argsort(x)
    lower = np.cumsum(y[order])
    upper = np.cumsum(y[order[::-1]])
    e = upper[-2::-1] - lower[:-1]
    at = np.argmax(np.abs(e))
    return x[order][at : at + 2].mean(), np.sign(e[at])


@pytest.mark.parametrize("seed", range(20))
def test_the_listing_finds_the_same_stump(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(50, 2))
    y = np.where(X[:, 0] > X[:, 1], 1.0, -1.0)
    for axis in (0, 1):
        stump = AxisStump(axis).fit(X, y).stump_
        threshold, sign = listing(X[:, axis], y)
        assert stump == Stump(axis, pytest.approx(threshold), sign)


def test_rows_without_weight_move_no_threshold():
    X = np.array([[0.0], [1.0], [5.0], [6.0]])
    stump, correlation = AxisSearch(X).best([-0.5, 0.0, 0.0, 0.5])
    assert stump == Stump(0, 3.0, 1)
    assert correlation == 1
    y = [0, 1, 0, 1]
    weighted = AxisStump(0).fit(X, y, sample_weight=[2, 0, 0, 2]).stump_
    assert weighted == AxisStump(0).fit(X[[0, 3]], [0, 1]).stump_


def test_no_stump_is_constant_though_that_would_be_best():
    X = np.array([[0.0], [1.0], [2.0]])
    stump, correlation = AxisSearch(X).best([1 / 3, 1 / 3, 1 / 3])
    assert stump.threshold in (0.5, 1.5)
    assert correlation == pytest.approx(1 / 3)
    assert StumpSearch(X).best([1 / 3, 1 / 3, 1 / 3])[1] == pytest.approx(1)


def test_an_axis_without_a_cut_gives_way():
    X = np.array([[7.0, 0.0], [7.0, 1.0], [7.0, 2.0]])
    signed = np.array([0.4, -0.2, 0.4])
    assert AxisSearch(X).best(signed)[0].feature == 1
    assert AxisSearch(X).best(signed, 0) == (Stump(0, -np.inf, 1), pytest.approx(0.6))


def test_neighbouring_and_huge_floats_are_separated():
    low = 1.0
    X = np.array([[low], [np.nextafter(low, 2)]])
    stump, correlation = AxisSearch(X).best([-0.5, 0.5])
    assert correlation == 1
    np.testing.assert_array_equal(stump(X), [-1, 1])
    wide = np.array([[-1.7e308], [1.7e308]])
    assert AxisSearch(wide).best([-0.5, 0.5])[0] == Stump(0, 0.0, 1)


def test_the_axis_is_drawn_and_the_seed_decides():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(30, 3))
    y = X[:, 0] > 0
    drawn = {AxisStump(random_state=seed).fit(X, y).stump_.feature for seed in range(30)}
    assert drawn == {0, 1, 2}
    assert AxisStump("best").fit(X, y).stump_.feature == 0
    again = [AxisStump(random_state=5).fit(X, y).stump_ for _ in range(2)]
    assert again[0] == again[1]


def test_what_is_refused():
    X = np.eye(3)
    with pytest.raises(ValueError, match="axis"):
        AxisStump(3).fit(X, [0, 1, 1])
    with pytest.raises(ValueError, match="axis"):
        AxisSearch(X).best([0.1, 0.2, 0.3], "random")
    with pytest.raises(ValueError, match="sample_weight"):
        AxisStump().fit(X, [0, 1, 1], sample_weight=[0, 0, 0])
    with pytest.raises(ValueError, match="two classes"):
        AxisStump().fit(X, [1, 1, 1])
    with pytest.raises(ValueError, match="column"):
        AxisSearch(np.empty((3, 0)))
