"""Conjugate families against quadrature, SciPy and each other; one observation in and out."""

import math

import numpy as np
import pytest
from scipy import integrate, stats

from mlcompanion.bayes.conjugate import (
    DirichletCategorical,
    GammaPrecision,
    NormalGamma,
    NormalInverseGamma,
    NormalInverseGammaRegression,
    NormalWishart,
)

RNG = np.random.default_rng(5)
A3 = np.array([[2.0, 0.3, 0.1], [0.3, 1.0, -0.2], [0.1, -0.2, 0.5]])


def numbers(n, far=0.0, unit=1.0):
    return (far + unit * RNG.normal(0.4, 1.3, n),)


def vectors(n, far=0.0, unit=1.0):
    return (far + unit * RNG.normal(0.4, 1.3, (n, 3)),)


def pairs(n, far=0.0, unit=1.0):
    return RNG.normal(0.4, 1.3, (n, 3)), far + unit * RNG.normal(0.4, 1.3, n)


def labels(n, far=0.0, unit=1.0):
    return (RNG.integers(0, 3, n),)


FAMILIES = {
    "gamma": (lambda far, u: GammaPrecision(1.3, 0.7 * u**2, far), numbers),
    "normal-gamma": (lambda far, u: NormalGamma(far, 0.4, 1.3, 0.7 * u**2), numbers),
    "normal-inverse-gamma": (lambda far, u: NormalInverseGamma(far, 2.0, 0.8, u**2), numbers),
    "normal-Wishart": (
        lambda far, u: NormalWishart(np.full(3, far), 0.4, 2.2, A3 / u**2),
        vectors,
    ),
    "regression": (
        lambda far, u: NormalInverseGammaRegression(np.zeros(3), A3, 1.3, 0.7 * u**2),
        pairs,
    ),
    "Dirichlet": (lambda far, u: DirichletCategorical([0.3, 1.0, 2.5]), labels),
}


def state(law):
    """All parameters of a law, as one vector."""
    names = ("mean", "kappa", "nu", "root", "alpha", "beta")
    return np.concatenate([np.ravel(getattr(law, name)) for name in names if hasattr(law, name)])


def agree(one, other, unit=1.0, rtol=1e-10):
    scale = np.abs(state(other)).max()
    np.testing.assert_allclose(state(one), state(other), rtol=rtol, atol=1e-14 * scale)


CASES = pytest.mark.parametrize("name", FAMILIES)


@CASES
@pytest.mark.parametrize(("far", "unit"), [(0.0, 1.0), (1e6, 1.0), (0.0, 1e-6), (0.0, 1e6)])
def test_predictive_is_a_ratio_of_evidences(name, far, unit):
    make, draw = FAMILIES[name]
    if name == "regression":
        far = 0.0  # its prior is centred at zero coefficients
    prior = make(far, unit)
    data = draw(13, far, unit)
    # A centre near 1e6 is itself rounded to 1e-10.
    tol = 1e-10 if far == 0 else 1e-8
    for n in (0, 1, 5, 12):
        seen = [part[:n] for part in data]
        more = [part[: n + 1] for part in data]
        point = [part[n] for part in data]
        ratio = prior.log_evidence(*more) - prior.log_evidence(*seen)
        after = prior.posterior(*seen)
        assert after.predictive_logpdf(*point) == pytest.approx(ratio, abs=tol)
        one_more = after.add(*point)
        assert one_more.log_evidence_since(after, 1) == pytest.approx(ratio, abs=tol)


@CASES
@pytest.mark.parametrize(("far", "unit"), [(0.0, 1.0), (1e6, 1.0), (0.0, 1e-6), (0.0, 1e6)])
def test_one_by_one_is_all_at_once_and_remove_gives_back(name, far, unit):
    make, draw = FAMILIES[name]
    prior = make(far, unit)
    data = draw(20, far, unit)
    law = prior
    for point in zip(*data, strict=True):
        law = law.add(*point)
    agree(law, prior.posterior(*data), rtol=1e-9)
    half = [part[:9] for part in data]
    for i in RNG.permutation(np.arange(9, 20)):
        law = law.remove(*(part[i] for part in data))
    agree(law, prior.posterior(*half), rtol=1e-8)
    np.testing.assert_array_equal(state(prior), state(make(far, unit)))  # no call changed it


