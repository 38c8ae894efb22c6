"""Semisupervised local Fisher discriminant analysis against its two ends and its listing."""

import numpy as np
import pytest
from scipy.linalg import eigh, subspace_angles
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.reduction.linear import LFDA, PCA, SELF, SemiLFDA

RNG = np.random.default_rng(6)
X = RNG.normal(size=(80, 3)) @ np.diag([1.0, 2.0, 0.5]) + [4.0, 0.0, -1.0]
Y = np.where(np.arange(80) < 30, np.arange(80) % 3, -1)


@parametrize_with_checks([SemiLFDA(), SemiLFDA(1, total="scatter")])
def test_scikit_learn_contract(estimator, check):
    check(estimator)


def test_the_ends_are_lfda_and_principal_components():
    for total in ("covariance", "scatter"):
        local = SELF(2, beta=0.0, total=total).fit(X, Y).components_
        want = LFDA(2).fit(X[:30], Y[:30]).components_
        assert subspace_angles(local.T, want.T).max() < 1e-7
        spread = SELF(2, beta=1.0, total=total).fit(X, Y).components_
        np.testing.assert_allclose(spread, PCA(2).fit(X).components_, atol=1e-10)


@pytest.mark.parametrize("beta", [0.001, 0.5, 0.9])
def test_the_covariance_form_is_the_listing(beta):
    """Fig. 35.15, line by line, with its similarity and for a class of several points."""
    x, xx = X[:30] - X.mean(axis=0), X[30:] - X.mean(axis=0)
    y = Y[:30]
    n = len(x)
    W = np.exp(-((x[:, None] - x) ** 2).sum(axis=2))
    Qlb, Qlw = np.zeros((2, n, n))
    for j in range(3):
        is_j = (y == j).astype(float)
        Wy = W * np.outer(is_j / 2, is_j)
        Qlw += Wy / is_j.sum()
        Qlb += Wy * (1 / n - 1 / is_j.sum()) + np.outer(is_j / n / 2, 1 - is_j)
    covariance = np.cov(np.vstack([x, xx]).T, bias=True)
    Srlb = (1 - beta) * x.T @ (np.diag(Qlb.sum(axis=1)) - Qlb) @ x + beta * covariance
    Srlw = (1 - beta) * x.T @ (np.diag(Qlw.sum(axis=1)) - Qlw) @ x + beta * np.eye(3)
    values = eigh(Srlb, Srlw, eigvals_only=True)[::-1]
    model = SELF(beta=beta, similarity="gaussian", width=np.sqrt(0.5)).fit(X, Y)
    np.testing.assert_allclose(model.eigenvalues_, values, rtol=1e-9)


def test_labels_of_strings_and_a_pipeline():
    names = np.where(Y < 0, "-1", np.array(["a", "b", "c"])[Y])
    np.testing.assert_allclose(
        SELF(1).fit(X, names).components_, SELF(1).fit(X, Y).components_, atol=1e-12
    )
    # by its class's own name a scikit-learn pipeline could not hold it
    assert make_pipeline(SELF(1)).fit(X, Y).named_steps.semilfda.beta == 0.5


def test_bad_input():
    with pytest.raises(ValueError, match="beta"):
        SELF(beta=1.1).fit(X, Y)
    with pytest.raises(ValueError, match="class"):
        SELF().fit(X, np.where(Y == 0, 0, -1))
    with pytest.raises(ValueError, match="set beta > 0"):
        SELF(beta=0.0).fit(X, np.r_[0, 1, np.full(78, -1)])
