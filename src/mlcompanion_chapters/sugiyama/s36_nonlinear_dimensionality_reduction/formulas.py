"""Formulas of the chapter against independent ones: kernel components, gradients."""

import numpy as np

from mlcompanion.reduction import KernelPCA
from mlcompanion.reduction.unfolding import autoencoder_gradients
from mlcompanion_chapters.checks.gradients import numerical_gradient

__all__ = ["gradient_gaps", "kernel_gaps"]


def quadratic_features(X):
    """The ten features of three variables whose inner products are (1 + x'y)^2."""
    root = np.sqrt(2)
    crossed = [root * X[:, i] * X[:, j] for i in range(3) for j in range(i)]
    return np.column_stack([np.ones(len(X)), root * X, X**2, *crossed])


def kernel_gaps(seed, n, m=3, new=25):
    """Relative gaps between kernel components and those of the features, largest first.

    Of the eigenvalues, of the training coordinates and of the coordinates of new points.
    """
    rng = np.random.default_rng(seed)
    X, fresh = rng.normal(size=(n, 3)), rng.normal(size=(new, 3))
    every = KernelPCA(kernel="poly", degree=2).fit(X)
    model = KernelPCA(m, kernel="poly", degree=2).fit(X)
    F = quadratic_features(X)
    _, sizes, axes = np.linalg.svd(F - F.mean(axis=0), full_matrices=False)
    count = min(len(every.eigenvalues_), len(sizes), 9, n - 1)
    eigen = np.abs(every.eigenvalues_[:count] - sizes[:count] ** 2).max() / sizes[0] ** 2
    train = (F - F.mean(axis=0)) @ axes[:m].T
    found = model.transform(X)
    signs = np.sign(np.sum(train * found, axis=0))
    later = (quadratic_features(fresh) - F.mean(axis=0)) @ axes[:m].T * signs
    gaps = [np.abs(train * signs - found).max() / np.abs(train).max()]
    gaps.append(np.abs(later - model.transform(fresh)).max() / np.abs(later).max())
    return eigen, *gaps


def gradient_gaps(seed, d=7, m=4):
    """Relative gaps between gradients and central differences: squared, crossed, one term only."""
    rng = np.random.default_rng(seed)
    shapes = ((m, d), (d,), (m,))
    start = np.concatenate([rng.normal(size=np.prod(s)) for s in shapes])
    ends = np.cumsum([np.prod(s) for s in shapes])[:-1]

    def parts(theta):
        return [part.reshape(s) for part, s in zip(np.split(theta, ends), shapes)]

    gaps = []
    for loss in ("squared", "cross-entropy"):
        x = rng.random((1, d))
        if loss == "cross-entropy":
            x = np.round(x)

        def value(theta, x=x, loss=loss):
            return autoencoder_gradients(x, *parts(theta), loss=loss)[0]

        _, slope = autoencoder_gradients(x, *parts(start), loss=loss)
        exact = np.concatenate([np.ravel(g) for g in slope])
        numeric = numerical_gradient(value, start)
        gaps.append(np.linalg.norm(exact - numeric) / np.linalg.norm(numeric))
    W, _, c = parts(start)
    z = 1 / (1 + np.exp(-(x @ W.T) - c))
    half = np.concatenate([np.ravel(z.T @ slope.b[None]), slope.b, slope.c])
    return *gaps, np.linalg.norm(half - numeric) / np.linalg.norm(numeric)
