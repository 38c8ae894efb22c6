from itertools import permutations as all_permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, chisquare

from mlcompanion.resampling import (
    bootstrap_counts,
    bootstrap_indices,
    fold_labels,
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
