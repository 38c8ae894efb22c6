"""Principal axes against the Cholesky factor and scikit-learn's PCA."""

import numpy as np
import pytest
from sklearn.decomposition import PCA

from mlcompanion.linalg import mahalanobis_terms, pca_project
from mlcompanion.probability import MultivariateNormal


def test_terms_sum_to_the_distance_of_the_factor():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20, 4))
    A = rng.normal(size=(4, 4))
    law = MultivariateNormal(X[0], A @ A.T)
    terms = mahalanobis_terms(X, law.mu, law.covariance)
    np.testing.assert_allclose(terms.sum(axis=1), law.mahalanobis(X) ** 2)
    lengths, axes = law.principal_axes()  # at the end of the first axis, only the first term is 1
    ends = law.mu + (axes * lengths).T
    np.testing.assert_allclose(
        mahalanobis_terms(ends, law.mu, law.covariance), np.eye(4), atol=1e-9
    )
    with pytest.raises(ValueError, match="covariance must be positive definite"):
        mahalanobis_terms(X, law.mu, np.diag([1.0, 1, 1, 0]))


def test_coordinates_are_those_of_the_peer():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(30, 5)) * [5, 4, 3, 2, 1] + 7
    new = rng.normal(size=(6, 5))
    peer = PCA(3).fit(X)
    for points, ours in ((X, pca_project(X, 3)), (new, pca_project(X, 3, new))):
        np.testing.assert_allclose(abs(ours), abs(peer.transform(points)), atol=1e-9)
    wide = rng.normal(size=(4, 9))
    assert pca_project(wide, 9).shape == (4, 9)
    with pytest.raises(ValueError, match="n_components"):
        pca_project(X, 6)
