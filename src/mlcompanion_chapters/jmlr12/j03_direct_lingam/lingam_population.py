"""LiNGAM models in population form: a search for a counterexample to Lemmas 1 and 2.

Shimizu et al. (2011), section 3.1. A variable is a linear combination of independent non-Gaussian
influences, a row of A = inv(I - B). By the Darmois-Skitovitch theorem two such combinations are
independent only if they share no influence, so that no sample is needed.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_rng
from mlcompanion.linalg import standardize

__all__ = ["PopulationSearch", "full_kernel_mi", "random_models", "search_population"]

_ZERO = 1e-9


class PopulationSearch(NamedTuple):
    """What a search over models found.

    Attributes
    ----------
    models : int
    cancelling : int
        Models in which some pair with an edge has zero covariance.
    wrong : int
        Pairs of model and variable where "no causes" and "independent of all its residuals" differ.
    bad_orders : int
        Models in which repeated removal stops early or contradicts an edge.
    """

    models: int
    cancelling: int
    wrong: int
    bad_orders: int


def random_models(count, p, random_state, *, cancel=0):
    """Random strictly lower triangular connection matrices, sparse and dense by turns.

    Parameters
    ----------
    count, p : int
        Models, and variables (at least 3).
    random_state : int or Generator
    cancel : int
        In so many models, the first ones, the direct effect of the first variable on the last
        cancels all indirect ones.

    Returns
    -------
    B : ndarray, shape (count, p, p)
    variances : ndarray, shape (count, p)
        Of the external influences.
    """
    cancel = check_count(cancel, "cancel", high=count)
    rng = check_rng(random_state)
    B = rng.uniform(0.5, 1.5, (count, p, p)) * rng.choice([-1, 1], (count, p, p))
    B *= rng.random((count, p, p)) < np.where(np.arange(count) % 2, 1.0, 0.4)[:, None, None]
    B = np.tril(B, -1)
    B[:cancel, 1, 0], B[:cancel, -1, 1] = 1.0, rng.uniform(0.5, 1.5, cancel)  # a path to cancel
    B[:cancel, -1, 0] = 0.0
    B[:cancel, -1, 0] = -_mixing(B[:cancel])[:, -1, 0]
    return B, rng.uniform(1, 3, (count, p))


def _mixing(B):
    return np.linalg.inv(np.eye(B.shape[-1]) - B)


def _residuals(A, variances):
    """Rows of x_i regressed on x_j, shape (models, i, j, influence), and the covariances."""
    covariance = np.einsum("mik,mk,mjk->mij", A, variances, A)
    scale = np.maximum(np.einsum("mjj->mj", covariance), _ZERO)
    slopes = covariance / scale[:, None, :]
    return A[:, :, None, :] - slopes[..., None] * A[:, None, :, :], covariance


def _dependent(A, residuals):
    """Whether x_j and the residual of x_i on x_j share an influence, shape (models, i, j)."""
    shared = (np.abs(residuals) > _ZERO) & (np.abs(A) > _ZERO)[:, None, :, :]
    return shared.any(axis=3)


def search_population(B, variances, dependent=_dependent):
    """Test both lemmas on models in population form.

    Parameters
    ----------
    B : ndarray, shape (models, p, p)
        Connection matrices; row = effect, column = cause.
    variances : ndarray, shape (models, p)
    dependent : callable
        The notion of dependence; another one shows that the search can fail.

    Returns
    -------
    PopulationSearch

    Notes
    -----
    Cost: O(p^4) a model. Source: section 3.1, Lemmas 1 and 2, Corollary 1.
    """
    B = check_array(B, "B", ndim=3)
    variances = check_array(variances, "variances", ndim=2)
    m, p, _ = B.shape
    A = _mixing(B)
    left = np.ones((m, p), bool)
    rank = np.full((m, p), p)
    models = np.arange(m)
    early = np.zeros(m, bool)
    others = ~np.eye(p, dtype=bool)
    for step in range(p):
        residuals, covariance = _residuals(A, variances)
        pairs = left[:, :, None] & left[:, None, :] & others
        exogenous = left & ~(dependent(A, residuals) & pairs).any(axis=1)
        if step == 0:
            wrong = int((exogenous != ~(B != 0).any(axis=2)).sum())
            flat = np.abs(covariance) < _ZERO
            cancelling = int((flat & (B != 0)).any(axis=(1, 2)).sum())
        early |= ~exogenous.any(axis=1)
        chosen = exogenous.argmax(axis=1)
        rank[models, chosen] = step
        left[models, chosen] = False
        A = residuals[models, :, chosen, :]
    contradicted = ((B != 0) & (rank[:, None, :] > rank[:, :, None])).any(axis=(1, 2))
    return PopulationSearch(m, cancelling, wrong, int((early | contradicted).sum()))


def full_kernel_mi(x, y, kappa, sigma, *, center):
    """The kernel estimate of mutual information from full determinants, by a general routine.

    Parameters
    ----------
    x, y : array_like, shape (n,)
        Standardised here.
    kappa, sigma : float
    center : bool
        Whether the Gram matrices are centred, which section 3.1 does not print.

    Returns
    -------
    float

    Notes
    -----
    Cost: O(n^3): the 2n x 2n determinant of section 3.1, for comparison with the low-rank one.
    """
    grams = []
    for sample in (x, y):
        z = standardize(sample)
        K = np.exp(-((z[:, None] - z) ** 2) / (2 * sigma**2))
        if center:
            K = K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()
        grams.append(K)
    n = len(grams[0])
    K1, K2 = grams
    R1, R2 = (K + n * kappa / 2 * np.eye(n) for K in grams)
    joint = np.block([[R1 @ R1, K1 @ K2], [K2 @ K1, R2 @ R2]])
    logs = [np.linalg.slogdet(M)[1] for M in (joint, R1 @ R1, R2 @ R2)]
    return float(-(logs[0] - logs[1] - logs[2]) / 2)
