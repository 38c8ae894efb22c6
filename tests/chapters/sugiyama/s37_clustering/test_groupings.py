"""Agreement of groupings against scikit-learn, separation against known sets."""

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from mlcompanion_chapters.sugiyama.s37_clustering.groupings import (
    matched_errors,
    pairwise_agreement,
    separable,
)

RNG = np.random.default_rng(0)


def test_agreement_is_the_adjusted_rand_index():
    groupings = RNG.integers(3, size=(6, 40))
    groupings[3] = (groupings[2] + 1) % 3
    groupings[4] = 0
    groupings[5] = 0
    found = pairwise_agreement(groupings)
    for i in range(6):
        for j in range(6):
            expected = adjusted_rand_score(groupings[i], groupings[j])
            assert found[i, j] == pytest.approx(expected)


def test_names_of_groups_do_not_count_as_errors():
    truth = np.repeat([0, 1, 2], 10)
    assert matched_errors((truth + 1) % 3, truth) == 0
    assert matched_errors(np.where(np.arange(30) == 4, 2, truth), truth) == pytest.approx(1 / 30)
    assert matched_errors(np.zeros(30, dtype=int), truth) == pytest.approx(2 / 3)


def test_a_plane_separates_what_it_can():
    A = RNG.normal(size=(30, 3))
    assert separable(A, A + np.array([0, 0, 100.0]))
    assert separable(A * 1e-3 + 5, A * 1e-3 + [5, 5, 6])
    assert not separable(A, A[:10] * 0.01)
    ring = np.column_stack([np.cos(np.arange(20)), np.sin(np.arange(20))])
    assert not separable(ring, ring * 0.1)
