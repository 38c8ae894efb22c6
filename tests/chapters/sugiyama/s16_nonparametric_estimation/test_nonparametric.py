"""Experiments on densities without a model, against definitions that they do not use."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import digamma
from scipy.stats import kstest, norm

from mlcompanion.density import NNDensity, cross_validate_bandwidth, knn_density
from mlcompanion.resampling import fold_labels
from mlcompanion_chapters.sugiyama.s16_nonparametric_estimation import kernel_bandwidths as widths
from mlcompanion_chapters.sugiyama.s16_nonparametric_estimation import (
    neighbour_density,
    neighbour_votes,
)
from mlcompanion_chapters.sugiyama.s16_nonparametric_estimation import (
    nonparametric_density as regions,
)

LINE = np.arange(-6, 8, 0.002)


def test_thrown_points_follow_the_five_pieces():
    assert kstest(regions.throw((20_000,), 0), regions.LAW.cdf).pvalue > 0.01
    square = sum(quad(lambda x: regions.LAW.pdf(x) ** 2, a, a + 1)[0] for a in range(5))
    assert square == pytest.approx(regions.ROUGHNESS)


@pytest.mark.parametrize("normal", [False, True])
def test_closed_errors_are_those_of_a_fine_grid(normal):
    x = np.random.default_rng(1).normal(size=60) if normal else regions.throw((60,), 1)
    truth = norm.pdf(LINE) if normal else regions.LAW.pdf(LINE)
    errors = widths.kernel_errors(x, [0.05, 0.4], normal=normal)
    for h, found in zip((0.05, 0.4), errors):
        estimate = norm.pdf(LINE[:, None], x, h).mean(axis=1)
        assert found == pytest.approx(0.002 * np.sum((estimate - truth) ** 2), rel=2e-3)


def test_errors_and_held_out_scores_come_together():
    x = regions.throw((80,), 2)
    hs = [0.05, 0.1, 0.5]
    errors, scores = widths.kernel_errors(x, hs, labels=fold_labels(80, 5, 7))
    np.testing.assert_allclose(errors, widths.kernel_errors(x, hs), rtol=1e-4)
    np.testing.assert_allclose(scores, cross_validate_bandwidth(x[:, None], hs, 5, 7), rtol=1e-4)


def test_exact_error_is_the_mean_over_samples():
    rng = np.random.default_rng(3)
    for n, h in ((30, 0.3), (100, 0.6)):
        found = [widths.kernel_errors(rng.normal(size=n), [h], normal=True)[0] for _ in range(300)]
        error = np.std(found) / np.sqrt(300)
        assert np.mean(found) == pytest.approx(widths.exact_kernel_error(h, n), abs=4 * error)
    ratio, excess = widths.rule_against_exact(1000, 2)
    assert 0.8 < ratio < 1
    assert 0 < excess < 0.1


def test_middle_bandwidth_is_chosen_and_best():
    errors, chosen = widths.bandwidth_choices(repeats=3, random_state=0)
    np.testing.assert_array_equal(chosen, errors.argmin(axis=1))
    rule, picked, table = widths.rule_of_thumb_errors(False, [0.02, 0.1, 0.5], 200, 3, 0)
    assert picked == pytest.approx(table[1])
    assert rule > 1.5 * table[1]


def test_counts_in_regions():
    ratios = regions.region_variance(20, [0.1, 0.5], repeats=20_000, random_state=0)
    np.testing.assert_allclose(ratios, 1, atol=0.05)
    bias, mse = regions.region_errors([0.01, 0.1, 0.9], repeats=400, random_state=0)
    assert bias[0] == pytest.approx(0.005 / (1 - 0.005), rel=1e-6)  # a roof of slope 1/2 on 1/2
    assert mse[1] < 0.5 * min(mse[0], mse[2])


def test_histogram_errors_have_a_minimum_in_between():
    found = regions.histogram_errors(n=5000, repeats=2, random_state=0)
    assert (found[0.1] < 0.1).all()
    assert (found[0.01] > found[0.1]).all()
    assert (found[1.0] > 0.5).all()
    assert (found["bell"] > 1).all()


def test_box_jumps_and_kernel_does_not():
    found = regions.largest_steps(n=60, random_state=0)
    assert min(found["box"][:2]) >= 0.999
    assert found["kernel"][1] == pytest.approx(found["kernel"][0] / 10, rel=0.01)
    assert found["box"][2] == pytest.approx(1, abs=0.01)
    assert found["kernel"][2] == pytest.approx(1, abs=1e-6)


def test_masses_are_order_statistics_whatever_the_density():
    masses = neighbour_density.neighbour_masses((3, 10), n=50, repeats=4000, random_state=0)
    np.testing.assert_allclose(masses.mean(axis=0), np.array([3, 10]) / 51, rtol=0.03)
    logs = np.log(masses).mean(axis=0)
    np.testing.assert_allclose(logs, digamma([3, 10]) - digamma(51), atol=0.04)


def test_samples_far_away_need_not_be_drawn():
    """The shortcut against all samples, through the package's estimate."""
    rng = np.random.default_rng(5)
    direct = [knn_density([[2.0]], rng.normal(size=(1000, 1)), 32)[0] for _ in range(400)]
    short = neighbour_density.consistency_errors(1000, (32, 5), repeats=400, random_state=6)
    whole = np.median(np.abs(np.array(direct) / norm.pdf(2) - 1))
    assert short[0] == pytest.approx(whole, rel=0.25)
    assert short[1] > 1.5 * short[0]


def test_neighbour_choices_keep_their_columns():
    errors, further, chosen, slip = neighbour_density.neighbour_choices(repeats=2, random_state=0)
    assert errors.shape == (2, 4)
    assert further.shape == (2, 3)
    assert (chosen == 0).all()
    assert (slip == 1).all()
    rng = np.random.default_rng(0)
    X = regions.throw((500, 1), rng)
    points = np.linspace(0, 5, 1000)[:, None]
    gaps = np.exp(NNDensity(50).fit(X).score_samples(points)) - regions.LAW.pdf(points[:, 0])
    assert errors[0, 1] == pytest.approx(5 * np.mean(gaps**2))


def test_three_neighbours_outvote_one_wrong_label():
    trials = [neighbour_votes.wrong_label(n_test=500, random_state=seed) for seed in range(8)]
    island, loss = np.mean(trials, axis=0)
    assert island[0] > 0
    assert island[1] == 0
    assert loss[0] > loss[1] > 0
    assert 0.7 < len(neighbour_votes.disc()) / 31**2 < np.pi / 4


def test_digits_by_vote(monkeypatch):
    few = neighbour_votes.load_digits_14(0, 30, 20)
    monkeypatch.setattr(neighbour_votes, "load_digits_14", lambda rng: few)
    found = neighbour_votes.digit_votes((1, 3, 9), random_state=0)
    assert found["k"] in (1, 3, 9)
    assert found["scores"].shape == (3,)
    assert found["confusion"].sum(axis=1).tolist() == [20] * 10
    right = np.trace(found["confusion"]) / 200
    assert right == found["rates"][(1, 3, 9).index(found["k"])] > 0.7
