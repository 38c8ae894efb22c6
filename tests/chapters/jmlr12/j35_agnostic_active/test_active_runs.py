"""Runs of active learners against closed forms, small enumerations and each other."""

import numpy as np
import pytest

from mlcompanion.learning_theory import BoundaryClass
from mlcompanion.learning_theory.finite_classes import IntervalClass
from mlcompanion_chapters.jmlr12.j35_agnostic_active import active_runs as runs


def test_passive_labels_are_first_passages():
    eps = (0.2, 0.02)
    found = runs.passive_threshold_labels(eps, 40, random_state=1, block=7)
    rng = np.random.default_rng(1)
    truth = rng.random(40)
    x = rng.random((40, 7))  # the first block of the same stream
    for i in range(40):
        low = 0.0
        high = 1.0
        for n, point in enumerate(x[i], start=1):
            low, high = (point, high) if low < point < truth[i] else (low, high)
            high = point if truth[i] <= point < high else high
            if abs((low + high) / 2 - truth[i]) <= eps[0]:
                assert found[i, 0] == n
                break
        else:
            assert found[i, 0] > 7
    assert (found[:, 1] >= found[:, 0]).all()


def test_halving_and_gaps():
    places = np.random.default_rng(0).random(50)
    assert [runs.halving_labels(e, places) for e in (0.1, 0.01, 0.001)] == [4, 7, 10]
    labels = runs.gap_labels(0.01, random_state=0)
    assert labels["even spacing"] == labels["left to right"] == 99
    assert labels["halve the widest gap"] == 127
    assert 300 < labels["at random"] < 2000


def test_costs_of_a_patch():
    H = IntervalClass(32)
    assert 1000 < runs.labels_of_a2(H, 8, 30_000, random_state=0) < 30_000
    assert runs.labels_of_a2(H, 8, 200, random_state=0) == np.inf
    assert 5 < runs.labels_of_dhm(H, 8, 150, random_state=0) <= 150
    assert runs.labels_of_dhm(H, 4, 2, random_state=0) == np.inf


@pytest.mark.parametrize("kappa", [1.5, 2.0, 3.0])
def test_margin_noise_and_its_excess(kappa):
    """The closed form is the integral of twice the edge."""
    u = np.linspace(0, 0.9, 200_001)
    edge = np.minimum(0.5, u ** (kappa - 1))
    want = 2 * np.cumsum(edge) * (u[1] - u[0])
    np.testing.assert_allclose(runs.excess_of_threshold(u, kappa), want, atol=2e-5)
    y = runs.margin_labels(np.full(20_000, -0.1), kappa, np.random.default_rng(0))
    assert np.mean(y < 0) == pytest.approx(0.5 + min(0.5, 0.1 ** (kappa - 1)), abs=0.015)


def test_least_training_error_by_trying_all():
    rng = np.random.default_rng(3)
    x = rng.random((6, 15))
    y = rng.choice([-1, 1], size=(6, 15))
    for found, points, labels in zip(runs.erm_thresholds(x, y), x, y):

        def errors(t, points=points, labels=labels):
            return np.sum(np.where(points >= t, 1, -1) != labels)

        assert errors(found) == min(errors(t) for t in [*points, 2.0])


def test_noisy_halving_gets_better():
    few = runs.noisy_halving_errors(2.0, 4, 60, random_state=0)
    many = runs.noisy_halving_errors(2.0, 16, 60, random_state=0)
    assert (few[0], many[0]) == (256, 4096)
    assert many[1].mean() < few[1].mean() / 4


def test_family_is_smooth_and_holds_the_truth():
    H, truth = runs.smooth_family(256, 4000, 60, random_state=2)
    assert isinstance(H, BoundaryClass)
    x = (np.arange(256) + 0.5) / 256
    wave = 0.5 + 0.2 * np.sin(2 * np.pi * x)
    np.testing.assert_allclose(H.heights[truth] / 4000, wave, atol=2e-4)
    bends = np.diff((H.heights / 4000 - wave)[:, ::8], 2, axis=1) * 32**2
    assert 4 < np.abs(bends).max() <= 25


def test_learning_curves_fall():
    H, truth = runs.smooth_family(16, 64, 200, random_state=0)
    for kind in ("active", "passive"):
        curve = runs.smooth_learning_curves(H, truth, [16, 2000], 1, kind)
        assert curve.shape == (2,)
        assert curve[1] < 0.01
    masses = runs.regions_of_a2(H, truth, 8000, random_state=1)
    assert masses[0] <= 1
    assert all(np.diff(np.log2(masses)) <= -1)
    with pytest.raises(ValueError, match="kind"):
        runs.smooth_learning_curves(H, truth, [16], 1, "other")


def test_ratios_of_power_laws():
    labels = np.array([100, 200, 400, 800])
    # four times the labels at every error
    active = 5 / labels
    passive = 20 / labels
    wanted = runs.common_accuracies(active, passive)
    assert wanted[0] == pytest.approx(0.05)
    assert wanted[-1] == pytest.approx(0.025)
    np.testing.assert_allclose(runs.label_ratios(labels, active, passive, wanted), 4)