@CASES
def test_order_does_not_matter_and_nothing_changes_nothing(name):
    make, draw = FAMILIES[name]
    prior = make(0.0, 1.0)
    data = draw(12)
    order = RNG.permutation(12)
    there = prior.posterior(*data)
    agree(prior.posterior(*(part[order] for part in data)), there)
    halves = prior.posterior(*(part[:5] for part in data)).posterior(*(part[5:] for part in data))
    agree(halves, there)
    agree(prior.posterior(*(part[:0] for part in data)), prior)
    assert prior.log_evidence(*(part[:0] for part in data)) == pytest.approx(0.0, abs=1e-12)


def test_evidence_of_a_precision_by_quadrature():
    prior = GammaPrecision(1.3, 0.7, mean=0.2)
    (x,) = numbers(6)

    def integrand(tau):
        likelihood = stats.norm(0.2, tau**-0.5).pdf(x).prod()
        return likelihood * stats.gamma(1.3, scale=1 / 0.7).pdf(tau)

    value = integrate.quad(integrand, 0, np.inf, epsabs=0, epsrel=1e-11)[0]
    assert prior.log_evidence(x) == pytest.approx(math.log(value), abs=1e-9)
    after = prior.posterior(x)
    peer = stats.t(2 * after.alpha, 0.2, math.sqrt(after.beta / after.alpha))
    points = np.linspace(-30, 30, 9)
    np.testing.assert_allclose(after.predictive_logpdf(points), peer.logpdf(points), atol=1e-11)
    law = after.precision_law()
    assert law.mean() == pytest.approx(after.alpha / after.beta)


def test_evidence_of_mean_and_precision_by_quadrature():
    prior = NormalGamma(0.5, 0.8, 3.5, 0.9)
    (x,) = numbers(4)
    mu = np.linspace(-15, 15, 1501)[:, None]
    tau = np.linspace(1e-9, 40, 4001)
    squares = np.square(x - mu).sum(axis=1)[:, None]
    log_likelihood = 0.5 * len(x) * np.log(tau / (2 * np.pi)) - 0.5 * tau * squares
    values = np.exp(log_likelihood + prior.logpdf(mu, tau))
    value = values.sum() * 30 / 1500 * 40 / 4000
    assert prior.log_evidence(x) == pytest.approx(math.log(value), abs=1e-5)


def test_two_readings_of_one_law():
    gamma = NormalGamma(0.5, 0.8, 1.5, 0.9)
    inverse = NormalInverseGamma(0.5, 0.8, 1.5, 0.9)
    (x,) = numbers(7)
    assert gamma.log_evidence(x) == inverse.log_evidence(x)
    assert isinstance(inverse.posterior(x).add(1.0).remove(1.0), NormalInverseGamma)
    mu = np.array([0.0, 1.0])
    variance = np.array([0.3, 2.0])
    peer = stats.invgamma(1.5, scale=0.9).logpdf(variance)
    peer = peer + stats.norm(0.5, np.sqrt(variance / 0.8)).logpdf(mu)
    np.testing.assert_allclose(inverse.logpdf(mu, variance), peer, atol=1e-12)
    there = gamma.logpdf(mu, 1 / variance) - 2 * np.log(variance)
    np.testing.assert_allclose(inverse.logpdf(mu, variance), there, atol=1e-12)


def test_one_dimension_of_the_wishart_is_the_gamma():
    one = NormalWishart([0.5], 0.8, 3.0, [[1 / 1.8]])
    other = NormalGamma(0.5, 0.8, 1.5, 0.9)
    (x,) = numbers(7)
    assert one.log_evidence(x[:, None]) == pytest.approx(other.log_evidence(x), abs=1e-11)
    after = one.posterior(x[:, None]).predictive_logpdf(x[:, None])
    np.testing.assert_allclose(after, other.posterior(x).predictive_logpdf(x), atol=1e-11)


