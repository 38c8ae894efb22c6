"""The experiments of section 5 at small sizes."""

from types import SimpleNamespace

import numpy as np
import pytest

from mlcompanion.prox import TreeGroups
from mlcompanion_chapters.jmlr12.j37_hierarchical_sparse_coding import tree_sparsity
from mlcompanion_chapters.jmlr12.j37_hierarchical_sparse_coding.tree_sparsity import (
    atom_frequencies,
    denoising_psnrs,
    image_patches,
    inpainting_errors,
    learned_atoms,
    shrinkage_seconds,
    solver_times,
    tumour_times,
)


def test_the_tree_denoises_best():
    found = denoising_psnrs("camera", "haar", 25, 0)
    assert found["tree_l2"] > found["tree_linf"] > max(found["l1"], found["l0_tree"]) > found["l0"]


def test_a_variance_is_less_noise():
    options = {"penalties": ("l0",)}
    more, less = (
        denoising_psnrs("aero", "haar", 100, 0, as_variance=v, **options)["l0"]
        for v in (False, True)
    )
    assert less > more + 5


def test_shrinkage_is_timed():
    found = shrinkage_seconds("ascent", 0, repeats=1)
    assert 0 < found["l1"] < found["tree_l2"]


def test_patches_have_mean_zero_and_norm_one():
    P = image_patches(20, 8, 0)
    assert P.shape == (20, 64)
    assert np.allclose(P.mean(axis=1), 0)
    assert np.allclose(np.linalg.norm(P, axis=1), 1)
    assert not np.array_equal(P, image_patches(20, 8, 1))


def test_frequency_of_waves():
    wave = np.cos(2 * np.pi * np.arange(8) / 4)[:, None] * np.ones(8)
    flat = np.ones((8, 8))
    model = SimpleNamespace(
        components_=np.array([flat.ravel(), wave.ravel()]), tree_=TreeGroups([-1, 0])
    )
    assert atom_frequencies(model, 8) == pytest.approx([0, 0.25])


@pytest.fixture
def few_atoms(monkeypatch):
    few = learned_atoms(160, 1)
    monkeypatch.setattr(tree_sparsity, "learned_atoms", lambda: few)


def test_fista_comes_first(few_atoms):
    found = solver_times(0.3, 0, tune=10, limit=200, grid=2)
    assert 0.3 < found["active"] < 0.5
    assert found["fista"] <= found["ista"]
    assert found["sg"] == np.inf


def test_only_proximal_methods_return_zeros():
    found = tumour_times(0.5, n_genes=60, tune=5, limit=100, grid=2)
    assert found["zeros_fista"] > 0
    assert found["zeros_sg"] == 0


def test_errors_grow_with_what_is_missing():
    found = inpainting_errors((3, 2), 0, n=100, n_val=30, n_test=30, alternations=2)
    for name in ("tree", "flat"):
        assert len(found[name]) == len(found[f"{name}_val"]) == 5
        assert found[name][0] < found[name][-1]


def test_images_are_named():
    with pytest.raises(ValueError, match="image"):
        denoising_psnrs("lena", "haar", 5, 0)
