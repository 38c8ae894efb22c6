"""Exact risks against simulated posteriors, long sums and each other."""

import numpy as np
import pytest

from mlcompanion.gp import Matern
from mlcompanion.gp.rates import (
    circulant_risk,
    local_slopes,
    matern_exponent,
    oracle_scale,
    posterior_risk,
    power_sequence_risk,
    random_design_risk,
    rate_slope,
    sequence_risk,
    sobolev_function,
    spectral_matern,
    spectral_modes,
)


def test_sequence_risk_is_the_simulated_squared_error():
    rng = np.random.default_rng(0)
    variances = np.array([2.0, 0.5, 0.0, 0.1])
    truth = np.array([1.0, -2.0, 0.3, 0.0])
    n, noise = 7.0, 1.5
    risk = sequence_risk(variances, truth**2, n, noise)
    data = truth + np.sqrt(noise / n) * rng.normal(size=(200_000, 4))
    shrink = variances / (variances + noise / n)
    missed = (shrink * data - truth) ** 2
    assert missed.sum(1).mean() == pytest.approx(risk.bias + risk.variance, rel=0.01)
    assert risk.spread == pytest.approx(((1 - shrink) * variances).sum())
    assert risk.total == risk.bias + risk.variance + risk.spread


def test_sequence_risk_takes_many_sizes_and_any_scale():
    k = np.arange(1.0, 50)
    sizes = np.array([[10.0, 1e3], [1e6, 1e16]])
    risk = sequence_risk(k**-3, k**-2, sizes)
    assert risk.total.shape == (2, 2)
    assert risk.total[1, 0] == sequence_risk(k**-3, k**-2, 1e6).total
    for unit in (1e-150, 1e-12, 1e12, 1e140):
        scaled = sequence_risk(k**-3 * unit, k**-2 * unit, sizes, unit)
        np.testing.assert_allclose(scaled.total / unit, risk.total, rtol=1e-11)
    np.testing.assert_array_equal(
        sequence_risk([1, 2], [3, 4], 5).total, sequence_risk([1.0, 2.0], [3.0, 4.0], 5.0).total
    )


def test_multiplicity_stands_for_repeated_coordinates():
    one = sequence_risk([1.0, 0.2], [0.5, 0.1], 10.0, multiplicity=[3, 2])
    five = sequence_risk([1.0] * 3 + [0.2] * 2, [0.5] * 3 + [0.1] * 2, 10.0)
    assert one.total == pytest.approx(five.total, rel=1e-14)


@pytest.mark.parametrize("power", [1.5, 2.0, 4.0])
def test_modes_sum_a_power_as_zeta_does(power):
    from scipy.special import zeta

    k, weight = spectral_modes()
    assert weight @ k**-power == pytest.approx(zeta(power), rel=1e-7)


def test_power_sequence_risk_is_the_long_sum():
    k = np.arange(1.0, 2e6)
    for alpha, beta, dimension in ((1, 0.5, 1), (0.6, 2, 1), (2, 3, 2)):
        plain = sequence_risk(
            k ** -(2 * alpha / dimension + 1), k ** -(2 * beta / dimension + 1), 1e5
        )
        # what the plain sum leaves out: the truth beyond 2e6, and the prior there
        tail = k[-1] ** (-2 * beta / dimension) * dimension / (2 * beta)
        rest = k[-1] ** (-2 * alpha / dimension) * dimension / (2 * alpha)
        found = power_sequence_risk(alpha, beta, 1e5, dimension=dimension)
        assert found.bias == pytest.approx(plain.bias + tail, rel=1e-5)
        assert found.variance == pytest.approx(plain.variance, rel=1e-5)
        assert found.spread == pytest.approx(plain.spread + rest, rel=1e-5)


def test_slopes_are_those_of_the_theorem():
    n = np.logspace(6, 10, 5)
    for alpha, beta in ((0.5, 0.5), (0.5, 2), (1, 1), (2, 0.5)):
        slope = rate_slope(n, power_sequence_risk(alpha, beta, n).total)
        assert slope == pytest.approx(matern_exponent(alpha, beta), abs=0.02)


def test_rate_slope_and_local_slopes_of_a_broken_line():
    n = np.array([1.0, 10, 100, 1000])
    risk = np.array([1.0, 0.1, 0.1 * 10**-0.5, 0.01])
    np.testing.assert_allclose(local_slopes(n, risk), [-1, -0.5, -0.5])
    assert rate_slope(n, risk, last=3) == pytest.approx(-0.5)
    assert rate_slope(n, 7 * n**-0.3) == pytest.approx(-0.3)


def _gram(n, rng):
    x = np.sort(rng.uniform(size=n))
    return x, Matern(1.5, 0.3)(x[:, None])


def test_posterior_risk_is_the_textbook_formula():
    rng = np.random.default_rng(1)
    x, K = _gram(30, rng)
    f0 = np.sin(6 * x)
    for noise in (0.01, 1.0, 30.0):
        S = K @ np.linalg.inv(K + noise * np.eye(30))
        risk = posterior_risk(K, f0, noise)
        assert risk.bias == pytest.approx(np.mean((f0 - S @ f0) ** 2), rel=1e-8)
        assert risk.variance == pytest.approx(noise * np.trace(S @ S) / 30, rel=1e-8)
        assert risk.spread == pytest.approx(noise * np.trace(S) / 30, rel=1e-8)
    many = posterior_risk(K, f0, [0.01, 1.0])
    assert many.total[1] == posterior_risk(K, f0, 1.0).total


