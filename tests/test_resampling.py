from itertools import permutations as all_permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, chisquare
from sklearn.datasets import make_moons
from sklearn.model_selection import GridSearchCV, KFold, StratifiedKFold, cross_val_score

from mlcompanion.classification.rules.neighbours import knn_error_rates
from mlcompanion.density import GaussianDensity, RelativeDensityRatio, likelihood_cv
from mlcompanion.density.contrasts.ratios import two_step_ratio
from mlcompanion.density.estimates import cross_validate_bandwidth, cross_validate_neighbours
from mlcompanion.manifold import LapSVM
from mlcompanion.regression import LeastSquares
from mlcompanion.regression.selection.cross_validation import (
    cross_validate_grid,
    cross_validate_path,
)
from mlcompanion.regression.selection.importance import importance_weighted_cv
from mlcompanion.resampling import (
    CrossValidation,
    LabeledKFold,
    bootstrap_counts,
    bootstrap_indices,
    fold_labels,
    fold_splits,
    labeled_accuracy,
    permutations,
    random_splits,
)
from mlcompanion.sparse.lasso import LassoCV
from mlcompanion.stats.selection.criteria import select


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
    indices = bootstrap_indices(7, 40, 3)
    counts = bootstrap_counts(7, 40, 3)
    for row, count in zip(indices, counts):
        assert np.bincount(row, minlength=7).tolist() == count.tolist()
    np.testing.assert_allclose(counts @ x / 7, x[indices].mean(axis=1))


@pytest.mark.parametrize("place", [0, 3])
def test_a_count_is_binomial_and_two_are_correlated_as_in_a_multinomial(place):
    n = 4
    repeats = 40_000
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


X9 = np.arange(9.0)[:, None]
CLASSES9 = np.repeat([0, 1, 2], 3)


def test_a_number_of_folds_draws_those_of_the_labels():
    labels = fold_labels(9, 4, 1)
    for fold, (train, test) in enumerate(fold_splits(4, X9, random_state=1)):
        assert test.tolist() == np.flatnonzero(labels == fold).tolist()
        assert train.tolist() == np.flatnonzero(labels != fold).tolist()


def test_a_splitter_and_its_pairs_and_masks_are_the_same_folds():
    splitter = StratifiedKFold(3)
    ours = fold_splits(splitter, X9, CLASSES9)
    for train, test in ours:
        assert CLASSES9[test].tolist() == [0, 1, 2]
        assert sorted([*train, *test]) == list(range(9))
    masks = [(np.isin(np.arange(9), train), np.isin(np.arange(9), test)) for train, test in ours]
    for folds in (splitter.split(X9, CLASSES9), masks, ours):
        again = fold_splits(folds, X9)
        assert [test.tolist() for _, test in again] == [test.tolist() for _, test in ours]


@pytest.mark.parametrize(
    ("folds", "message"),
    [
        ([([0, 1], [1, 2])], "other rows than they fit"),
        ([([0, 1], [9])], "must hold values"),
        ([([0, 1], [])], "at least 1 row"),
        ([([0, 1], [2], [3])], "pairs"),
        ([(np.ones(4, dtype=bool), [1])], "shape"),
        ([], "at least 1 item"),
        (10, "between 2 and 9"),
        (1.5, "integer"),
    ],
)
def test_folds_that_are_none_are_refused(folds, message):
    with pytest.raises(ValueError, match=message):
        fold_splits(folds, X9)


def test_every_row_is_judged_once_where_that_matters():
    pairs = [([0, 1, 2], [3, 4, 5, 6, 7, 8]), ([3, 4, 5], [0, 1, 2, 6])]
    assert len(fold_splits(pairs, X9)) == 2
    with pytest.raises(ValueError, match="row 6 is judged 2 times"):
        fold_splits(pairs, X9, once=True)


