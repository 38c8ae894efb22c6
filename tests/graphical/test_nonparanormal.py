"""The nonparanormal transform: invariance, the cut, and normal margins."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import kstest, norm

from mlcompanion.graphical import nonparanormal, truncation_level


@settings(max_examples=25, deadline=None)
@given(n=st.integers(2, 60), seed=st.integers(0, 10**6))
def test_increasing_functions_change_nothing(n, seed):
    Y = np.random.default_rng(seed).normal(size=(n, 3))
    moved = np.column_stack([Y[:, 0] ** 3, np.exp(Y[:, 1]), 5 * Y[:, 2] - 1])
    np.testing.assert_array_equal(nonparanormal(Y), nonparanormal(moved))


@settings(max_examples=25, deadline=None)
@given(n=st.integers(2, 60), seed=st.integers(0, 10**6))
def test_order_is_kept_and_the_cut_respected(n, seed):
    y = np.random.default_rng(seed).standard_cauchy(size=(n, 1))
    scores = nonparanormal(y)[np.argsort(y[:, 0]), 0]
    assert (np.diff(scores) >= 0).all()
    assert np.abs(scores).max() <= norm.isf(truncation_level(n)) + 1e-12
    assert scores.sum() == pytest.approx(0, abs=1e-9)


def test_margins_become_normal_without_a_cut():
    y = np.random.default_rng(0).exponential(size=(500, 1))
    assert kstest(nonparanormal(y, 1e-6)[:, 0], "norm").statistic < 0.002


def test_level_of_the_paper():
    assert truncation_level(1000) == pytest.approx(1 / (4 * 1000**0.25 * (np.pi * 6.907755) ** 0.5))


def test_ties_share_a_score():
    scores = nonparanormal([[1.0], [2.0], [2.0], [3.0]], 0.01)[:, 0]
    assert scores[1] == scores[2] == pytest.approx(0)
    assert scores[0] == pytest.approx(norm.ppf(1 / 8))


@pytest.mark.parametrize(
    ("Y", "truncation", "name"),
    [
        ([[1.0, np.nan], [1.0, 2.0]], None, "Y"),
        ([[1.0, 2.0]], None, "Y"),
        ([1.0, 2.0], None, "Y"),
        (np.eye(2), 0.0, "truncation"),
        (np.eye(2), 0.5, "truncation"),
    ],
)
def test_bad_input_names_the_argument(Y, truncation, name):
    with pytest.raises(ValueError, match=name):
        nonparanormal(Y, truncation)
