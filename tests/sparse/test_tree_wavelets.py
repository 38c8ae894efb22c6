"""Wavelet shrinkage on a quad-tree: the transform, the penalties, the oracle."""

import numpy as np
import pytest

from mlcompanion.datasets import load_test_image
from mlcompanion.prox import TreeGroups
from mlcompanion.sparse import wavelet_tree_denoise
from mlcompanion.sparse.tree.wavelet_denoising import (
    _LOW_PASS,
    SHRINKAGES,
    inverse_wavelet2,
    oracle_shrinkage,
    psnr,
    shrink_wavelets,
    universal_lambda,
    wavelet2,
)

each = pytest.mark.parametrize("wavelet", ["haar", "db3"])


@each
def test_transform_is_orthonormal(wavelet):
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(2, 32, 32))
    CX, CY = (wavelet2(Z, wavelet, 4) for Z in (X, Y))
    np.testing.assert_allclose(inverse_wavelet2(CX, wavelet, 4), X, atol=1e-12)
    assert np.vdot(CX, CY) == pytest.approx(np.vdot(X, Y))
    basis = np.array([inverse_wavelet2(e.reshape(8, 8), wavelet, 2).ravel() for e in np.eye(64)])
    np.testing.assert_allclose(basis @ basis.T, np.eye(64), atol=1e-12)


def test_filters_have_vanishing_moments():
    for wavelet, moments in (("haar", 1), ("db3", 3)):
        low = _LOW_PASS[wavelet]
        assert low.sum() == pytest.approx(np.sqrt(2))
        alternating = low * (-1.0) ** np.arange(len(low))
        for m in range(moments):
            assert np.vdot(alternating, np.arange(len(low)) ** m) == pytest.approx(0, abs=1e-12)


@each
def test_children_lie_under_their_parent(wavelet):
    """A parent's basis picture overlaps its children's more than those of distant nodes."""
    size = 32
    tree = TreeGroups.quadtree(32, 3)

    def centre(j):
        power = inverse_wavelet2(np.eye(size**2)[j].reshape(size, size), wavelet, 3) ** 2
        return power.sum(axis=1) @ np.arange(size), power.sum(axis=0) @ np.arange(size)

    for r, c in ((2, 5), (9, 4), (10, 13)):  # away from the edges, where the transform wraps
        j = r * size + c
        own = centre(j)
        children = np.flatnonzero(tree.parent == j)
        assert len(children) == 4
        spread = size / (8 if max(r, c) < 8 else 16)
        middle = np.mean([centre(k) for k in children], axis=0)
        assert np.abs(middle - own).max() < spread


def test_shrinkages_on_an_image_of_zeros_and_with_no_shrinkage():
    tree = TreeGroups.quadtree(16, 2)
    c = np.random.default_rng(1).normal(size=(16, 16))
    for penalty in SHRINKAGES:
        np.testing.assert_array_equal(shrink_wavelets(c, tree, 0.0, penalty), c)
        strong = shrink_wavelets(c, tree, 1e6, penalty)
        np.testing.assert_array_equal(strong[:4, :4], c[:4, :4])  # the approximation is free
        assert np.count_nonzero(strong) == 16
        assert not shrink_wavelets(0 * c, tree, 1.0, penalty).any()


def test_hard_thresholding_minimises_its_objective():
    tree = TreeGroups.flat(16)
    c = np.random.default_rng(2).normal(size=(4, 4))
    out = shrink_wavelets(c, tree, 0.3, "l0")
    kept = 0.5 * (c - out) ** 2 + 0.3 * (out != 0)
    np.testing.assert_allclose(kept, np.minimum(0.5 * c**2, 0.3))


@pytest.mark.parametrize("penalty", SHRINKAGES)
def test_the_oracle_finds_the_best_point_of_the_whole_grid(penalty):
    image = load_test_image("camera").data[100:228, 200:328]
    noisy = image + 25 * np.random.default_rng(3).normal(size=image.shape)
    tree = TreeGroups.quadtree(128, 4)
    c = wavelet2(image, levels=4)
    cn = wavelet2(noisy, levels=4)
    found = oracle_shrinkage(cn, c, tree, 25, penalty)
    low, high = (-24, 48) if penalty.startswith("l0") else (-15, 15)
    every = [
        psnr(shrink_wavelets(cn, tree, universal_lambda(i, 25, c.size), penalty), c)
        for i in range(low, high + 1)
    ]
    assert found.psnr == pytest.approx(max(every), abs=0.02)
    assert found.psnr > psnr(noisy, image) + 3


def test_denoising_a_picture_is_one_shrinkage_between_two_transforms():
    image = load_test_image("aero").data[:128, :128]
    noisy = image + 20 * np.random.default_rng(4).normal(size=image.shape)
    lam = universal_lambda(-8, 20, image.size)
    out = wavelet_tree_denoise(noisy, lam, wavelet="db3", levels=4)
    assert psnr(out, image) > psnr(noisy, image) + 4
    np.testing.assert_allclose(wavelet_tree_denoise(noisy, 0.0, levels=4), noisy, atol=1e-9)


def test_bad_input_is_refused():
    for bad in (np.ones((8, 4)), np.ones(8), np.full((8, 8), np.inf), np.ones((12, 12))):
        with pytest.raises(ValueError, match="image"):
            wavelet2(bad, levels=3)
    with pytest.raises(ValueError, match="wavelet"):
        wavelet2(np.ones((8, 8)), "sym4", 1)
    with pytest.raises(ValueError, match="penalty"):
        shrink_wavelets(np.ones((4, 4)), TreeGroups.quadtree(4, 1), 1.0, "l3")
    with pytest.raises(ValueError, match="sigma"):
        oracle_shrinkage(np.ones((4, 4)), np.ones((4, 4)), TreeGroups.quadtree(4, 1), 0.0)