def test_posterior_risk_in_other_units_and_with_ties():
    x = np.array([0.0, 0, 1, 1, 2])
    K = Matern(1.5)(x[:, None])
    f0 = np.array([1, 1, 2, 2, 3])
    base = posterior_risk(K, f0, 0.5).total
    for unit in (1e-12, 1e12):
        assert posterior_risk(unit * K, np.sqrt(unit) * f0, 0.5 * unit).total == pytest.approx(
            unit * base
        )
    assert posterior_risk(np.zeros((3, 3)), np.ones(3), 1.0).total == pytest.approx(1.0)


def test_circulant_risk_is_the_same_by_fft():
    n = 64
    lag = np.minimum(np.arange(n), n - np.arange(n)) / n
    row = np.exp(-lag / 0.2)
    f0 = np.random.default_rng(2).normal(size=n)
    K = row[np.abs(np.subtract.outer(np.arange(n), np.arange(n)))]
    for noise in (0.1, 2.0):
        fast, slow = circulant_risk(row, f0, noise), posterior_risk(K, f0, noise)
        np.testing.assert_allclose(np.array(fast), np.array(slow), rtol=1e-9)
    with pytest.raises(ValueError, match="row"):
        circulant_risk([1.0, 0.5, 0.2], [0.0, 0, 0], 1.0)


def test_circulant_risk_of_a_million_points():
    n = 2**20
    lag = np.minimum(np.arange(n), n - np.arange(n)) / n
    risk = circulant_risk(np.exp(-lag / 0.2), np.cos(2 * np.pi * np.arange(n) / n), [1.0])
    assert 0 < risk.total[0] < 0.01


def test_random_design_risk_on_its_own_inputs_is_the_fixed_one():
    rng = np.random.default_rng(3)
    x, K = _gram(25, rng)
    X = x[:, None]
    found = random_design_risk(Matern(1.5, 0.3), lambda X: np.cos(5 * X[:, 0]), X, X, 0.3)
    wanted = posterior_risk(K, np.cos(5 * x), 0.3)
    np.testing.assert_allclose(np.array(found), np.array(wanted), rtol=1e-9)


def test_random_design_risk_is_the_simulated_one():
    rng = np.random.default_rng(4)
    prior = spectral_matern(1.0)
    f0 = sobolev_function(1.0, random_state=0)
    X, grid = rng.uniform(size=(20, 1)), np.linspace(0, 1, 50)[:, None]
    risk = random_design_risk(prior, f0, X, grid, 0.2)
    A = prior(X) + 0.2 * np.eye(20)
    weights = np.linalg.solve(A, prior(X, grid))
    y = f0(X)[:, None] + np.sqrt(0.2) * rng.normal(size=(20, 20_000))
    missed = ((weights.T @ y - f0(grid)[:, None]) ** 2).mean()
    spread = (prior.variances(grid) - np.einsum("ij,ij->j", prior(X, grid), weights)).mean()
    assert risk.bias + risk.variance == pytest.approx(missed, rel=0.01)
    assert risk.spread == pytest.approx(spread, rel=1e-8)


def test_oracle_scale_is_the_best_of_a_fine_grid():
    k, weight = spectral_modes(1e40)
    frequencies, squares = 2 * np.pi * k, k**-3.0
    best = oracle_scale(frequencies, squares, 1e5, multiplicity=weight)
    scales = best.scale * np.geomspace(0.2, 5, 61)
    risks = [
        sequence_risk(
            np.exp(-((frequencies / (2 * a)) ** 2)) / a, squares, 1e5, multiplicity=weight
        ).total
        for a in scales
    ]
    assert best.risk.total <= min(risks) * (1 + 1e-9)
    assert abs(np.log(scales[int(np.argmin(risks))] / best.scale)) < 0.06
    stretched = oracle_scale(1e6 * frequencies, squares / 1e6, 1e5, 1e-6, multiplicity=weight)
    assert stretched.scale == pytest.approx(1e6 * best.scale, rel=1e-3)


def test_what_is_refused():
    with pytest.raises(ValueError, match="prior_variances"):
        sequence_risk([-1.0], [1.0], 10)
    with pytest.raises(ValueError, match="multiplicity"):
        sequence_risk([1.0], [1.0], 10, multiplicity=[1.0, 1.0])
    with pytest.raises(ValueError, match="K must have no negative eigenvalue"):
        posterior_risk(-np.eye(3), np.zeros(3), 1.0)
    with pytest.raises(ValueError, match="n must rise"):
        rate_slope([1, 1], [1, 1])
    with pytest.raises(ValueError, match="frequencies"):
        oracle_scale([0.0], [1.0], 10)
    with pytest.raises(ValueError, match="f0"):
        random_design_risk(Matern(), lambda X: np.zeros(3), [[0.0], [1.0]], [[0.5]], 1.0)
