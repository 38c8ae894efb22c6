"""What the chapter runs, against computations by hand and against the library."""

import numpy as np
import pytest

from mlcompanion.change import graphical_lasso_ball, second_moment, structural_change
from mlcompanion.density.contrasts import energy_distance, mmd2
from mlcompanion.prox import project_l1_ball
from mlcompanion_chapters.sugiyama.s39_change_detection import distances, networks, samples
from mlcompanion_chapters.sugiyama.s39_change_detection import pump_series as series


def test_listed_networks_are_the_librarys():
    draws = networks.network_draws(networks.SHARED, 5, random_state=0)
    for X, Y, first, ratio in zip(draws["X"], draws["Y"], draws["first"], draws["ratio"]):
        fit = graphical_lasso_ball(second_moment(X), networks.LIKELIHOOD_RADIUS, tol=1e-12)
        np.testing.assert_allclose(fit.precision, first, atol=1e-4)
        found = structural_change(X, Y, networks.RATIO_RADIUS, tol=1e-12)
        np.testing.assert_allclose(found.change, ratio, atol=1e-4)


def test_projection_of_rows_is_that_of_each():
    V = np.random.default_rng(0).normal(size=(20, 9))
    V[0] *= 0.01  # inside the ball
    each = [project_l1_ball(v, 1.5) for v in V]
    np.testing.assert_allclose(networks.project_rows(V, 1.5), each, atol=1e-12)


def test_rates_count_patterns():
    truth = networks.SHARED[0] - networks.SHARED[1]
    right = np.stack([truth, 0.3 * truth])
    wrong = right.copy()
    wrong[0, 0, 0] = 0.1
    assert networks.same_signs(right, truth).all()
    assert networks.same_signs(wrong, truth).tolist() == [False, True]
    assert networks.same_zeros(wrong, truth).all()
    assert not networks.same_signs(-right, truth).any()


def test_samples_have_their_precision():
    X = networks.samples(networks.SHARED[0], 40_000, 1, np.random.default_rng(0))[0]
    np.testing.assert_allclose(np.linalg.inv(second_moment(X)), networks.SHARED[0], atol=0.05)


def test_series_of_the_listing():
    level = series.level_series(random_state=0)
    assert level[100:200].mean() - np.r_[level[:100], level[200:]].mean() > 2.5
    wave = series.frequency_series()
    assert wave[0] == np.sin(0.5)
    assert wave[150] == np.sin(151)
    assert wave[250] == np.sin(251 / 2)


def test_peaks_are_read_one_for_each_change():
    assert series.changes_hit([98, 199]) == 2
    assert series.changes_hit([98, 104]) == 1
    assert series.changes_hit([50, 150]) == 0


def test_toeplitz_by_hand():
    columns = series.listed_columns(np.arange(1, 7), 3)
    assert columns.tolist() == [[1, 2, 3], [2, 1, 2], [3, 2, 1], [4, 3, 2]]
    assert series.toeplitz_counts(6, 3) == {
        "forward": 1, "backward": 2, "mirrored": 2, "unused": 2,
    }  # fmt: skip


def test_integral_of_distribution_functions_by_hand():
    # 0 | 2 against 1: a half between 0 and 1, a half again to 2
    assert series.cdf_energy(np.array([0.0, 2.0]), np.array([1.0])) == pytest.approx(2 * 0.5)


def test_mapped_distances_of_known_normals():
    plain = distances.mapped_distances((0.0, 1.0), (1.0, 1.0), "none")
    assert plain["KL"] == pytest.approx(0.5, rel=1e-6)
    assert plain["Pearson"] == pytest.approx(np.e - 1, rel=1e-6)
    assert plain["L2"] == pytest.approx((1 - np.exp(-0.25)) / np.sqrt(np.pi), rel=1e-6)


def test_least_hinge_loss_is_twice_the_overlap():
    p, q = np.array([0.5, 0.5, 0.0]), np.array([0.1, 0.4, 0.5])
    assert distances.least_hinge(p, q) == pytest.approx(2 * np.minimum(p, q).sum())


def test_studies_run():
    row = samples.outlier_changes(0, n=40)
    assert all(np.isfinite(row[name]) for name in ("kl", "rpe", "l2"))
    counts = samples.rejections("shift", 3.0, 3, 0, n=20, n_draws=39)
    assert counts == dict.fromkeys(samples.TESTS, 3)
    rows = networks.radius_patterns(2, 0)
    assert all(row["radius"] in networks.RADII for row in rows)
    fits = samples.difference_draws(2, 0)
    assert all(row["h"] in samples.WIDTHS and row["plain"] <= row["both"] for row in fits)


def test_true_rulers_against_many_points():
    rng = np.random.default_rng(0)
    x, y = rng.normal(0, 1, (4000, 1)), rng.normal(1, 1, (4000, 1))
    truths = samples.true_rulers()
    assert energy_distance(x, y) == pytest.approx(truths["energy"], abs=0.05)
    assert mmd2(x, y, sigma=1.0) == pytest.approx(truths["MMD², width 1"], abs=0.02)
    w = 1 / (0.5 + 0.5 * np.exp(x - 0.5))
    assert w.mean() - 1 == pytest.approx(truths["relative Pearson"], abs=0.02)


def test_pairs_of_features_count_edges_once():
    found = networks.edge_weights(5, random_state=0)
    assert found["diag"] < 1e-9
    assert found["twice"] < 1e-9
    assert found["once"] > 0.001


def test_kernels_of_one_sample_find_half_of_what_is_out_of_reach():
    found = samples.centre_draws(40.0, 1, random_state=0)
    assert found["listing"][0] == pytest.approx(0.5, abs=0.1)
    assert found["text"][0] == pytest.approx(1.0, abs=0.2)
