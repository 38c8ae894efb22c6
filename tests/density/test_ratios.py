"""Ratios of densities: from known densities, from samples, and against a plain statement."""

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from mlcompanion.density import RelativeDensityRatio, relative_importance
from mlcompanion.density.contrasts import two_step_ratio
from mlcompanion.density.contrasts.ratio_problem import _kernel_values
from mlcompanion.kernels import rbf_kernel


@pytest.mark.parametrize("beta", [0.0, 0.3, 1.0])
def test_relative_importance_is_its_definition(beta):
    x = np.linspace(-3, 4, 50)
    top = norm(0, 1).pdf(x)
    bottom = norm(0.5, 1.2).pdf(x)
    expected = top / (beta * top + (1 - beta) * bottom)
    got = relative_importance(np.log(top), np.log(bottom), beta)
    np.testing.assert_allclose(got, expected, rtol=1e-12)


def test_importance_far_out_is_bounded_not_lost():
    assert relative_importance([-1e4, 0.0], [0.0, -1e4], 0.25) == pytest.approx([0, 4])


def samples(n_num=40, n_den=50, d=2, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n_num, d)), rng.normal(0.5, 1, size=(n_den, d))


def plain_fit(num, den, beta, sigma, lam):
    """The formulas, sample by sample."""

    def psi(x):
        return np.exp(-((num - x) ** 2).sum(axis=1) / (2 * sigma**2))

    G = beta * np.mean([np.outer(psi(x), psi(x)) for x in num], axis=0)
    G += (1 - beta) * np.mean([np.outer(psi(x), psi(x)) for x in den], axis=0)
    h = np.mean([psi(x) for x in num], axis=0)
    return np.linalg.solve(G + lam * np.eye(len(num)), h)


@pytest.mark.parametrize("beta", [0.0, 0.5])
def test_coefficients_solve_the_printed_system(beta):
    num, den = samples()
    model = RelativeDensityRatio(beta, 0.8, 0.05, nonnegative=False).fit(num, den)
    np.testing.assert_allclose(model.coef_, plain_fit(num, den, beta, 0.8, 0.05), rtol=1e-8)
    assert model.cv_scores_ is None


def test_wide_kernels_are_solved_in_few_dimensions():
    num, den = samples(150, 60, d=1)
    basis = _kernel_values(num, den, num, 2.0)[2]
    assert basis.shape == (150, 48)
    model = RelativeDensityRatio(0.5, 2.0, 0.01, nonnegative=False).fit(num, den)
    psi = plain_fit(num, den, 0.5, 2.0, 0.01)
    np.testing.assert_allclose(model.predict(den), rbf_kernel(den, num, sigma=2.0) @ psi, rtol=1e-7)
    assert _kernel_values(num, den, num, 0.01)[2].shape == (150, 150)


def test_cross_validation_is_the_listing():
    num, den = samples(20, 30)
    sigmas = [0.5, 2.0]
    lams = [0.01, 0.1, 1.0]
    beta = 0.3
    model = RelativeDensityRatio(beta, sigmas, lams, random_state=1, folds=4).fit(num, den)
    rng = np.random.default_rng(1)
    u = rng.permutation(20) % 4
    v = rng.permutation(30) % 4
    expected = np.zeros((2, 3))
    for i, sigma in enumerate(sigmas):
        k = np.exp(-((num[:, None] - num) ** 2).sum(axis=2) / (2 * sigma**2))
        r = np.exp(-((den[:, None] - num) ** 2).sum(axis=2) / (2 * sigma**2))
        for f in range(4):
            ki = k[u != f]
            ri = r[v != f]
            kc = k[u == f]
            rj = r[v == f]
            G = beta * ki.T @ ki / len(ki) + (1 - beta) * ri.T @ ri / len(ri)
            for j, lam in enumerate(lams):
                a = np.linalg.solve(G + lam * np.eye(20), ki.mean(axis=0))
                square = beta * np.mean((kc @ a) ** 2) + (1 - beta) * np.mean((rj @ a) ** 2)
                expected[i, j] += (square / 2 - np.mean(kc @ a)) / 4
    np.testing.assert_allclose(model.cv_scores_, expected, rtol=1e-8)
    best = np.unravel_index(expected.argmin(), expected.shape)
    assert (model.sigma_, model.lam_) == (sigmas[best[0]], lams[best[1]])


def test_estimate_follows_the_true_relative_ratio():
    num, den = samples(300, 300, d=1, seed=3)
    true = relative_importance(
        norm(0, 1).logpdf(den[:, 0]), norm(0.5, 1).logpdf(den[:, 0]), beta=0.5
    )
    model = RelativeDensityRatio(0.5, 5.0, 0.001).fit(num, den)
    assert np.mean((model.predict(den) - true) ** 2) < 0.1 * true.var()
    swapped = RelativeDensityRatio(0.5, 5.0, 0.001).fit(den, num)
    assert np.mean((swapped.predict(den) - true) ** 2) > true.var()


def test_centres_and_clipping():
    num, den = samples()
    model = RelativeDensityRatio(0.1, 0.1, 1e-6, centers=num[:5]).fit(num, den)
    assert model.coef_.shape == (5,)
    raw = clone(model).set_params(nonnegative=False).fit(num, den)
    assert raw.coef_.shape == (5,)
    np.testing.assert_array_equal(model.predict(den), np.maximum(raw.predict(den), 0))
    with pytest.raises(NotFittedError):
        clone(model).predict(den)


def test_of_many_samples_two_hundred_are_centres():
    """The time for all grows with the cube of their number."""
    num, den = samples(500, 500)
    model = RelativeDensityRatio(0.1, 1.0, 0.01, random_state=0).fit(num, den)
    assert model.coef_.shape == (200,)
    assert (model.centers_[:, None] == num).all(axis=2).any(axis=1).all()


def test_two_steps_divide_two_estimates():
    num, den = samples(60, 60, d=1)
    points = np.linspace(-1, 1, 9)[:, None]
    ratio = two_step_ratio(points, num, den, [0.4], folds=3, random_state=0)

    def density(X):
        return norm(X[:, 0], 0.4).pdf(points).mean(axis=1)

    np.testing.assert_allclose(ratio, density(num) / density(den), rtol=1e-10)


@pytest.mark.parametrize("beta", [-0.1, 1.0])
def test_beta_outside_the_half_open_interval_is_refused(beta):
    with pytest.raises(ValueError, match="beta"):
        RelativeDensityRatio(beta, 1.0, 0.1).fit(*samples())


def test_an_empty_sample_is_refused():
    num, den = samples()
    with pytest.raises(ValueError, match="X_num"):
        RelativeDensityRatio().fit(num[:0], den)
    with pytest.raises(ValueError, match="X_den"):
        RelativeDensityRatio().fit(num, den[:0])