def test_normal_wishart_against_scipy():
    prior = NormalWishart([1.0, 0.0, -1.0], 0.7, 3.3, A3)
    np.testing.assert_allclose(prior.W, A3, atol=1e-14)
    (X,) = vectors(9)
    after = prior.posterior(X)
    d = 3
    n = 9
    centre = X.mean(axis=0)
    scatter = (X - centre).T @ (X - centre)
    between = np.outer(centre - prior.mean, centre - prior.mean) * 0.7 * n / (0.7 + n)
    np.testing.assert_allclose(
        after.root @ after.root.T, np.linalg.inv(A3) + scatter + between, rtol=1e-11
    )
    freedom = after.nu - d + 1
    scale = after.root @ after.root.T * (after.kappa + 1) / (after.kappa * freedom)
    peer = stats.multivariate_t(after.mean, scale, freedom)
    np.testing.assert_allclose(after.predictive_logpdf(X), peer.logpdf(X), atol=1e-11)


def test_evidence_of_a_regression_by_its_joint_t_law():
    prior = NormalInverseGammaRegression([0.5, -1.0, 0.2], A3, 1.3, 0.7)
    X, y = pairs(8)
    joint = np.eye(8) + X @ np.linalg.inv(A3) @ X.T
    peer = stats.multivariate_t(X @ prior.mean, joint * 0.7 / 1.3, 2.6)
    assert prior.log_evidence(X, y) == pytest.approx(peer.logpdf(y), abs=1e-10)
    after = prior.posterior(X, y)
    ridge = np.linalg.solve(A3 + X.T @ X, A3 @ prior.mean + X.T @ y)
    np.testing.assert_allclose(after.mean, ridge, rtol=1e-11)
    np.testing.assert_allclose(after.precision, A3 + X.T @ X, rtol=1e-12)


def test_dirichlet_is_the_urn():
    prior = DirichletCategorical([0.5, 1.5])
    evidence = [prior.log_evidence([i, j]) for i in (0, 1) for j in (0, 1)]
    assert np.exp(evidence).sum() == pytest.approx(1)
    assert np.exp(prior.predictive_logpdf([0, 1])).tolist() == pytest.approx([0.25, 0.75])


def test_what_was_never_in_cannot_be_removed():
    with pytest.raises(ValueError, match="x cannot be removed: beta"):
        GammaPrecision(2.0, 1.0).remove(5.0)
    with pytest.raises(ValueError, match="kappa"):
        NormalGamma(0.0, 0.5, 2.0, 1.0).remove(0.0)
    wishart = NormalWishart([0.0, 0.0], 3.0, 4.0, np.eye(2))
    with pytest.raises(ValueError, match="positive definite"):
        wishart.remove([9.0, 0.0])
    with pytest.raises(ValueError, match=r"and nu 0\.5"):
        NormalWishart([0.0, 0.0], 3.0, 1.5, np.eye(2)).remove([0.0, 0.0])
    regression = NormalInverseGammaRegression([0.0], [[2.0]], 2.0, 1.0)
    with pytest.raises(ValueError, match="x cannot be removed"):
        regression.remove([2.0], 0.0)
    with pytest.raises(ValueError, match="y cannot be removed"):
        regression.remove([0.5], 9.0)
    with pytest.raises(ValueError, match="x cannot be removed"):
        DirichletCategorical([0.5, 1.0]).remove(0)


@pytest.mark.parametrize("nu", [1.0, 1.5])
def test_nu_must_exceed_d_minus_one(nu):
    if nu > 1:
        NormalWishart([0.0, 0.0], 1.0, nu, np.eye(2))
    else:
        with pytest.raises(ValueError, match="nu must"):
            NormalWishart([0.0, 0.0], 1.0, nu, np.eye(2))
