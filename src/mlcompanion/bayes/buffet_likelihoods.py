"""What binary features can explain: the gallery of likelihoods of section 6.

Each function gives the mean or the probability that a model assigns to its observations, given the
feature matrix. Griffiths and Ghahramani (JMLR 12, 2011), sections 6.1 to 6.8.
"""

import numpy as np
from scipy.special import expit

from mlcompanion._validation import check_array, check_real

from .indian_buffet import check_binary

__all__ = [
    "additive_clustering",
    "binary_matrix_factorization",
    "elimination_by_aspects",
    "infinite_ica",
    "latent_feature_links",
    "noisy_or",
    "shared_feature_counts",
]


def elimination_by_aspects(Z, w):
    """Probability that row i is chosen over row j: the weight of what only i has (section 6.1).

    Parameters
    ----------
    Z : array_like of 0 and 1, shape (n, K)
    w : array_like, shape (K,)
        Weights of the aspects, not negative.

    Returns
    -------
    ndarray, shape (n, n)
        1/2 where neither has an aspect of its own.
    """
    Z = check_binary(Z).astype(float)
    only = (Z * check_array(w, "w", shape=Z.shape[1:], low=0)) @ (1 - Z).T
    both = only + only.T
    # equal in all that weighs: either is chosen as often
    return np.divide(only, both, out=np.full_like(both, 0.5), where=both > 0)


def shared_feature_counts(Z):
    """Number of features that two rows share (section 6.2), shape (n, n)."""
    Z = check_binary(Z).astype(int)
    return Z @ Z.T


def binary_matrix_factorization(U, W, V):
    """Mean of a matrix with binary row and column features, U W V' (section 6.3).

    Parameters
    ----------
    U : array_like of 0 and 1, shape (n, K)
    W : array_like, shape (K, L)
    V : array_like of 0 and 1, shape (m, L)

    Returns
    -------
    ndarray, shape (n, m)
    """
    U = check_binary(U, "U").astype(float)
    V = check_binary(V, "V").astype(float)
    return U @ check_array(W, "W", shape=(U.shape[1], V.shape[1])) @ V.T


def additive_clustering(Z, w):
    """Similarity as the weight of the shared features (section 6.4), shape (n, n)."""
    Z = check_binary(Z).astype(float)
    return (Z * check_array(w, "w", shape=Z.shape[1:], low=0)) @ Z.T


def latent_feature_links(Z, W):
    """Probability of a link from i to j, the logistic function of z_i W z_j' (section 6.5)."""
    Z = check_binary(Z).astype(float)
    k = Z.shape[1]
    return expit(Z @ check_array(W, "W", shape=(k, k)) @ Z.T)


def infinite_ica(Z, V, A):
    """Mean of independent components that are switched on and off, (Z * V) A (section 6.6)."""
    Z = check_binary(Z).astype(float)
    V = check_array(V, "V", shape=Z.shape)
    return (Z * V) @ check_array(A, "A", shape=(Z.shape[1], None))


def noisy_or(Z, W, baseline=0.0):
    """Probability of effects with hidden causes: 1 - (1 - b) prod (1 - W_kj)^z_ik (section 6.7).

    Parameters
    ----------
    Z : array_like of 0 and 1, shape (n, K)
        Which causes are present.
    W : array_like, shape (K, D)
        Probability that a cause alone brings the effect about.
    baseline : float
        Probability without any cause.

    Returns
    -------
    ndarray, shape (n, D)
    """
    Z = check_binary(Z).astype(float)
    W = check_array(W, "W", shape=(Z.shape[1], None), low=0, high=1)
    b = check_real(baseline, "baseline", low=0, high=1)
    silent = np.where(Z[:, :, None] > 0, 1 - W[None], 1.0).prod(axis=1)
    return 1 - (1 - b) * silent
