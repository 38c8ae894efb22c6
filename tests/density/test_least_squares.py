"""The one fit of Gaussian kernels: its matrix by quadrature, its choice by plain refitting."""

import numpy as np
import pytest
from scipy.integrate import dblquad

from mlcompanion.density.contrasts import (
    KnownGram,
    fit_contrast,
    gaussian_overlap,
    penalized_solutions,
)
from mlcompanion.kernels import rbf_kernel


def test_overlap_is_the_integral_of_the_product():
    a, b = np.array([[0.3, -0.2]]), np.array([[1.0, 0.5]])

    def product(y, x):
        point = np.array([[x, y]])
        return (rbf_kernel(point, a, sigma=0.7) * rbf_kernel(point, b, sigma=0.7)).item()

    integral = dblquad(product, -6, 7, -6, 7)[0]
    assert gaussian_overlap(a, b, sigma=0.7).item() == pytest.approx(integral, rel=1e-7)


@pytest.mark.parametrize("n_lams", [1, 3, 20])
@pytest.mark.parametrize("columns", [None, 4])
def test_solutions_are_those_of_plain_solves(n_lams, columns):
    rng = np.random.default_rng(0)
    G = gaussian_overlap(rng.normal(size=(30, 2)), sigma=1.0)
    h = rng.normal(size=30 if columns is None else (30, columns))
    lams = np.geomspace(1e-3, 10, n_lams)
    got = penalized_solutions(np.triu(G), h, lams)
    expected = [np.linalg.solve(G + lam * np.eye(30), h) for lam in lams]
    np.testing.assert_allclose(got, expected, rtol=1e-7)


@pytest.mark.parametrize("n_lams", [1, 20])
def test_a_penalty_lost_in_rounding_is_told(n_lams):
    G = 1e20 * np.ones((4, 4))
    with pytest.raises(np.linalg.LinAlgError, match="lost in rounding"):
        penalized_solutions(G, np.ones(4), np.geomspace(1e-3, 1e-2, n_lams))
    with pytest.raises(ValueError, match="lams"):
        penalized_solutions(G, np.ones(4), [0.0])


def test_a_known_matrix_is_chosen_and_fitted_as_by_refitting():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(40, 1))
    parts = np.arange(40) % 4
    sigmas, lams = [0.4, 1.0, 3.0], [0.01, 0.1, 1.0]

    def means(rows, sigma):
        return rbf_kernel(X, X[rows], sigma=sigma).mean(axis=1)

    def folds(sigma):
        kept = np.column_stack([means(parts != f, sigma) for f in range(4)])
        out = np.column_stack([means(parts == f, sigma) for f in range(4)])
        return kept, out

    problem = KnownGram(
        lambda sigma: gaussian_overlap(X, sigma=sigma),
        lambda sigma: means(parts >= 0, sigma),
        folds,
    )
    fit = fit_contrast(problem, sigmas, lams)
    scores = np.zeros((3, 3))
    for s, sigma in enumerate(sigmas):
        U = gaussian_overlap(X, sigma=sigma)
        for j, lam in enumerate(lams):
            for kept, out in zip(*(part.T for part in folds(sigma))):
                a = np.linalg.solve(U + lam * np.eye(40), kept)
                scores[s, j] += (a @ U @ a / 2 - a @ out) / 4
    np.testing.assert_allclose(fit.cv_scores, scores, rtol=1e-8)
    s, j = np.unravel_index(scores.argmin(), scores.shape)
    assert (fit.sigma, fit.lam) == (sigmas[s], lams[j])
    U = gaussian_overlap(X, sigma=fit.sigma)
    expected = np.linalg.solve(U + fit.lam * np.eye(40), means(parts >= 0, fit.sigma))
    np.testing.assert_allclose(fit.coef, expected, rtol=1e-8)
    assert fit_contrast(problem, 1.0, 0.1).cv_scores is None
    with pytest.raises(ValueError, match="sigma"):
        fit_contrast(problem, [0.0], lams)
