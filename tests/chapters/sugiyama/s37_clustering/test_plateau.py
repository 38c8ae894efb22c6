"""The longest run of equal clusters."""

import numpy as np

from mlcompanion_chapters.sugiyama.s37_clustering.plateau import longest_plateau, plateau_run


def test_clouds_far_apart_are_one_plateau():
    X = np.random.default_rng(0).normal(size=(60, 2)) + 50 * (np.arange(60) % 2)[:, None]
    labels, first, last = longest_plateau(X, 2, 20)
    np.testing.assert_array_equal(labels, np.arange(60) % 2)
    assert 1 <= first < last == 20


def test_a_run_gives_its_row():
    row = plateau_run(0, most=3)
    assert set(row) == {"ari", "first", "last"}
    assert 1 <= row["first"] <= row["last"] <= 3
