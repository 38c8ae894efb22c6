"""Principal components against scikit-learn, and against every other direction."""

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.decomposition import PCA as PeerPCA
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.reduction.linear import PCA

RNG = np.random.default_rng(3)
TALL = RNG.normal(size=(60, 5)) @ np.diag([3, 2, 1.5, 1, 0.7])
WIDE = RNG.normal(size=(8, 30))


@parametrize_with_checks([PCA(), PCA(1)])
def test_scikit_learn_contract(estimator, check):
    check(estimator)


@pytest.mark.parametrize("X", [TALL, WIDE, TALL + 1e6, 1e-9 * WIDE, np.round(10 * TALL)])
def test_equal_to_scikit_learn_up_to_sign(X):
    model = PCA(3).fit(X)
    peer = PeerPCA(3, svd_solver="full").fit(X)
    turned = np.abs(np.sum(model.components_ * peer.components_, axis=1))
    np.testing.assert_allclose(turned, 1, atol=1e-8)
    values = peer.explained_variance_ * (len(X) - 1)
    np.testing.assert_allclose(model.eigenvalues_, values, rtol=1e-7)
    ratios = peer.explained_variance_ratio_
    np.testing.assert_allclose(model.explained_variance_ratio_, ratios, rtol=1e-7)


def test_eigenvalues_are_those_of_the_scatter_matrix():
    rows = TALL - TALL.mean(axis=0)
    want = np.linalg.eigvalsh(rows.T @ rows)[::-1]
    np.testing.assert_allclose(PCA().fit(TALL).eigenvalues_, want, rtol=1e-10)


def test_the_error_is_what_the_dropped_eigenvalues_add_up_to():
    model = PCA(2).fit(TALL)
    back = model.inverse_transform(model.transform(TALL))
    dropped = PCA().fit(TALL).eigenvalues_[2:].sum()
    assert np.sum((TALL - back) ** 2) == pytest.approx(dropped, rel=1e-10)


def test_projections_are_uncorrelated():
    Z = PCA(3).fit_transform(TALL)
    np.testing.assert_allclose(Z.T @ Z, np.diag(np.diag(Z.T @ Z)), atol=1e-10)


def test_no_direction_of_a_fine_grid_spreads_more():
    X = RNG.normal(size=(50, 2)) @ [[1.0, 0.7], [0.0, 0.5]]
    angles = np.radians(np.arange(0, 180, 0.1))
    spreads = (X @ [np.cos(angles), np.sin(angles)]).std(axis=0)
    best = angles[spreads.argmax()]
    T = PCA(1).fit(X).components_[0]
    assert abs(T @ [np.cos(best), np.sin(best)]) > np.cos(np.radians(0.11))


def test_a_share_is_reached_by_as_few_as_possible():
    every = np.cumsum(PCA().fit(TALL).explained_variance_ratio_)
    for share in (0.3, 0.85, 0.999):
        kept = len(PCA(share).fit(TALL).components_)
        assert every[kept - 1] >= share
        assert kept == 1 or every[kept - 2] < share


def test_ties_constants_and_integers():
    X = np.repeat(np.eye(3, dtype=int), 2, axis=0)
    model = PCA().fit(np.column_stack([X, np.full(6, 7)]))
    np.testing.assert_allclose(model.components_ @ model.components_.T, np.eye(4), atol=1e-12)
    np.testing.assert_allclose(model.eigenvalues_, [2, 2, 0, 0], atol=1e-12)
    flat = PCA(1).fit(np.full((4, 2), 0.1))
    assert flat.eigenvalues_[0] == 0
    assert (flat.transform(np.full((2, 2), 0.1)) == 0).all()


@pytest.mark.parametrize("bad", [0, 6, 1.0, 0.0, 1.5, "mle", True])
def test_a_number_of_components_out_of_range_is_refused(bad):
    with pytest.raises(ValueError, match="n_components"):
        PCA(bad).fit(TALL)


def test_names_of_columns_and_outputs():
    pytest.importorskip("pandas")  # not among the lowest versions
    X = load_iris(as_frame=True).data
    model = PCA(2).set_output(transform="pandas").fit(X)
    assert list(model.transform(X).columns) == ["pca0", "pca1"]


def test_tall_data_are_decomposed_by_their_triangle(monkeypatch):
    X = np.random.default_rng(0).normal(size=(500, 6)) * 10.0 ** np.arange(6)
    wanted = np.linalg.svd(X - X.mean(axis=0), compute_uv=False) ** 2
    shapes = []
    decompose = np.linalg.svd
    monkeypatch.setattr(
        np.linalg, "svd", lambda A, **k: shapes.append(A.shape) or decompose(A, **k)
    )
    model = PCA().fit(X)
    assert shapes == [(6, 6)]
    np.testing.assert_allclose(model.eigenvalues_, wanted, rtol=1e-10)
