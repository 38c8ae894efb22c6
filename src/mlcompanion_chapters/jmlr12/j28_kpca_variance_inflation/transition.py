"""Overlap of the first principal direction with one normal signal: Figure 2, simulated.

The signal lies along the first axis, which is no loss: the noise is the same in all directions.
"""

import numpy as np
from scipy.linalg import eigh

from mlcompanion.reduction import spike_overlap

__all__ = ["mean_overlaps", "overlaps_of_draw", "theory_gap"]


def overlaps_of_draw(seed, sizes, sigmas, d=1000):
    """Squared cosines for nested numbers of points and several noise levels, of one draw.

    Returns
    -------
    ndarray, shape (len(sigmas), len(sizes))
    """
    rng = np.random.default_rng(seed)
    most = max(sizes)
    eta = rng.standard_normal(most)
    noise = rng.standard_normal((most, d))
    products = noise @ noise.T
    along = noise[:, 0]
    found = np.empty((len(sigmas), len(sizes)))
    for i, sigma in enumerate(sigmas):
        mixed = sigma * np.outer(eta, along)
        gram = sigma**2 * products + mixed + mixed.T + np.outer(eta, eta)
        first = eta + sigma * along
        for j, n in enumerate(sizes):
            value, vector = eigh(gram[:n, :n], subset_by_index=[n - 1, n - 1], check_finite=False)
            found[i, j] = (first[:n] @ vector[:, 0]) ** 2 / value[0]
    return found


def mean_overlaps(repeats, sizes, sigmas, d=1000):
    """Mean over draws, shape (len(sigmas), len(sizes))."""
    draws = [overlaps_of_draw(seed, sizes, sigmas, d) for seed in range(repeats)]
    return np.mean(draws, axis=0)


def theory_gap(found, sizes, sigmas, d=1000):
    """Largest distance from theory at 30 points and more, off the threshold by a factor of 2."""
    sizes = np.asarray(sizes)
    gaps = []
    for row, sigma in zip(found, sigmas):
        ratio = sizes / (d * sigma**4)
        judged = (sizes >= 30) & ((ratio <= 0.5) | (ratio >= 2))
        theory = spike_overlap(sizes, d, 1.0, sigma)
        gaps.append(np.abs(row - theory)[judged].max())
    return max(gaps)
