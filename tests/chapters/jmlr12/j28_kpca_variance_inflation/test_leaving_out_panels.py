"""What the page runs of sections 2 and 3 and of Appendix A."""

import numpy as np
import pytest

from mlcompanion.datasets import make_spiked_gaussian
from mlcompanion_chapters.jmlr12.j28_kpca_variance_inflation.costs import loo_costs
from mlcompanion_chapters.jmlr12.j28_kpca_variance_inflation.shortcuts import (
    WIDTHS,
    kernel_panels,
    pca_panels,
    width_sweep,
)
from mlcompanion_chapters.jmlr12.j28_kpca_variance_inflation.transition import (
    mean_overlaps,
    overlaps_of_draw,
    theory_gap,
)
from mlcompanion_chapters.jmlr12.j28_kpca_variance_inflation.turning import (
    exact_changes,
    turning_of_draw,
)


def test_overlaps_are_those_of_the_data_themselves():
    found = overlaps_of_draw(3, (8, 15), (0.2, 0.5), d=40)
    rng = np.random.default_rng(3)
    eta = rng.standard_normal(15)
    noise = rng.standard_normal((15, 40))
    for i, sigma in enumerate((0.2, 0.5)):
        X = sigma * noise
        X[:, 0] += eta
        for j, n in enumerate((8, 15)):
            first = np.linalg.svd(X[:n], full_matrices=False)[2][0]
            assert found[i, j] == pytest.approx(first[0] ** 2)


def test_the_gap_to_theory_leaves_out_the_edge_and_few_points():
    assert theory_gap(mean_overlaps(2, (10, 60), (0.1,), 100), (10, 60), (0.1,), 100) < 0.05
    # at the threshold of 50 points nothing is judged but the far one
    far = theory_gap(np.array([[0.9, 0.5]]), (50, 1000), (0.5,), 800)
    assert far == pytest.approx(abs(0.5 - (1 - 0.8 / 16) / (1 + 0.8 / 4)))


def test_panels_measure_distances_from_exact_leave_one_out():
    row = pca_panels(1, n=40, d=1500)
    exact = row["points"]["exact"]
    want = np.sqrt(np.mean((row["points"]["raw"] - exact) ** 2, axis=0))
    np.testing.assert_allclose(row["raw"], want)
    assert np.all(np.array(row["apx"]) < row["raw"])
    kernels = kernel_panels(1, n=40, d=1500)
    assert {len(kernels[k]) for k in ("raw", "apx", "plus", "geo", "cor")} == {8}
    assert np.all(np.array(kernels["plus"]) > kernels["apx"])


def test_narrow_kernels_lose_new_points():
    ratios, correlation = width_sweep(0, n=20, d=200)
    assert len(ratios) == len(WIDTHS)
    assert ratios[-1] < 0.01 < ratios[0]
    assert correlation > 0.999


def test_exact_changes_of_one_point_by_hand():
    X = np.random.default_rng(0).normal(size=(30, 3)) * [3, 2, 1]
    found = exact_changes(X)
    rest = np.delete(X, 4, axis=0)
    values, vectors = np.linalg.eigh(np.cov(X.T, bias=True))
    new_values, new_vectors = np.linalg.eigh(np.cov(rest.T, bias=True))
    assert found["moved"][4] == pytest.approx(new_values[-1] - values[-1])
    u = vectors[:, -1]
    v = new_vectors[:, -1] * np.sign(new_vectors[:, -1] @ u)
    np.testing.assert_allclose(found["turned"][4], v - u, atol=1e-12)
    row = turning_of_draw(200, 0)
    assert row["cos"] < -0.9
    assert row["viol"] == 0


def test_costs_are_seconds_and_the_two_exact_ways_agree():
    row = loo_costs(12, 0, d=50)
    assert min(row[k] for k in ("short", "exact", "refit")) > 0
    assert row["gap"] < 1e-8
    assert make_spiked_gaussian(3, 5).data.shape == (3, 5)
