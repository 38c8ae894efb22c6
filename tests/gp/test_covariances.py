"""Covariances against scikit-learn, quadrature, their definition, finite differences."""

import numpy as np
import pytest
from scipy.integrate import quad
from sklearn.gaussian_process import kernels as peers

from mlcompanion.gp import IntegratedBrownianMotion, Matern, SquaredExponential
from mlcompanion.kernels import rbf_kernel

RNG = np.random.default_rng(0)
X = RNG.normal(size=(30, 3))
Z = RNG.normal(size=(7, 3))
WIDTHS = (0.7, 1.3, 2.0)
STATIONARY = [
    SquaredExponential(1.3, 0.8),
    SquaredExponential(WIDTHS, 0.8),
    *(Matern(nu, 1.3, 0.8) for nu in (0.3, 0.5, 0.9, 1.0, 1.5, 2.0, 2.5, 3.7, 40.0)),
    Matern(1.5, WIDTHS, 0.8),
    Matern(0.8, WIDTHS, 0.8),
]


def peer_of(covariance):
    width = covariance.sigma
    if isinstance(covariance, Matern):
        return peers.Matern(width, nu=covariance.nu)
    return peers.RBF(width)


@pytest.mark.parametrize("covariance", STATIONARY, ids=str)
def test_as_scikit_learn(covariance):
    want = 0.64 * peer_of(covariance)(X, Z)
    np.testing.assert_allclose(covariance(X, Z), want, rtol=1e-11, atol=1e-15)
    np.testing.assert_allclose(np.diag(covariance(X)), covariance.variances(X), rtol=1e-14)


def test_widths_as_in_the_kernel():
    np.testing.assert_allclose(SquaredExponential(0.9)(X, Z), rbf_kernel(X, Z, sigma=0.9))


MOTIONS = [IntegratedBrownianMotion(2, 0.8), IntegratedBrownianMotion(1, 0.8, released=True)]


@pytest.mark.parametrize("covariance", STATIONARY + MOTIONS, ids=str)
def test_slopes_as_finite_differences(covariance):
    points = abs(X[:, :1]) if covariance in MOTIONS else X
    here = covariance.log_parameters
    slopes = list(covariance.gradients(points))
    assert len(slopes) == len(here)
    for j, slope in enumerate(slopes):
        step = 1e-5 * np.eye(len(here))[j]
        up = covariance.with_log_parameters(here + step)(points)
        down = covariance.with_log_parameters(here - step)(points)
        np.testing.assert_allclose(slope, (up - down) / 2e-5, atol=2e-9)


@pytest.mark.parametrize(
    "covariance",
    [SquaredExponential(0.7, 1.4), Matern(1.2, 0.7, 1.4), Matern(2.5, 0.7, 1.4)],
    ids=str,
)
def test_spectral_density_turns_back_into_the_covariance(covariance):
    for gap in (0.0, 0.4, 1.1):
        back = 2 * quad(
            lambda w, gap=gap: covariance.spectral_density([[w]])[0] * np.cos(gap * w),
            0, 400, limit=2000,
        )[0]  # fmt: skip
        assert back == pytest.approx(covariance([[0.0]], [[gap]])[0, 0], abs=2e-5)


@pytest.mark.parametrize(
    "covariance", [SquaredExponential(0.7, 1.4), Matern(1.2, 0.7, 1.4)], ids=str
)
def test_spectral_density_of_the_plane_is_the_transform_by_radius(covariance):
    """In two dimensions the mass is the integral of 2 pi r m(r)."""
    mass = quad(
        lambda r: 2 * np.pi * r * covariance.spectral_density([[r, 0.0]])[0], 0, np.inf, limit=500
    )[0]
    assert mass == pytest.approx(1.4**2, rel=1e-6)


def test_widths_of_their_own_stretch_the_spectrum():
    """Columns in other units: the density of the scaled frequency, times the volume."""
    wide = SquaredExponential((2.0, 3.0))
    plain = SquaredExponential(1.0)
    frequencies = RNG.normal(size=(5, 2))
    np.testing.assert_allclose(
        wide.spectral_density(frequencies), 6 * plain.spectral_density(frequencies * [2.0, 3.0])
    )


