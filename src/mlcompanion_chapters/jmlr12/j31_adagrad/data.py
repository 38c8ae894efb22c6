"""Data that stand in for RCV1, ImageNet, MNIST and the census: rows, labels, splits."""

from functools import cache

import numpy as np
from scipy.sparse import csr_array
from sklearn.datasets import load_digits

from mlcompanion.datasets import load_mnist_5k, load_mushroom, load_reuters, load_spambase
from mlcompanion.kernels import rbf_kernel

__all__ = ["images", "powerlaw_rows", "products", "text_task", "title_task"]


def powerlaw_rows(n, d, alpha, c, rng):
    """Binary rows in which feature i stands with probability ``min(1, c i^-alpha)``."""
    chances = np.minimum(1.0, c * np.arange(1, d + 1) ** -alpha)
    return csr_array((rng.random((n, d)) < chances).astype(float))


def text_task(task, split, n=8000, d=3000, flips=0.05):
    """A category of made-up documents: (train, labels, test, labels).

    The documents are the same for all categories. A dense linear rule with normal weights labels
    them, of whose answers a share is flipped; three quarters are for training.
    """
    rows = powerlaw_rows(n, d, 1.05, 8.0, np.random.default_rng(0))
    rng = np.random.default_rng([1, task])
    scores = rows @ rng.normal(size=d)
    y = np.where(scores > np.median(scores), 1.0, -1.0)
    y[rng.random(n) < flips] *= -1
    order = np.random.default_rng([2, split]).permutation(n)
    train = order[: 3 * n // 4]
    test = order[3 * n // 4 :]
    return rows[train], y[train], rows[test], y[test]


def title_task(word, seed):
    """Reuters: whether a word stands in the title, from which words the story has."""
    news = load_reuters()
    y = np.array([1.0 if word in title.lower() else -1.0 for title in news.titles])
    keep = np.array([word not in name for name in news.feature_names])
    rows = csr_array((news.data[:, keep] > 0).astype(float))
    order = np.random.default_rng(seed).permutation(len(y))
    train = order[:300]
    test = order[300:]
    return rows[train], y[train], rows[test], y[test]


@cache
def products(name):
    """0/1 columns of attribute values and of their products, and labels -1, 1."""
    if name == "mushroom":
        data = load_mushroom()
        columns = data.data
        target = data.target
    else:
        data = load_spambase()
        columns = _bins(data.data)
        target = data.target
    pairs = [columns * columns[:, [j]] for j in range(columns.shape[1])]
    crossed = [pair[:, j + 1 :] for j, pair in enumerate(pairs)]
    features = np.hstack([columns, *crossed])
    often = features.sum(axis=0)
    kept = np.sort(np.argsort(-often * (often < len(features)), kind="stable")[:4001])
    labels = np.unique(target, return_inverse=True)[1]
    return features[:, kept].copy(), np.where(labels == 1, 1.0, -1.0)


def _bins(X, n_bins=5):
    """0/1 columns: between which quantiles a value lies; equal quantiles are one."""
    columns = []
    for x in X.T:
        edges = np.unique(np.quantile(x, np.arange(1, n_bins) / n_bins))
        place = np.searchsorted(edges, x)
        columns += [place == k for k in np.unique(place)]
    return np.array(columns, dtype=float).T


@cache
def images(name, n_support, share):
    """Gaussian kernel values to so many images that are set apart, and labels.

    The width is that share of the median distance between images.
    """
    if name == "digits":
        data = load_digits()
        pixels = data.data / 16
    else:
        data = load_mnist_5k()
        pixels = data.data / 255
    order = np.random.default_rng(0).permutation(len(pixels))
    support = order[:n_support]
    rest = order[n_support:]
    away = pixels[rest[:300], None, :] - pixels[None, support[:100], :]
    sigma = share * np.sqrt(np.median((away**2).sum(axis=2)))
    return rbf_kernel(pixels[rest], pixels[support], sigma=sigma), np.asarray(data.target)[rest]
