from itertools import permutations as all_permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, chisquare
from sklearn.datasets import make_moons
from sklearn.model_selection import GridSearchCV, cross_val_score

from mlcompanion.manifold import LapSVM
from mlcompanion.resampling import (
    LabeledKFold,
    bootstrap_counts,
    bootstrap_indices,
    fold_labels,
    labeled_accuracy,
    permutations,
    random_splits,
)


@settings(max_examples=25, deadline=None)
@given(n=st.integers(2, 60), folds=st.integers(2, 10), seed=st.integers(0, 99))
def test_folds_are_balanced(n, folds, seed):
    folds = min(folds, n)
    sizes = np.bincount(fold_labels(n, folds, seed), minlength=folds)
    assert len(sizes) == folds
    assert np.ptp(sizes) <= 1


def test_counts_are_those_of_the_indices():
    rng = np.random.default_rng(0)
    x = rng.normal(size=7)
    indices, counts = bootstrap_indices(7, 40, 3), bootstrap_counts(7, 40, 3)
    for row, count in zip(indices, counts):
        assert np.bincount(row, minlength=7).tolist() == count.tolist()
    np.testing.assert_allclose(counts @ x / 7, x[indices].mean(axis=1))


@pytest.mark.parametrize("place", [0, 3])
def test_a_count_is_binomial_and_two_are_correlated_as_in_a_multinomial(place):
    n, repeats = 4, 40_000
    counts = bootstrap_counts(n, repeats, 1)
    assert (counts.sum(axis=1) == n).all()
    expected = repeats * binom.pmf(np.arange(n + 1), n, 1 / n)
    found = np.bincount(counts[:, place].astype(int), minlength=n + 1)
    assert chisquare(found, expected).pvalue > 1e-3
    other = counts[:, (place + 1) % n]
    assert np.cov(counts[:, place], other)[0, 1] == pytest.approx(-1 / n, abs=0.015)


def test_each_row_is_a_permutation_and_all_are_equally_likely():
    rows = permutations(4, 24_000, 2)
    assert (np.sort(rows, axis=1) == np.arange(4)).all()
    codes = rows @ 4 ** np.arange(4)
    known = sorted(np.array(p) @ 4 ** np.arange(4) for p in all_permutations(range(4)))
    values, found = np.unique(codes, return_counts=True)
    assert values.tolist() == known
    assert chisquare(found).pvalue > 1e-3


def test_splits_have_their_sizes_and_are_equally_likely():
    splits = random_splits(2, 3, 20_000, 3)
    assert splits.dtype == bool
    assert (splits.sum(axis=1) == 2).all()
    _, found = np.unique(splits @ 2 ** np.arange(5), return_counts=True)
    assert len(found) == comb(5, 2)
    assert chisquare(found).pvalue > 1e-3


@pytest.mark.parametrize("draw", [bootstrap_indices, bootstrap_counts, permutations])
def test_a_seed_says_all(draw):
    assert (draw(9, 5, 7) == draw(9, 5, np.random.default_rng(7))).all()
    assert (draw(9, 5, 7) != draw(9, 5, 8)).any()


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: fold_labels(3, 4), "folds"),
        (lambda: bootstrap_counts(0, 4), "n_samples"),
        (lambda: bootstrap_indices(3, 0), "repeats"),
        (lambda: permutations(3, 1.5), "repeats"),
        (lambda: random_splits(3, 0, 5), "n_second"),
    ],
)
def test_bad_input_is_refused(call, name):
    with pytest.raises(ValueError, match=name):
        call()


def test_semisupervised_models_are_searched_by_what_is_known():
    """Rows of label -1 train in every fold, and are never counted as wrong."""
    X, truth = make_moons(120, noise=0.05, random_state=2)
    y = truth.copy()
    y[12:] = -1
    folds = LabeledKFold(3, random_state=0)
    for train, test in folds.split(X, y):
        assert (y[test] >= 0).all()
        assert np.isin(np.flatnonzero(y < 0), train).all()
        np.testing.assert_array_equal(np.sort(np.r_[train, test]), np.arange(120))
    model = LapSVM(sigma=0.35, gamma_A=1e-5)
    assert cross_val_score(model, X, y, cv=folds).mean() > 0.9
    assert cross_val_score(model, X, y, cv=3).mean() < 0.2  # what plain folds say
    search = GridSearchCV(model, {"gamma_I": [1e-8, 1.0]}, cv=folds, scoring=labeled_accuracy)
    search.fit(X, y)
    assert search.best_score_ > 0.9
    assert labeled_accuracy(search.best_estimator_, X, y) == 1
    with pytest.raises(ValueError, match="n_splits=9"):
        list(LabeledKFold(9).split(X, y))
    with pytest.raises(ValueError, match="y must have a label"):
        labeled_accuracy(model, X, np.full(120, -1))
