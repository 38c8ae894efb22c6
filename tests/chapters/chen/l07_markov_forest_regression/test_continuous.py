"""Columns of numbers: the roof has no correlation, and the rival finds what is correlated."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal, norm

from mlcompanion_chapters.chen.l07_markov_forest_regression import continuous


def test_neighbours_are_uncorrelated_and_dependent():
    X = continuous.bent_rows(20_000, np.random.default_rng(0))
    for parent, child in continuous.BENT:
        assert abs(np.corrcoef(X[:, parent], X[:, child])[0, 1]) < 0.15
        assert np.corrcoef(np.abs(X[:, parent]), X[:, child])[0, 1] < -0.8


def test_a_tree_of_correlations_is_found_by_its_rival():
    """A chain of three and a column alone, with SciPy's densities for the held-out scores."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(2, 500, 4))
    X[:, :, 1] += X[:, :, 0]
    X[:, :, 2] += X[:, :, 1]
    edges = continuous.normal_edges(*X)
    assert {tuple(e) for e in edges.tolist()} == {(0, 1), (1, 2)}
    mean, spread = X[0].mean(axis=0), X[0].std(axis=0)
    z = (X[1] - mean) / spread
    rho = np.corrcoef(X[0].T)
    pair = multivariate_normal([0, 0], [[1, rho[0, 1]], [rho[0, 1], 1]]).logpdf(z[:, :2])
    gain = np.mean(pair - norm.logpdf(z[:, :2]).sum(axis=1))
    assert gain == pytest.approx(-0.5 * np.log(1 - rho[0, 1] ** 2), abs=0.1)


def test_a_case_of_few_rows():
    found = continuous.kernel_case(0, n=60)
    assert found.keys() == {"normal_rule", "chosen", "correlations", "factor"}
    assert 0.2 < found["factor"] <= 1
