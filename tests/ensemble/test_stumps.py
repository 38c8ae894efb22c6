"""Stumps against brute force over every threshold, and as an estimator."""

import numpy as np
import pytest
import sklearn
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.ensemble import DecisionStump, Stump, StumpSearch

#: It gives the labels of its two fits other names, since each has another first row.
UNEQUAL = {"check_sample_weight_equivalence_on_dense_data": "two labels are named by the first row"}


@parametrize_with_checks(
    [DecisionStump()],
    expected_failed_checks=lambda _: UNEQUAL if sklearn.__version__ < "1.7" else {},
)
def test_scikit_learn_accepts_the_stump(estimator, check):
    check(estimator)


def brute_force(X, signed):
    """Largest correlation over all features, thresholds and polarities."""
    best = abs(signed.sum())
    for column in X.T:
        for threshold in np.unique(column)[:-1]:
            best = max(best, abs(signed @ np.where(column > threshold, 1, -1)))
    return best


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 25), st.integers(1, 4), st.integers(1, 6))
def test_the_best_stump_is_the_best_of_all(seed, n, d, levels):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, levels, size=(n, d)).astype(float)  # many ties
    signed = rng.dirichlet(np.ones(n)) * rng.choice([-1, 1], n)
    stump, correlation = StumpSearch(X).best(signed)
    assert correlation == pytest.approx(brute_force(X, signed), abs=1e-12)
    assert correlation == pytest.approx(signed @ stump(X), abs=1e-12)  # and it is attained


def test_equal_values_are_never_separated():
    X = np.array([[1.0], [1.0], [2.0], [2.0]])
    stump, correlation = StumpSearch(X).best(np.array([0.25, -0.25, -0.25, -0.25]))
    assert stump == Stump(0, -np.inf, -1)  # a constant: no threshold parts rows 0 and 1
    assert correlation == 0.5
    stump, _ = StumpSearch(X).best(np.array([0.25, 0.25, -0.25, -0.25]))
    assert stump == Stump(0, 1.5, -1)


def test_neighbouring_floats_are_separated():
    low = 1.0
    X = np.array([[low], [np.nextafter(low, 2)]])
    stump, correlation = StumpSearch(X).best(np.array([-0.5, 0.5]))
    assert correlation == 1
    np.testing.assert_array_equal(stump(X), [-1, 1])
    wide = np.array([[-1.7e308], [1.7e308]])
    stump, _ = StumpSearch(wide).best(np.array([-0.5, 0.5]))
    np.testing.assert_array_equal(stump(wide), [-1, 1])


def test_weights_decide_and_rows_without_weight_do_not_count():
    X = np.array([[0.0], [1.0], [2.0], [3.0]])
    y = np.array(["a", "b", "b", "a"])
    heavy = DecisionStump().fit(X, y, sample_weight=[1, 1, 1, 0])
    assert heavy.edge_ == 0.5
    np.testing.assert_array_equal(heavy.predict(X), ["a", "b", "b", "b"])
    assert DecisionStump().fit(X, y).edge_ == 0.25


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: StumpSearch([1.0, 2.0]), "X must have 2 dimension"),
        (lambda: StumpSearch([[np.nan]]), "X contains NaN"),
        (lambda: StumpSearch(np.empty((0, 2))), "X needs at least 1 row"),
        (lambda: StumpSearch(np.empty((2, 0))), "X must have at least one column"),
        (lambda: StumpSearch([[1.0]]).best([1.0, 2.0]), "signed_weights must have shape"),
        (lambda: DecisionStump().fit([[1.0], [2.0]], [0, 1], [0.0, 0.0]), "sample_weight is zero"),
        (
            lambda: DecisionStump().fit([[1.0], [2.0]], [0, 1], [-1.0, 2.0]),
            "sample_weight must hold",
        ),
        (lambda: DecisionStump().fit([[1.0], [2.0], [3.0]], [0, 1, 2]), "got 3 class"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()
