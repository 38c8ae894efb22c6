"""Sweeps: what falls, what separates, and how starts agree."""

import numpy as np
import pytest

from mlcompanion_chapters.sugiyama.s37_clustering import sweeps


@pytest.mark.parametrize("kind", sweeps.KINDS)
@pytest.mark.parametrize("d", [1, 2, 4])
def test_data_sets_have_their_shape(kind, d):
    assert sweeps.data_set(kind, 30, d, np.random.default_rng(0)).shape == (30, d)


@pytest.mark.parametrize("index", range(6))
def test_costs_fall_and_planes_separate(index):
    row = sweeps.straight_boundaries(sweeps.KINDS[index % 3], index)
    assert row["rises"] == 0
    assert row["unsep"] == 0
    assert row["half"] >= 2


def test_the_control_can_fail():
    assert sweeps.overlapping_pairs(5) == 0


def test_agreement_of_starts():
    row = sweeps.agreement_by_start(0, starts=6)
    assert all(-0.5 <= row[name] <= 1 for name in ("km", "k2", "k1", "k05"))
    assert row["spread_km"] >= 0