def test_the_papers_densities():
    """Equations (10) and (14): the constants alone differ."""
    frequencies = np.linspace(0, 5, 9)[:, None]
    squared = SquaredExponential(np.sqrt(0.5)).spectral_density(frequencies)
    np.testing.assert_allclose(
        squared, np.exp(-(frequencies[:, 0] ** 2) / 4) / (2 * np.sqrt(np.pi))
    )
    alpha = 1.7
    ratio = Matern(alpha, np.sqrt(2 * alpha)).spectral_density(frequencies) / (
        1 + frequencies[:, 0] ** 2
    ) ** -(alpha + 0.5)
    np.testing.assert_allclose(ratio, ratio[0])


def test_integrated_motion_by_quadrature():
    """The definition: an integral of products of (x - u)^k / k!."""
    for order in (0, 1, 3):
        motion = IntegratedBrownianMotion(order, 1.5)
        for x, y in ((0.3, 0.8), (1.0, 1.0), (0.0, 0.4)):
            product = quad(
                lambda u, x=x, y=y, k=order: ((x - u) * (y - u)) ** k, 0, min(x, y)
            )[0]  # fmt: skip
            from_definition = 1.5**2 * product / np.prod(np.arange(1, order + 1)) ** 2
            assert motion([[x]], [[y]])[0, 0] == pytest.approx(from_definition, rel=1e-10)


def test_brownian_motion_is_the_least_of_both():
    x = np.linspace(0, 2, 9)[:, None]
    np.testing.assert_allclose(IntegratedBrownianMotion()(x), np.minimum(x, x.T))


def test_released_adds_a_polynomial():
    x = np.linspace(0, 2, 9)[:, None]
    gain = IntegratedBrownianMotion(2, released=True)(x) - IntegratedBrownianMotion(2)(x)
    np.testing.assert_allclose(gain, 1 + x * x.T + (x * x.T) ** 2 / 4, atol=1e-12)


@pytest.mark.parametrize("covariance", STATIONARY, ids=str)
def test_units_and_ties(covariance):
    """Widths in the data's units, at scales where squares leave the range of doubles or nearly."""
    for unit in (1e-100, 1e-6, 1e6, 1e100):
        widths = tuple(unit * np.atleast_1d(covariance.sigma))
        moved = type(covariance)(
            **{**vars(covariance), "sigma": widths if len(widths) > 1 else widths[0]}
        )
        np.testing.assert_allclose(moved(unit * X), covariance(X), rtol=1e-12, atol=1e-300)
    twice = np.vstack([X[:2], X[:2]])
    assert np.isfinite(covariance(twice)).all()
    assert all(np.isfinite(slope).all() for slope in covariance.gradients(twice))


@pytest.mark.parametrize("nu", [0.3, 1.2, 3.7, 40.0, 50.0])
def test_matern_near_zero_is_smooth(nu):
    """No jump where the Bessel function overflows."""
    gaps = np.concatenate([[0.0], 10.0 ** np.arange(-200, 0, 2)])[:, None]
    values = Matern(nu)(gaps, [[0.0]])[:, 0]
    assert (np.diff(values) <= 1e-13).all()
    assert values[0] == 1


def test_covariances_are_values():
    assert SquaredExponential([1.0, 2.0]) == SquaredExponential((1, 2))
    assert hash(Matern(0.5)) == hash(Matern(0.5))
    back = Matern(0.7, WIDTHS, 2.0)
    again = back.with_log_parameters(back.log_parameters)
    np.testing.assert_allclose(again.sigma, WIDTHS)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: SquaredExponential(0.0), "sigma"),
        (lambda: SquaredExponential([1.0, -1.0]), "sigma"),
        (lambda: SquaredExponential(scale=-1.0), "scale"),
        (lambda: Matern(0.0), "nu"),
        (lambda: Matern(51.0), "nu"),
        (lambda: IntegratedBrownianMotion(-1), "order"),
        (lambda: IntegratedBrownianMotion()(-abs(X[:, :1])), "X must not be negative"),
        (lambda: IntegratedBrownianMotion()(X), "one column"),
        (lambda: SquaredExponential([1.0, 2.0])(X), "sigma has 2 widths"),
        (lambda: SquaredExponential()(X, Z[:, :2]), "Y"),
        (lambda: SquaredExponential()(X[:, :0]), "X must have at least one column"),
        (lambda: SquaredExponential().with_log_parameters([0.0]), "values"),
    ],
)
def test_bad_input_is_named(make, words):
    with pytest.raises(ValueError, match=words):
        make()
