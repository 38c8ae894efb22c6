"""Printed signs fail, corrected ones do not; many problems side by side are each alone."""

from types import SimpleNamespace

import numpy as np
import pytest

from mlcompanion.online.structured.max_of_hinge import max_of_hinge_step
from mlcompanion_chapters.shalev_shwartz.o07_efficient_implementation import hinge_steps as hs


def test_signs(monkeypatch):
    found = hs.hinge_sign_search(60, [2, 5], 0)
    assert max(found["right"]) <= 1e-5
    assert found["printed_euclid"] >= 0.9
    assert found["below_zero"] > 0
    monkeypatch.setattr(hs, "hinge_step_euclidean", lambda *a: 0.0)
    assert hs.hinge_sign_search(60, [2, 5], 0)["right"][0] > 0.1


def test_printed_euclidean_step_is_right_for_the_other_sign():
    stored = np.array([0.3, -1.0])
    x = np.array([1.0, 0.5])
    ours = hs.hinge_step_euclidean(stored @ x / 2.0, x @ x, 2.0, 0.4)
    assert hs.printed_euclidean_step(stored, x, 2.0, 0.4) == pytest.approx(ours)


def test_batch_is_the_procedure():
    rng = np.random.default_rng(0)
    a = rng.standard_normal((3, 4, 5))
    gamma = rng.uniform(0, 2, (3, 4))
    averages, longest = hs.max_of_hinge_batch(a, gamma, 0.7, [1, 10, 40])
    for j in range(3):
        alone = max_of_hinge_step(a[j], gamma[j], np.zeros(5), 0.7, 40, [1, 10, 40])
        assert averages[:, j] == pytest.approx(alone.averages)
    assert (longest > 0).all()


def test_rates():
    found = hs.max_of_hinge_rates(3, 2, 1.0, np.array([100, 300, 1000]), 4, 0)
    assert found["over"] <= 1
    assert found["longest"] <= 1
    assert found["gap"] <= 1e-9
    assert len(found["slopes"]) == 4
    assert np.median(found["slopes"]) < -0.7


def test_rates_refuse_an_optimum_that_is_none(monkeypatch):
    start = SimpleNamespace(w=np.zeros(2), gap=0.0)
    monkeypatch.setattr(hs, "max_of_hinge_dual", lambda *a, **more: start)
    with pytest.raises(ValueError, match="not accurate"):
        hs.max_of_hinge_rates(3, 2, 1.0, np.array([100, 300]), 2, 0)


def test_a_step_vector_can_be_longer_than_every_direction():
    found = hs.subgradient_lengths(30, 50, 0)
    assert found["by_hand"] == pytest.approx(2)
    assert found["violated"] > 0
    assert found["right"] <= 1 + 1e-12
