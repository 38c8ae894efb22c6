"""Exact information, and the experiments on its estimate."""

import numpy as np
import pytest
from scipy.integrate import quad

from mlcompanion_chapters.sugiyama.s37_clustering import label_information as info


def test_exact_values():
    both = quad(lambda x: info.density(x) ** 2, -12, 12, points=[-2, 0, 2])[0]
    assert info.exact_information(lambda x: x > 0) == pytest.approx(both / 2, rel=1e-7)
    border = info.middle()
    assert info.exact_information(lambda x: np.abs(x) > border) == pytest.approx(both / 2, rel=1e-4)
    # a border off the middle: the closed form for labels that are a function of the point
    share = quad(info.density, 1, 12)[0]
    right = quad(lambda x: info.density(x) ** 2, 1, 12, points=[2])[0]
    squares = share**2 + (1 - share) ** 2
    expected = right * (1 - 2 * share) + (both - right) * (2 * share - 1) + both * squares
    assert info.exact_information(lambda x: x > 1) == pytest.approx(expected, rel=1e-4)


def test_two_normals_by_quadrature():
    def square(x):
        gap = np.exp(-((x + 2) ** 2) / 2) - np.exp(-((x - 2) ** 2) / 2)
        return 2 * (gap / np.sqrt(2 * np.pi) / 4) ** 2

    assert quad(square, -12, 12, points=[-2, 2])[0] == pytest.approx(info.TWO_NORMALS)


def test_small_runs():
    found = info.gap_and_cut(2, n=200)
    assert found["exact_gap"] == pytest.approx(found["exact_cut"], rel=1e-4)
    assert min(found["est_gap"]) > max(found["est_cut"])
    shares = info.apart_shares(1, n=200)
    assert 0.3 < shares["own"][0] < 0.7 < shares["every"][0] < 1.3
    ranked = info.ranked_labels(1)
    assert ranked["truth"][0] > ranked["random"][0]


def test_rows_of_the_study():
    rows = info.neighbor_curve(0, (2, 10, 60), n_samples=120)
    assert [row["k"] for row in rows] == [2, 10, 60]
    assert 2 <= info.cluster_number(0)["best"] <= 6
    assert info.approach(50, 0)["rel"] >= 0
