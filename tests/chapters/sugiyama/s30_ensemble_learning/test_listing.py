"""The source's data and listings, as printed, beside the package."""

import numpy as np
import pytest

from mlcompanion.ensemble.votes import StumpBooster
from mlcompanion_chapters.sugiyama.s30_ensemble_learning import listing


def test_the_data_are_the_listings():
    X, y, flipped = listing.training_set(0, 200, 20)
    assert X.shape == (200, 2)
    assert flipped.sum() == 20
    np.testing.assert_array_equal(y * np.where(flipped, -1, 1), np.where(X[:, 0] > X[:, 1], 1, -1))
    assert listing.boundary_distance(np.array([[1.0, -1.0]]))[0] == pytest.approx(np.sqrt(2))


@pytest.mark.parametrize("seed", range(3))
def test_the_listing_and_the_package_agree_while_both_are_finite(seed):
    X, y, _ = listing.training_set(seed)
    axes = np.random.default_rng(seed).integers(2, size=60)
    printed = listing.listing_boost(X, y, axes.tolist())
    model = StumpBooster(n_estimators=60, axis="random", random_state=seed).fit(X, y)
    assert not printed.broken
    np.testing.assert_allclose(model.estimator_errors_, printed.errors, rtol=1e-7)
    np.testing.assert_allclose(model.estimator_weights_, printed.confidences, rtol=1e-7)
    np.testing.assert_allclose(model.margins_, printed.scores * y, rtol=1e-7)


def test_a_perfect_stump_breaks_the_listing():
    X = np.array([[0.0], [1.0], [2.0]])
    assert listing.listing_boost(X, np.array([-1.0, -1.0, 1.0]), [0] * 5).broken
