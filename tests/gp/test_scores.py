"""Scores against the normal law and their own extremes."""

import numpy as np
import pytest
from scipy.stats import norm

from mlcompanion.gp import msll, nlpd, smse

RNG = np.random.default_rng(2)
Y = RNG.normal(3, 2, 50)
MEAN = Y + RNG.normal(size=50)
VARIANCE = RNG.uniform(0.5, 2, 50)


def test_nlpd_is_the_mean_of_minus_log_densities():
    want = -norm(MEAN, np.sqrt(VARIANCE)).logpdf(Y).mean()
    assert nlpd(Y, MEAN, VARIANCE) == pytest.approx(want)


def test_knowing_nothing_scores_one_and_zero():
    assert smse(Y, np.full(50, Y.mean())) == pytest.approx(1)
    assert smse(Y, Y) == 0
    trivial = np.full(50, Y.mean()), np.full(50, Y.var())
    assert msll(Y, *trivial, Y) == pytest.approx(0)


def test_msll_is_the_difference_of_two_nlpds():
    train = RNG.normal(3, 2, 80)
    trivial = nlpd(Y, np.full(50, train.mean()), np.full(50, train.var()))
    assert msll(Y, MEAN, VARIANCE, train) == pytest.approx(nlpd(Y, MEAN, VARIANCE) - trivial)


def test_units_and_origin():
    train = RNG.normal(3, 2, 80)
    for unit in (1e-6, 1e6):
        moved = unit * Y + 5 * unit
        mean = unit * MEAN + 5 * unit
        variance = unit**2 * VARIANCE
        assert smse(moved, mean) == pytest.approx(smse(Y, MEAN), rel=1e-9)
        old = msll(Y, MEAN, VARIANCE, train)
        assert msll(moved, mean, variance, unit * train + 5 * unit) == pytest.approx(old, rel=1e-9)
        gain = nlpd(moved, mean, variance) - nlpd(Y, MEAN, VARIANCE)
        assert gain == pytest.approx(np.log(unit), rel=1e-9)


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="variance must be positive"):
        nlpd(Y, MEAN, 0 * VARIANCE)
    with pytest.raises(ValueError, match="y must not be constant"):
        smse(np.full(50, 0.1), MEAN)
    with pytest.raises(ValueError, match="y_train must not be constant"):
        msll(Y, MEAN, VARIANCE, np.full(9, 1e6 + 0.1))
