"""Kernel principal components against scikit-learn and the definition."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist
from sklearn.decomposition import PCA
from sklearn.decomposition import KernelPCA as PeerKernelPCA
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.kernels import center_gram, rbf_kernel
from mlcompanion.reduction import KernelPCA, percentile_width

RNG = np.random.default_rng(3)
X = RNG.normal(size=(40, 6)) @ np.diag([3, 2, 1.5, 1, 0.7, 0.5])
NEW = RNG.normal(size=(15, 6))


@parametrize_with_checks([KernelPCA(2), KernelPCA(0.9, kernel="rbf"), KernelPCA(kernel="poly")])
def test_scikit_learn_contract(estimator, check):
    check(estimator)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ({"kernel": "linear"}, {"kernel": "linear"}),
        ({"kernel": "rbf", "sigma": 2.0}, {"kernel": "rbf", "gamma": 1 / 8}),
        ({"kernel": "poly", "degree": 2}, {"kernel": "poly", "degree": 2, "gamma": 1.0}),
    ],
)
def test_equal_to_scikit_learn_up_to_sign(ours, theirs):
    model = KernelPCA(4, **ours).fit(X)
    peer = PeerKernelPCA(4, **theirs).fit(X)
    np.testing.assert_allclose(model.eigenvalues_, peer.eigenvalues_, rtol=1e-9)
    for rows in (X, NEW):
        found = model.transform(rows)
        want = peer.transform(rows)
        want *= np.sign((want * found).sum(axis=0))
        np.testing.assert_allclose(found, want, atol=1e-9)


def test_the_linear_kernel_is_pca_also_far_from_zero():
    for offset in (0.0, 1e6):
        model = KernelPCA(3).fit(X + offset)
        peer = PCA(3).fit(X + offset)
        found = np.abs(model.transform(NEW + offset))
        np.testing.assert_allclose(found, np.abs(peer.transform(NEW + offset)), atol=1e-7)
        share = model.explained_variance_ratio_
        np.testing.assert_allclose(share, peer.explained_variance_ratio_, rtol=1e-7)


def test_transform_centres_as_the_kernel_room_does():
    model = KernelPCA(5, kernel="rbf", sigma=1.3).fit(X)
    K = rbf_kernel(X, sigma=1.3)
    centred = center_gram(rbf_kernel(NEW, X, sigma=1.3), K)
    want = centred @ model.eigenvectors_ / np.sqrt(model.eigenvalues_)
    np.testing.assert_allclose(model.transform(NEW), want, atol=1e-12)


@pytest.mark.parametrize("kernel", ["linear", "rbf", "poly"])
def test_training_projections_are_uncorrelated_and_add_up(kernel):
    model = KernelPCA(kernel=kernel).fit(X)
    F = model.transform(X)
    np.testing.assert_allclose(F, model.fit_transform(X), atol=1e-8 * np.abs(F).max())
    np.testing.assert_allclose(F.T @ F, np.diag(model.eigenvalues_), atol=1e-8 * F.max() ** 2)
    assert model.explained_variance_ratio_.sum() == pytest.approx(1)


def test_a_share_is_reached_by_as_few_as_possible():
    every = KernelPCA().fit(X).explained_variance_ratio_
    for share in (0.3, 0.85, 0.999):
        kept = KernelPCA(share).fit(X).explained_variance_ratio_
        assert kept.sum() >= share > kept[:-1].sum()
        np.testing.assert_allclose(kept, every[: len(kept)])


def test_a_precomputed_matrix_and_a_function_of_ones_own():
    K = rbf_kernel(X, sigma=2.0)
    want = KernelPCA(3, kernel="rbf", sigma=2.0).fit(X)
    given = KernelPCA(3, kernel="precomputed").fit(K)
    own = KernelPCA(3, kernel=lambda A, B: np.exp(-np.square(A[:, None] - B).sum(2) / 8)).fit(X)
    new = rbf_kernel(NEW, X, sigma=2.0)
    np.testing.assert_allclose(given.transform(new), want.transform(NEW), atol=1e-10)
    np.testing.assert_allclose(own.transform(NEW), want.transform(NEW), atol=1e-10)
    for model in (given, own):
        np.testing.assert_allclose(model.leave_one_out(), want.leave_one_out(), atol=1e-10)


def test_many_rows_give_the_same_by_a_search_for_few_pairs():
    rows = np.random.default_rng(0).normal(size=(600, 4)) * [4, 3, 2, 1]
    few = KernelPCA(3, kernel="rbf", sigma=3.0).fit(rows)
    K = center_gram(rbf_kernel(rows, sigma=3.0))
    np.testing.assert_allclose(few.eigenvalues_, np.linalg.eigvalsh(K)[:-4:-1], rtol=1e-10)


def test_repeated_rows_and_kernels_that_see_nothing():
    twice = np.repeat(X[:5], 2, axis=0)
    assert len(KernelPCA().fit(twice).eigenvalues_) == 4
    assert len(KernelPCA(8).fit(twice).eigenvalues_) == 4
    # all kernels between different rows vanish: all eigenvalues are equal
    lonely = KernelPCA(2, kernel="rbf", sigma=1e-3).fit(X)
    np.testing.assert_allclose(lonely.eigenvalues_, 1)
    with pytest.raises(ValueError, match="two different rows"):
        KernelPCA().fit(np.full((6, 3), 0.1))
    with pytest.raises(ValueError, match="two different rows"):
        KernelPCA(kernel="rbf").fit(np.full((6, 3), 0.1))


@pytest.mark.parametrize("unit", [1e-150, 1e-12, 1e12, 1e150])
@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_units(kernel, unit):
    want = KernelPCA(2, kernel=kernel).fit(X).transform(NEW)
    found = KernelPCA(2, kernel=kernel).fit(unit * X).transform(unit * NEW)
    scale = unit if kernel == "linear" else 1.0
    np.testing.assert_allclose(found / scale, want, rtol=1e-6, atol=1e-9)


def test_the_default_width_is_a_percentile_of_squared_distances():
    assert percentile_width(X, 5) == pytest.approx(np.sqrt(np.percentile(pdist(X) ** 2, 5) / 2))
    assert KernelPCA(kernel="rbf").fit(X).sigma_ == pytest.approx(percentile_width(X))
    assert percentile_width([[0], [0], [0], [2]], 5) == pytest.approx(np.sqrt(2))
    with pytest.raises(ValueError, match="X must have two different rows"):
        percentile_width(np.ones((4, 2)))


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"n_components": 0}, "n_components"),
        ({"n_components": 41}, "n_components"),
        ({"n_components": 1.0}, "n_components"),
        ({"n_components": "2"}, "n_components"),
        ({"kernel": "gauss"}, "kernel"),
        ({"kernel": "rbf", "sigma": 0.0}, "sigma"),
        ({"kernel": "poly", "degree": 1.5}, "degree"),
        ({"kernel": "precomputed"}, "X"),
    ],
)
def test_bad_parameters_are_named(options, word):
    with pytest.raises(ValueError, match=word):
        KernelPCA(**options).fit(X)


def test_a_precomputed_matrix_must_be_symmetric():
    K = rbf_kernel(X)
    K[0, 1] += 0.1
    with pytest.raises(ValueError, match="X must be symmetric"):
        KernelPCA(kernel="precomputed").fit(K)


def test_narrow_kernels_lose_new_points_and_wide_ones_are_pca():
    rows = RNG.normal(size=(80, 400))
    rows[:, 0] *= 5
    spread = []
    for sigma in (1e4, 20.0, 10.0, 5.0):
        model = KernelPCA(1, kernel="rbf", sigma=sigma).fit(rows[:40])
        spread.append(model.transform(rows[40:]).std() / model.transform(rows[:40]).std())
    assert np.all(np.diff(spread) < 0)
    assert spread[-1] < 0.05
    wide = KernelPCA(1, kernel="rbf", sigma=1e4).fit(rows[:40]).transform(rows[40:])[:, 0]
    plain = KernelPCA(1).fit(rows[:40]).transform(rows[40:])[:, 0]
    assert abs(np.corrcoef(wide, plain)[0, 1]) > 0.9999