def _cross_validations(X, y, folds):
    """Everything that takes folds, with folds of one's own."""
    line = LeastSquares()
    return {
        "likelihood_cv": likelihood_cv(GaussianDensity(), X, folds),
        "select": select([GaussianDensity("diag")], X, "cv", folds).scores,
        "cross_validate_bandwidth": cross_validate_bandwidth(X, [0.5, 1.0], folds),
        "cross_validate_neighbours": cross_validate_neighbours(X, [1, 3], folds),
        "importance_weighted_cv": importance_weighted_cv(line, X, y, np.ones(len(y)), folds=folds),
        "knn_error_rates": knn_error_rates(X, y > 0, [1, 3], folds),
        "cross_validate_grid": cross_validate_grid(X, y, [1.0], [0.1], folds),
        "RelativeDensityRatio": RelativeDensityRatio(folds=folds).fit(X, X + 0.5).cv_scores_,
        "two_step_ratio": two_step_ratio(X, X, X + 0.5, [0.5, 1.0], folds=folds),
    }


def test_wherever_folds_are_they_may_be_ones_own():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(23, 2))
    y = rng.normal(size=23)
    splitter = KFold(4, shuffle=True, random_state=3)
    pairs = list(splitter.split(X))
    by_splitter = _cross_validations(X, y, splitter)
    by_pairs = _cross_validations(X, y, pairs)
    for name, found in by_splitter.items():
        np.testing.assert_array_equal(found, by_pairs[name], err_msg=name)
    means = [GaussianDensity("diag").fit(X[kept]).score(X[out]) for kept, out in pairs]
    assert by_pairs["select"] == pytest.approx([np.mean(means)])
    assert by_pairs["select"] != pytest.approx([by_pairs["likelihood_cv"].mean()], rel=1e-6)


def test_every_cross_validation_has_one_record():
    rng = np.random.default_rng(4)
    X = rng.normal(size=(23, 2))
    y = rng.normal(size=23)
    splits = fold_splits(4, X, random_state=1)
    labels = np.empty(23, dtype=int)
    for f, (_, out) in enumerate(splits):
        labels[out] = f
    ones = np.ones(23)
    lams = [0.1, 1.0, 3.0]
    line = LeastSquares()
    likelihood = likelihood_cv(GaussianDensity(), X, splits)
    calls = {  # with full, the fold's numbers, and their mean
        "likelihood_cv": (
            lambda **more: likelihood_cv(GaussianDensity(), X, splits, **more),
            [likelihood[out].mean() for _, out in splits],
        ),
        "cross_validate_bandwidth": (
            lambda **more: cross_validate_bandwidth(X, [0.5, 1.0], splits, **more),
            [cross_validate_bandwidth(X, [0.5, 1.0], [pair]) for pair in splits],
        ),
        "cross_validate_neighbours": (
            lambda **more: cross_validate_neighbours(X, [1, 3], splits, **more),
            [cross_validate_neighbours(X, [1, 3], [pair]) for pair in splits],
        ),
        "importance_weighted_cv": (
            lambda **more: importance_weighted_cv(line, X, y, ones, folds=splits, **more),
            importance_weighted_cv(line, X, y, ones, folds=splits),
        ),
        "knn_error_rates": (
            lambda **more: knn_error_rates(X, y > 0, [1, 3], splits, **more),
            knn_error_rates(X, y > 0, [1, 3], splits),
        ),
        "cross_validate_path": (
            lambda **more: cross_validate_path(X, y, lams, labels, **more),
            cross_validate_path(X, y, lams, labels),
        ),
        "cross_validate_grid": (
            lambda **more: cross_validate_grid(X, y, [1.0, 2.0], lams, splits, **more),
            [cross_validate_grid(X, y, [1.0, 2.0], lams, [pair]) for pair in splits],
        ),
    }
    for name, (call, by_fold) in calls.items():
        record = call(full=True)
        assert type(record) is CrossValidation, name
        np.testing.assert_allclose(record.by_fold, by_fold, rtol=1e-12, err_msg=name)
        np.testing.assert_allclose(record.mean, np.mean(by_fold, axis=0), rtol=1e-12, err_msg=name)
        assert len(record.splits) == 4
        for pair, own in zip(record.splits, splits):
            np.testing.assert_array_equal(pair[1], own[1])
        with pytest.raises((TypeError, ValueError), match="full"):
            call(full="yes")
    model = LassoCV(cv=splits).fit(X, y)
    assert type(model.validation_) is CrossValidation
    np.testing.assert_array_equal(model.validation_.by_fold, model.mse_path_.T)


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
