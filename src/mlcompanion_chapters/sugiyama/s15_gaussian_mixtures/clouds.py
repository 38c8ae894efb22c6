"""Samples, random mixtures and random starts that the chapter's checks have in common."""

import numpy as np
from sklearn.datasets import load_iris

from mlcompanion.datasets import make_two_bells
from mlcompanion.density.mixtures import MixtureParameters

__all__ = [
    "THREE_BELLS",
    "cloud",
    "random_mixture",
    "random_shares",
    "sample_from",
    "three_bell_density",
]

#: The density of Fig. 15.2.
THREE_BELLS = MixtureParameters(
    np.array([0.4, 0.2, 0.4]),
    np.array([[-2.0], [2.0], [3.0]]),
    np.array([[[1.5**2]], [[2.0**2]], [[1.0**2]]]),
)


def three_bell_density(x):
    """Fig. 15.2, written out."""
    total = np.zeros_like(x)
    for weight, mean, sigma in ((0.4, -2.0, 1.5), (0.2, 2.0, 2.0), (0.4, 3.0, 1.0)):
        bell = np.exp(-((x - mean) ** 2) / (2 * sigma**2)) / (sigma * np.sqrt(2 * np.pi))
        total += weight * bell
    return total


def random_mixture(rng, m, d, far=3.0):
    """Random weights, means of deviation ``far``, covariances of Wishart kind."""
    roots = rng.normal(size=(m, d, d + 2))
    covariances = roots @ roots.transpose(0, 2, 1) / (d + 2) + 0.05 * np.eye(d)
    return MixtureParameters(
        rng.dirichlet(np.full(m, 2.0)), rng.normal(scale=far, size=(m, d)), covariances
    )


def sample_from(theta, n, rng):
    """Rows drawn from a mixture."""
    chosen = rng.choice(len(theta.weights), size=n, p=theta.weights)
    factors = np.linalg.cholesky(theta.covariances)
    normal = rng.normal(size=(n, theta.means.shape[1]))
    return theta.means[chosen] + np.einsum("iab,ib->ia", factors[chosen], normal)


def random_shares(n, m, rng):
    """Random responsibilities, as in the listing: uniform numbers, divided by their row's sum."""
    uniform = np.random.default_rng(rng).random((n, m))
    return uniform / uniform.sum(axis=1, keepdims=True)


def cloud(kind, rng):
    """Samples of one of the kinds of data on which EM is watched."""
    if kind == "two bells":
        return make_two_bells(random_state=rng).data
    if kind == "three bells":
        return sample_from(THREE_BELLS, 150, rng)
    if kind == "iris":
        return load_iris().data
    d = int(kind)  # samples of a random mixture in so many dimensions
    return sample_from(random_mixture(rng, 3, d), 150, rng)
