"""Denoising the digit 2: networks that were trained on clean images, and principal components.

Sugiyama (2016), Figs 36.10, 36.11, 36.14 and 36.15, with MNIST at 14 x 14 for ``digit.mat``.
"""

from functools import cache

import numpy as np

from mlcompanion._validation import read_only
from mlcompanion.datasets import load_digits_14
from mlcompanion.linalg import pca_project
from mlcompanion.reduction.unfolding import RBM, Autoencoder, autoencoder_gradients

__all__ = [
    "add_noise",
    "denoising_errors",
    "listing_autoencoder",
    "listing_machine",
    "principal_denoiser",
    "trained_on_pairs",
    "two_images",
    "wrong_share",
]

HIDDEN = 10


@cache
def two_images():
    """Black and white images of the digit 2: 100 to train on, 100 to test, 100 to choose by."""
    digits = load_digits_14(0, n_train=100, n_test=200)
    train = digits.X_train[digits.y_train == 2] > 0
    others = digits.X_test[digits.y_test == 2] > 0
    parts = tuple(part.astype(float) for part in (train, others[:100], others[100:]))
    read_only(*parts)  # every caller gets the same
    return parts


def add_noise(images, rng, level=0.1):
    """A share of the pixels is set, then a share of all is cleared, as in the listing."""
    noisy = images.copy()
    noisy[rng.random(images.shape) < level] = 1.0
    noisy[rng.random(images.shape) < level] = 0.0
    return noisy


def wrong_share(output, truth):
    """Share of wrong pixels after a cut at one half."""
    return float(np.mean((output > 0.5) != (truth > 0.5)))


def listing_autoencoder(train, seed):
    """The autoencoder of Fig. 36.10, with its start, step and stop."""
    return Autoencoder(
        HIDDEN,
        learning_rate=0.01,
        max_iter=100_000,
        tol=0.003,
        init="unit",
        limits=(0.0, 1.0),
        random_state=seed,
    ).fit(train)


def listing_machine(train, seed):
    """The machine of Fig. 36.14, with its start, step and stop; the visible bias corrected."""
    return RBM(
        HIDDEN,
        learning_rate=0.01,
        batch_size=None,
        n_iter=100_000,
        tol=0.007,
        init="unit",
        limits=(0.0, 1.0),
        random_state=seed,
    ).fit(train)


def principal_denoiser(train, n_components):
    """A function that projects images on the principal axes of the training images."""
    mean = train.mean(axis=0)
    # what the axes are sent to by the projection tells their directions
    directions = pca_project(train, n_components, mean + np.eye(train.shape[1])).T
    return lambda images: mean + (images - mean) @ directions.T @ directions


def trained_on_pairs(train, spare, seed, n_steps=10_000, rate=0.3):
    """Weights of an autoencoder whose input is noisy, anew in each step, and whose target is clean.

    Every 250 steps the error on noisy spare images is taken; the weights with the least are kept.
    """
    rng = np.random.default_rng(seed)
    shown = add_noise(spare, rng)
    d = train.shape[1]
    weights = [rng.normal(scale=d**-0.5, size=(HIDDEN, d)), np.zeros(d), np.zeros(HIDDEN)]
    best = np.inf
    kept = weights
    for step in range(1, n_steps + 1):
        _, slope = autoencoder_gradients(add_noise(train, rng), *weights, target=train)
        weights = [w - rate * g for w, g in zip(weights, slope)]
        if step % 250 == 0:
            error = wrong_share(outputs(shown, *weights), spare)
            if error < best:
                best = error
                kept = weights
    return kept


def outputs(X, W, b, c):
    """What an autoencoder with these weights gives back."""
    Z = 1 / (1 + np.exp(-(X @ W.T + c)))
    return 1 / (1 + np.exp(-(Z @ W + b)))


def denoising_errors(seed):
    """Shares of wrong pixels of all methods, one start and one draw of the noise."""
    train, test, spare = two_images()
    rng = np.random.default_rng(1000 + seed)
    noisy = add_noise(test, rng)
    other = add_noise(test, rng)
    found = {
        "noisy": wrong_share(noisy, test),
        "mean_image": wrong_share(np.tile(train.mean(axis=0), (len(test), 1)), test),
    }
    for q in (10, 20, 30):
        found[f"pca{q}"] = wrong_share(principal_denoiser(train, q)(noisy), test)
    for name, model in (
        ("ae", listing_autoencoder(train, seed)),
        ("rbm", listing_machine(train, seed)),
    ):
        found[f"{name}_noisy"] = wrong_share(model.reconstruct(noisy), test)
        found[f"{name}_clean"] = wrong_share(model.reconstruct(test), test)
        found[f"{name}_train"] = wrong_share(model.reconstruct(train), train)
        found[f"{name}_steps"] = model.n_iter_
        # the printed line takes the clean image: the noise cannot reach what it draws
        drawn = [printed_lines(model, test, draw)["drawn"] for draw in (rng, rng)]
        found[f"{name}_same"] = bool(np.array_equal(*drawn))
        found[f"{name}_moves"] = not np.array_equal(
            model.reconstruct(noisy) > 0.5, model.reconstruct(other) > 0.5
        )
    found["pairs"] = wrong_share(outputs(noisy, *trained_on_pairs(train, spare, seed)), test)
    return found


def printed_lines(model, t, rng):
    """The last lines of both listings, with the weights of a model, and what they draw."""
    W = model.components_
    b = model.intercept_visible_
    c = model.intercept_hidden_
    u = add_noise(t, rng)
    z = 1 / (1 + np.exp(-(t @ W.T) - c))
    y = 1 / (1 + np.exp(-(z @ W) - b))
    return {"clean": t, "noisy": u, "drawn": y > 0.5}
