"""Formulas of Sugiyama (2016), chapter 35, as printed and as they should be.

Each function computes the printed formula as it stands, and what it is held against by another
way: double loops, a scan of angles, sums over a grid, differences.
"""

import numpy as np
from scipy.linalg import eigh

from .clouds import angle_between, direction, few_labels, two_classes

__all__ = [
    "kernel_constants",
    "length_after_sum",
    "listing_between",
    "second_sums",
    "swapped_matrices",
]


def local_by_pairs(X, y):
    """The text's local matrices, within and between, as double loops; exp(-squared distance)."""
    n = len(X)
    sizes = {label: np.sum(y == label) for label in np.unique(y)}
    within, between = np.zeros((2, 2, 2))
    for i in range(n):
        for j in range(n):
            gap = X[i] - X[j]
            pair = np.outer(gap, gap) / 2
            if y[i] == y[j]:
                W = np.exp(-gap @ gap)
                within += W / sizes[y[i]] * pair
                between += W * (1 / n - 1 / sizes[y[i]]) * pair
            else:
                between += pair / n
    return within, between


def _listing(X, y):
    """Sw and Sb of Fig. 35.13, statement by statement."""
    n = len(X)
    Sw, Sb = np.zeros((2, 2, 2))
    for label in (1, 2):
        p = X[y == label]
        p1 = p.sum(axis=0)
        p2 = (p**2).sum(axis=1)
        nj = len(p)
        W = np.exp(-(p2[:, None] + p2 - 2 * p @ p.T))
        G = p.T @ (W.sum(axis=1)[:, None] * p) - p.T @ W @ p
        Sb += G / n + p.T @ p * (1 - nj / n) + np.outer(p1, p1) / n
        Sw += G / nj
    return Sw, Sb


def listing_between(n_draws, seed):
    """The listing's between-class matrix against the text's, half of the draws a split class.

    Parameters
    ----------
    n_draws : int
    seed : int

    Returns
    -------
    dict
        ``off_text``, ``off_within``, ``off_sum``, ``shift``, a number a draw.
    """
    found = {"off_text": [], "off_within": [], "off_sum": [], "shift": []}
    for k in range(n_draws):
        X, y = two_classes(split=k % 2 == 1, random_state=seed + k)
        within, between = local_by_pairs(X, y)
        Sw, Sb = _listing(X, y)
        size = np.abs(between).max()
        surplus = np.abs(Sb - between).max()
        found["off_text"].append(float(surplus / size))
        found["off_within"].append(float(surplus / np.abs(within).max()))
        found["off_sum"].append(float(np.abs(Sb - between - within).max() / size))
        values = [eigh(b, w, eigvals_only=True)[-1] for b, w in ((Sb, Sw), (between, within))]
        found["shift"].append(float(values[0] - values[1]))
    return found


def swapped_matrices(n_draws, seed):
    """Angles to the direction of greatest spread at beta = 1, printed and exchanged.

    Parameters
    ----------
    n_draws : int
    seed : int

    Returns
    -------
    dict
        ``off_printed``, ``off_right``, degrees, one a draw.
    """
    angles = np.arange(1800) / 10
    lines = np.array([direction(a) for a in angles])
    found = {"off_printed": [], "off_right": []}
    for k in range(n_draws):
        X = few_labels(False, random_state=seed + k)[0]
        X = X - X.mean(axis=0)
        widest = lines[(X @ lines.T).var(axis=0).argmax()]
        scatter = X.T @ X
        for key, pair in (
            ("off_printed", (np.eye(2), scatter)),  # between, within, at beta = 1
            ("off_right", (scatter, np.eye(2))),
        ):
            leading = eigh(*pair)[1][:, -1]
            found[key].append(angle_between(leading, widest))
    return found


def length_after_sum(n_starts, seed):
    """Lengths of random starts that are divided by the sum of their entries."""
    starts = np.random.default_rng(seed).normal(size=(n_starts, 2))
    return np.linalg.norm(starts / starts.sum(axis=1, keepdims=True), axis=1)


def kernel_constants(n_pairs, seed):
    """The integral of two Gaussian kernels of width 1 in space over the listing's entry of U.

    Parameters
    ----------
    n_pairs : int
        Random pairs of centres.
    seed : int

    Returns
    -------
    dict
        ``ratio_printed``, ``ratio_right``, one a pair.
    """
    rng = np.random.default_rng(seed)
    grid = np.arange(-9, 9.01, 0.25)
    found = {"ratio_printed": [], "ratio_right": []}
    for _ in range(n_pairs):
        a, b = rng.normal(size=(2, 3))
        # the kernels are products over the coordinates, and so is the sum over the grid
        sums = [np.exp(-((grid - p) ** 2 + (grid - q) ** 2) / 2).sum() * 0.25 for p, q in zip(a, b)]
        entry = np.exp(-((a - b) ** 2).sum() / 4)
        found["ratio_printed"].append(float(np.prod(sums) / (np.pi * entry)))
        found["ratio_right"].append(float(np.prod(sums) / (np.pi**1.5 * entry)))
    return found


def second_sums(n_draws, seed, n=12, step=1e-5):
    """The vector v as printed and put right, against central differences of mean kernels.

    Parameters
    ----------
    n_draws : int
    seed : int
    n : int
        Points a draw.
    step : float
        Of the differences.

    Returns
    -------
    dict
        ``off_printed``, ``off_right``: largest error over the largest entry, one a draw.
    """
    found = {"off_printed": [], "off_right": []}
    for k in range(n_draws):
        z, y = np.random.default_rng([seed, k]).normal(size=(2, n))
        # R[i', j] of the outputs, K[i, j] of the projections, gap[i, j] = z_i - z_j
        R = np.exp(-((y[:, None] - y) ** 2) / 2)
        gap = z[:, None] - z
        K = np.exp(-(gap**2) / 2)
        first = np.mean(K * R * gap, axis=0)
        right = first - np.mean(K * gap, axis=0) * R.mean(axis=0)
        # printed: z_i' in place of z_j in the second sum, i' running over the outputs' samples
        printed = first - np.einsum("ip,pj->j", K * gap, R) / n**2

        def contrast(shift, z=z, R=R):
            """Mean kernel of each centre under the pairs, less that under all pairs."""
            moved = np.exp(-((z[:, None] + shift - z) ** 2) / 2)
            return np.mean(moved * R, axis=0) - moved.mean(axis=0) * R.mean(axis=0)

        truth = -(contrast(step) - contrast(-step)) / (2 * step)
        for key, v in (("off_printed", printed), ("off_right", right)):
            found[key].append(float(np.abs(v - truth).max() / np.abs(truth).max()))
    return found
