"""Mutual information by density ratios, against its value by quadrature."""

import numpy as np
from scipy.stats import norm

from mlcompanion_chapters.sugiyama.s37_clustering.added_point import (
    mutual_information,
    relative_changes,
)


def test_it_comes_near_the_exact_value():
    x = np.linspace(-12, 12, 4801)
    one, other = norm.pdf(x, -2), norm.pdf(x, 2)
    mean = (one + other) / 2
    exact = np.sum(one * np.log(one / mean)) * (x[1] - x[0])
    rng = np.random.default_rng(0)
    y = np.arange(400) % 2
    X = rng.normal(size=(400, 2)) + np.column_stack([4.0 * y - 2, np.zeros(400)])
    assert abs(mutual_information(X, y, 0) - exact) < 0.1
    assert mutual_information(X, rng.permutation(y), 0) < 0.15


def test_changes_are_relative():
    row = relative_changes(0, n=60)
    assert set(row) == {"mi", "q", "far_mi", "far_q", "mis_mi", "mis_q"}
    assert min(row.values()) >= 0
