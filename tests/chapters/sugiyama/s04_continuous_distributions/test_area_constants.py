"""Areas against values known in closed form."""

import math

import numpy as np
import pytest

from mlcompanion_chapters.sugiyama.s04_continuous_distributions import area_constants
from mlcompanion_chapters.sugiyama.s04_continuous_distributions.area_constants import (
    beta_gaps,
    beta_plain,
    gamma_plain,
    gaussian_and_gamma,
    sine_power,
)


def test_plain_forms():
    assert gamma_plain(5.0) == pytest.approx(24, rel=1e-11)
    assert beta_plain(3, 5) == pytest.approx(1 / 105, rel=1e-11)
    assert sine_power(0) == pytest.approx(math.pi / 2, rel=1e-12)
    assert sine_power(3) == pytest.approx(2 / 3, rel=1e-11)


def test_forms_agree_and_a_lost_factor_is_seen(monkeypatch):
    found = gaussian_and_gamma(np.random.default_rng(0))
    np.testing.assert_allclose([found["line"], *found["plane"], found["half"]], 1, rtol=1e-10)
    assert max(found["factorial"], found["step"]) < 1e-10
    gaps = beta_gaps()
    assert gaps["sine"] < 1e-10
    assert gaps["direct"] < 1e-7
    assert gaps["control"] == pytest.approx(0.5)
    plain = area_constants.gamma_fn
    monkeypatch.setattr(area_constants, "gamma_fn", lambda alpha: plain(alpha) / 2)
    assert gaussian_and_gamma(np.random.default_rng(0))["step"] > 0.9
