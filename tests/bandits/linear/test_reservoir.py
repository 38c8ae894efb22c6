"""Reservoir sampling: every subset equally often, few items touched."""

from itertools import combinations

import numpy as np
import pytest

from mlcompanion.bandits.linear import Reservoir


def test_every_subset_is_equally_likely():
    counts = dict.fromkeys(combinations(range(5), 2), 0)
    rng = np.random.default_rng(0)
    for _ in range(4000):
        sample = Reservoir(2, rng)
        for item in range(5):
            sample.update(item)
        counts[tuple(sorted(int(v) for v in sample.values))] += 1
    found = np.array(list(counts.values()))
    assert ((found - 400) ** 2 / 400).sum() < 27.9  # 99.9 % point, 9 degrees of freedom


def test_first_items_are_kept_and_few_are_touched():
    sample = Reservoir(4, 0)
    with pytest.raises(ValueError, match="empty"):
        _ = sample.mean
    for item in (3.0, 1.0, 2.0):
        sample.update(item)
    assert sample.values.tolist() == [3, 1, 2]
    assert sample.mean == 2
    for item in range(10_000):
        sample.update(item)
    assert sample.n_seen == 10_003
    expected = 4 + 4 * sum(1 / t for t in range(5, 10_004))
    assert abs(sample.n_touched - expected) < 5 * np.sqrt(expected)
    assert len(sample.values) == 4
