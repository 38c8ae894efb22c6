"""What the misprints are held against, and that the right formulas pass."""

import numpy as np

from mlcompanion.reduction.linear import local_scatters
from mlcompanion_chapters.sugiyama.s35_linear_dimensionality_reduction import misprints
from mlcompanion_chapters.sugiyama.s35_linear_dimensionality_reduction.clouds import two_classes
from mlcompanion_chapters.sugiyama.s35_linear_dimensionality_reduction.experiments import LISTING


def test_the_listing_adds_the_within_class_matrix():
    found = misprints.listing_between(2, seed=3)
    assert np.allclose(found["off_within"], 1)
    assert np.allclose(found["shift"], 1)
    assert max(found["off_sum"]) < 1e-12 < min(found["off_text"])


def test_the_library_has_the_texts_matrices():
    X, y = two_classes(True, 40, random_state=1)
    for ours, loops in zip(local_scatters(X, y, **LISTING), misprints.local_by_pairs(X, y)):
        np.testing.assert_allclose(ours, loops, rtol=1e-10, atol=1e-10)


def test_swapped_matrices_look_the_wrong_way():
    found = misprints.swapped_matrices(2, seed=0)
    assert min(found["off_printed"]) > 89
    assert max(found["off_right"]) < 1


def test_lengths_constants_and_the_second_sum():
    assert misprints.length_after_sum(1000, seed=0).min() >= 0.707
    constants = misprints.kernel_constants(3, seed=0)
    np.testing.assert_allclose(constants["ratio_right"], 1, rtol=1e-9)
    np.testing.assert_allclose(constants["ratio_printed"], np.sqrt(np.pi), rtol=1e-9)
    sums = misprints.second_sums(2, seed=0)
    assert max(sums["off_right"]) < 1e-8 < min(sums["off_printed"])
