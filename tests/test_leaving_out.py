"""Leaving out without refitting: every closed form equals as many fits as there are samples.

What a left-out sample changes is of rank one or a border, so that one factor or decomposition
serves all samples. Each line below is one such closed form beside its definition, a loop that
leaves out and fits again with code of its own. A new closed form enters here.
"""

from typing import NamedTuple

import numpy as np
import pytest
from scipy.special import logsumexp
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from mlcompanion.classification import FDA, fda_leave_one_out
from mlcompanion.density import GaussianDensity, loo_gaussian, loo_log_likelihood
from mlcompanion.kernels import center_gram, rbf_kernel
from mlcompanion.reduction import KernelPCA, loo_projections
from mlcompanion.regression import DesignSVD
from mlcompanion.regression.selection import loo_error, loo_grid, loo_path, loo_residuals
from mlcompanion.regression.smoothing import (
    LSSVMRegressor,
    NadarayaWatson,
    block_loo_scores,
    mcv,
)

RNG = np.random.default_rng(28)
N = 24
X = RNG.normal(size=(N, 4)) @ np.diag([2.0, 1.2, 0.8, 0.5])
WIDE = RNG.normal(size=(N, 92)) * np.r_[9.0, 6.0, np.ones(90)]
Y = X @ [1.0, -1.0, 0.5, 0.0] + 0.3 * RNG.normal(size=N)
LABELS = (X[:, 0] + 0.5 * RNG.normal(size=N) > 0).astype(int)


def each_left_out(function):
    """``function(others, i)`` for each sample i and the indices of all others, stacked."""
    return np.array([function(np.delete(np.arange(N), i), i) for i in range(N)])


class Pair(NamedTuple):
    """A closed form, its definition, and the answer with no sample left out."""

    closed: object
    refitted: object
    inside: object
    tol: float = 1e-8


def ridge_coefficients(A, y, lam, penalty=None):
    """Minimiser of |y - A w|^2 + lam w'Rw."""
    R = np.eye(A.shape[1]) if penalty is None else penalty
    return np.linalg.solve(A.T @ A + lam * R, A.T @ y)


def ridge_residuals(A, lam, penalty=None):
    def of_others(others, i):
        return Y[i] - A[i] @ ridge_coefficients(A[others], Y[others], lam, penalty)

    return each_left_out(of_others)


def fitted_residuals(A, lam, penalty=None):
    return Y - A @ ridge_coefficients(A, Y, lam, penalty)


def gaussian_score(others, i):
    mean = X[others].mean(axis=0)
    covariance = np.cov(X[others].T, bias=True)
    gap = X[i] - mean
    logdet = np.linalg.slogdet(2 * np.pi * covariance)[1]
    return -0.5 * (gap @ np.linalg.solve(covariance, gap) + logdet)


def window_score(others, i):
    """Log of the mean of normal densities of deviation 0.8 about the others."""
    exponents = -np.square(X[others] - X[i]).sum(axis=1) / (2 * 0.8**2)
    return logsumexp(exponents) - np.log(N - 1) - 2 * np.log(2 * np.pi * 0.8**2)


def discriminant_gap(others, i):
    peer = LinearDiscriminantAnalysis(solver="lsqr").fit(X[others], LABELS[others])
    return peer.decision_function(X[[i]])[0]


def projections_by_svd(rows, q):
    """Leave-one-out projections on matched principal directions, from N decompositions of rows."""
    full = np.linalg.svd(rows - rows.mean(axis=0), full_matrices=False)[2]

    def of_others(others, i):
        mean = rows[others].mean(axis=0)
        axes = np.linalg.svd(rows[others] - mean, full_matrices=False)[2]
        overlaps = full[:q] @ axes[: q + 2].T
        best = np.abs(overlaps).argmax(axis=1)
        signs = np.sign(overlaps[np.arange(q), best])
        return signs * (axes[best] @ (rows[i] - mean))

    return unsigned(each_left_out(of_others))


def gram_root(K):
    """Rows whose inner products are the centred matrix: what a kernel's feature space holds."""
    values, vectors = np.linalg.eigh(center_gram(K))
    return vectors * np.sqrt(np.maximum(values, 0))


def unsigned(found):
    """Columns with the sign that makes their largest entry positive."""
    places = np.abs(found).argmax(axis=0)
    return found * np.sign(found[places, np.arange(found.shape[1])])


PLACES = np.arange(1.0, N + 1)[:, None]


def beside_left_out(model, rows, lag):
    """Residuals of each sample where it and ``lag`` neighbours on each side are left out."""

    def of_others(others, i):
        far = others[np.abs(others - i) > lag]
        return Y[i] - model.fit(rows[far], Y[far]).predict(rows[i : i + 1])[0]

    return each_left_out(of_others)


