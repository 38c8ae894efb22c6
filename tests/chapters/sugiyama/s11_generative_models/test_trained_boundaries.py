"""Learnt boundaries: pieces against brute force, and the known Bayes risk."""

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

from mlcompanion_chapters.sugiyama.s11_generative_models import trained_boundaries as trained


@pytest.mark.parametrize("k", [1, 5, 40])
def test_neighbours_on_the_line_are_those_of_a_search(k):
    rng = np.random.default_rng(k)
    x = rng.normal(size=41)
    points = rng.normal(size=300)
    labels = (x + rng.normal(size=41) > 0).astype(int)
    peer = KNeighborsClassifier(k).fit(x[:, None], labels)
    found = trained.line_neighbours(x, labels, points, k)
    np.testing.assert_array_equal(found, peer.predict(points[:, None]))


def test_separable_is_told_from_not_separable():
    Z = np.random.default_rng(0).normal(size=(60, 2))
    labels = (Z @ [1.0, -2.0] > 0.1).astype(int)
    assert trained.separable_by_a_line(Z, labels)
    labels[Z[:, 0].argmax()] ^= 1
    labels[Z[:, 0].argmin()] ^= 1
    assert not trained.separable_by_a_line(Z, labels)


def test_spread_of_two_clouds():
    rng = np.random.default_rng(1)
    Z = np.r_[rng.normal(size=(100, 2)), rng.normal(size=(100, 2)) * [3, 1]]
    labels = np.repeat([0, 1], 100)
    trace, area, above = trained.spread_ratios(Z, labels, 200, 0)
    assert trace == pytest.approx(5, rel=0.4)
    assert area == pytest.approx(9, rel=0.5)
    assert above == 1
    assert trained.spread_ratios(Z, 1 - labels, 200, 0)[2] == 0


def test_the_winding_rule_has_no_training_error():
    rng = np.random.default_rng(2)
    labels = np.repeat([0, 1], 40)
    images = rng.normal(size=(80, 6)) + labels[:, None]
    errors, separable = trained.compare_boundaries(images, labels, 0)
    assert errors["1 nearest"][0] == 0
    assert min(errors[name][0] for name in ("15 nearest", "Gaussian", "line")) > 0
    assert not separable
    assert 0 < errors["line"][1] < errors["1 nearest"][1] < 0.5
    flat = images @ np.eye(6)[:, :2]
    assert trained.compare_boundaries(flat + 9 * labels[:, None], labels, 0)[1]


def test_no_trained_rule_is_below_the_bayes_risk():
    errors, behind = trained.trained_errors(500, 20_000, 0)
    assert errors["best rule"] == pytest.approx(0.158655, abs=0.008)
    assert min(errors.values()) == pytest.approx(0.158655, abs=0.008)
    assert errors["1 nearest"] > 0.2 > errors["25 nearest"]
    for name, (gap, se) in behind.items():
        assert gap == pytest.approx(errors[name] - errors["best rule"])
        assert -3 * se <= gap
    assert behind["Gaussian densities"][1] < behind["1 nearest"][1]  # it is more like the best rule


def test_the_grid_holds_both_classes():
    _, densities, weight = trained.two_mushrooms(side=101)
    np.testing.assert_allclose(densities.sum(axis=0) * weight, 1, atol=1e-6)


def test_more_samples_less_excess_risk():
    few, share = trained.excess_risks(30, 8, 0, side=101)
    many, _ = trained.excess_risks(1000, 8, 0, side=101)
    assert few.min() >= 0
    assert many.mean() < few.mean() / 5
    assert share.mean() == pytest.approx(0.3, abs=0.1)
