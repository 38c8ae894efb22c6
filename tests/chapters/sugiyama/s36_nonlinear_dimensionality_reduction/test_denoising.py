"""Images, noise and denoisers."""

import numpy as np
import pytest
from sklearn.decomposition import PCA

from mlcompanion.reduction.unfolding import Autoencoder
from mlcompanion_chapters.sugiyama.s36_nonlinear_dimensionality_reduction.denoising import (
    add_noise,
    outputs,
    principal_denoiser,
    printed_lines,
    trained_on_pairs,
    two_images,
    wrong_share,
)


def test_images_are_black_and_white_and_no_two_parts_share_one():
    parts = two_images()
    assert [part.shape for part in parts] == [(100, 196)] * 3
    rows = {row.tobytes() for part in parts for row in part}
    assert len(rows) == 300
    assert set(np.unique(parts[0])) == {0.0, 1.0}


def test_noise_sets_a_tenth_and_clears_a_tenth():
    rng = np.random.default_rng(0)
    assert add_noise(np.zeros((500, 200)), rng).mean() == pytest.approx(0.09, abs=3e-3)
    assert add_noise(np.ones((500, 200)), rng).mean() == pytest.approx(0.9, abs=3e-3)


def test_the_projection_is_that_of_principal_components():
    train, test, _ = two_images()
    peer = PCA(10).fit(train)
    want = peer.inverse_transform(peer.transform(test))
    np.testing.assert_allclose(principal_denoiser(train, 10)(test), want, atol=1e-8)


def test_shares_are_counted_after_a_cut():
    assert wrong_share(np.array([0.2, 0.6, 0.9]), np.array([0.0, 0.0, 1.0])) == pytest.approx(1 / 3)


def test_printed_lines_do_not_see_the_noise():
    train, test, _ = two_images()
    model = Autoencoder(3, max_iter=5, limits=(0, 1), random_state=0).fit(train)
    found = [printed_lines(model, test, np.random.default_rng(seed)) for seed in (0, 1)]
    assert np.array_equal(found[0]["drawn"], found[1]["drawn"])
    assert not np.array_equal(found[0]["noisy"], found[1]["noisy"])
    weights = model.components_, model.intercept_visible_, model.intercept_hidden_
    np.testing.assert_allclose(outputs(test, *weights), model.reconstruct(test), atol=1e-12)


def test_training_on_pairs_beats_the_mean_image():
    train, test, spare = two_images()
    noisy = add_noise(test, np.random.default_rng(0))
    found = outputs(noisy, *trained_on_pairs(train, spare, 0, n_steps=500, rate=1.0))
    assert wrong_share(found, test) < wrong_share(np.tile(train.mean(axis=0), (100, 1)), test)