def fitted_by(model, rows):
    return Y - model.fit(rows, Y).predict(rows)


def projected(K):
    return unsigned(KernelPCA(3, kernel="precomputed").fit_transform(K))


K_X = rbf_kernel(X, sigma=1.5)
RBF = rbf_kernel(WIDE, sigma=9.0)
PAIRS = {
    "ridge, residuals": Pair(
        lambda: loo_residuals(DesignSVD.of(X), Y, 0.7),
        lambda: ridge_residuals(X, 0.7),
        lambda: fitted_residuals(X, 0.7),
    ),
    "least squares, residuals": Pair(
        lambda: loo_residuals(DesignSVD.of(X), Y, 0.0),
        lambda: ridge_residuals(X, 0.0),
        lambda: fitted_residuals(X, 0.0),
    ),
    "ridge, error": Pair(
        lambda: loo_error(X, Y, 0.7),
        lambda: np.mean(ridge_residuals(X, 0.7) ** 2),
        lambda: np.mean(fitted_residuals(X, 0.7) ** 2),
    ),
    "ridge, path": Pair(
        lambda: np.asarray(loo_path(X, Y, [0.1, 3.0])),
        lambda: np.array([np.mean(ridge_residuals(X, lam) ** 2) for lam in (0.1, 3.0)]),
        lambda: np.array([np.mean(fitted_residuals(X, lam) ** 2) for lam in (0.1, 3.0)]),
    ),
    # the kernel at a sample that is left out stays in the basis
    "kernel least squares": Pair(
        lambda: np.asarray(loo_grid(X, Y, [1.5], [0.3])),
        lambda: np.mean(ridge_residuals(K_X, 0.3) ** 2),
        lambda: np.mean(fitted_residuals(K_X, 0.3) ** 2),
    ),
    "kernel ridge": Pair(
        lambda: np.asarray(loo_grid(X, Y, [1.5], [0.3], G="K")),
        lambda: np.mean(ridge_residuals(K_X, 0.3, K_X) ** 2),
        lambda: np.mean(fitted_residuals(K_X, 0.3, K_X) ** 2),
        1e-6,
    ),
    "least-squares support vectors": Pair(
        lambda: LSSVMRegressor(30.0, 1.5).fit(X, Y).block_loo_residuals(),
        lambda: beside_left_out(LSSVMRegressor(30.0, 1.5), X, 0),
        lambda: fitted_by(LSSVMRegressor(30.0, 1.5), X),
    ),
    "least-squares support vectors, blocks of five": Pair(
        lambda: block_loo_scores(X, Y, [30.0], 1.5, 2)[0],
        lambda: np.mean(beside_left_out(LSSVMRegressor(30.0, 1.5), X, 2) ** 2),
        lambda: np.mean(fitted_by(LSSVMRegressor(30.0, 1.5), X) ** 2),
    ),
    "local mean, three left out": Pair(
        lambda: mcv(PLACES[:, 0], Y, 4.0, "gaussian", 1),
        lambda: np.mean(beside_left_out(NadarayaWatson(4.0), PLACES, 1) ** 2),
        lambda: np.mean(fitted_by(NadarayaWatson(4.0), PLACES) ** 2),
    ),
    "normal density": Pair(
        lambda: loo_gaussian(X),
        lambda: each_left_out(gaussian_score),
        lambda: GaussianDensity().fit(X).score_samples(X),
    ),
    "kernel density": Pair(
        lambda: loo_log_likelihood(X, 0.8),
        lambda: each_left_out(window_score).sum(),
        lambda: sum(window_score(np.arange(N), i) for i in range(N)),
    ),
    "linear discriminant": Pair(
        lambda: np.diff(fda_leave_one_out(X, LABELS))[:, 0],
        lambda: each_left_out(discriminant_gap),
        lambda: FDA().fit(X, LABELS).decision_function(X),
    ),
    "principal projections": Pair(
        lambda: unsigned(loo_projections(WIDE @ WIDE.T, 3)),
        lambda: projections_by_svd(WIDE, 3),
        lambda: projected(WIDE @ WIDE.T),
    ),
    "principal projections, many rows": Pair(
        lambda: unsigned(loo_projections(X @ X.T, 3)),
        lambda: projections_by_svd(X, 3),
        lambda: projected(X @ X.T),
    ),
    "kernel principal projections": Pair(
        lambda: unsigned(loo_projections(RBF, 3)),
        lambda: projections_by_svd(gram_root(RBF), 3),
        lambda: projected(RBF),
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_the_closed_form_equals_refitting(name):
    pair = PAIRS[name]
    want = pair.refitted()
    size = np.abs(want).max()
    np.testing.assert_allclose(pair.closed(), want, atol=pair.tol * size)
    assert np.abs(pair.inside() - want).max() > 1e-3 * size, "leaving out changes nothing here"
