"""What the page checks must notice: a wrong formula."""

import numpy as np

from mlcompanion_chapters.sugiyama.s36_nonlinear_dimensionality_reduction.formulas import (
    gradient_gaps,
    kernel_gaps,
    quadratic_features,
)


def test_features_have_the_kernels_products():
    X = np.random.default_rng(0).normal(size=(5, 3))
    F = quadratic_features(X)
    np.testing.assert_allclose(F @ F.T, (1 + X @ X.T) ** 2)


def test_components_of_the_kernel_are_those_of_the_features():
    for n in (8, 60):
        assert max(kernel_gaps(0, n)) < 1e-7


def test_half_of_a_gradient_is_noticed():
    squared, crossed, half = gradient_gaps(0)
    assert max(squared, crossed) < 1e-7
    assert half > 1e-2
