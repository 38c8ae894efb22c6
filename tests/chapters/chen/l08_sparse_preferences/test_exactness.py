"""Sweeps, thresholds in a row and signs: the checks hold, and broken algorithms miss them."""

import numpy as np

from mlcompanion_chapters.chen.l08_sparse_preferences import exactness


def test_thresholds_add_and_the_last_one_does_not_do():
    cases = np.array([exactness.threshold_case(seed) for seed in range(60)])
    assert cases[:, 0].max() < 1e-12
    assert np.mean(cases[:, 1] > 1e-6) > 0.5


def test_the_minimiser_is_the_soft_threshold():
    assert exactness.minimiser_gap(20) < 1e-6


def test_lazy_is_swept_and_forgetting_is_not():
    gap, forgotten, zeros = exactness.lazy_gaps(0, (1, 7))
    assert gap < 1e-12
    assert forgotten > 1e-3
    assert 0 < zeros < 1


def test_only_steps_against_the_subgradient_help():
    found = exactness.sign_check()
    assert found["down"] == found["active"] > 0
    assert found["up"] == 0
    assert found["fd"] < 1e-6
