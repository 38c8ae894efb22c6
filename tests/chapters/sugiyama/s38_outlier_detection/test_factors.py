"""The two ways to read the listing, and the package, on its data."""

import numpy as np
import pytest

from mlcompanion.outliers import LOF
from mlcompanion_chapters.sugiyama.s38_outlier_detection import descriptions, factors


@pytest.mark.parametrize("k", [1, 3, 10])
def test_three_ways_to_one_factor(k):
    X = factors.scattered(3)
    want = factors.by_definition(X, k)
    np.testing.assert_allclose(LOF(k).fit(X).factors_, want, rtol=1e-9)
    np.testing.assert_allclose(factors.listing_factors(X, k, k + 1), want, rtol=1e-9)
    # with one neighbour the floor never counts
    assert k == 1 or np.abs(factors.listing_factors(X, k, k) - want).max() > 1e-3


def test_the_data_are_the_listings():
    X = factors.scattered(0)
    assert X.shape == (100, 2)
    assert X[99, 0] == 14
    assert np.abs(X[:50]).max() > 8
    assert np.abs(X[50:99]).max() < 5
    Z = descriptions.stretched(0)
    assert Z.shape == (50, 2)
    assert Z[:20, 0].std() > 2 * Z[20:, 0].std()


def test_a_draw_of_each():
    drawn = factors.factor_draw(1)
    assert 1 <= drawn["rank"] <= 100
    assert 0 <= drawn["kept30"] <= 1
    counts = factors.slip_of_the_listing(3)
    assert counts["column"] == 3
    outs, swapped = descriptions.tradeoff(2)
    assert outs.shape == (2, 4)
    assert (outs <= 1 / np.array(descriptions.PRICES)).all()
    assert swapped.dtype == bool
