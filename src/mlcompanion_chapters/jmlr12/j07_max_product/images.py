"""Grids with the potentials of images: optical flow, stereo, denoising (sections 7.4.2, 7.4.3).

Larger scores are better here; the source's costs change their sign.
"""

import numpy as np

from mlcompanion.datasets import load_test_image
from mlcompanion.graphical.messages import grid_map

SIDE = 12
SIZES = (16, 36, 64, 144, 256)
KINDS = ("random", "flow", "denoising", "stereo")
SWEEPS = 5


def patch(name, rng, margin=0, side=SIDE):
    """A random piece of a test image with a margin around it."""
    image = load_test_image(name).data
    row, column = rng.integers(margin, 512 - side - margin, 2)
    return image[row - margin : row + side + margin, column - margin : column + side + margin]


def random_grid(n, rng):
    """Independent uniform potentials."""
    return rng.random((SIDE, SIDE, n)), rng.random((n, n))


def flow_grid(n, rng):
    """Grey values at a moved place should agree; neighbours should move alike (section 7.4.2).

    The second image is the first one, moved by a constant flow, with noise of 5 grey levels.
    """
    root = round(np.sqrt(n))
    low = -(root // 2)
    moves = np.array([(a, b) for a in range(low, low + root) for b in range(low, low + root)])
    margin = root
    first = patch("camera", rng, margin)
    true = moves[rng.integers(n)]
    second = np.roll(first, true, axis=(0, 1)) + 5 * rng.normal(size=first.shape)
    inside = np.arange(margin, margin + SIDE)
    unary = np.empty((SIDE, SIDE, n))
    for x, (a, b) in enumerate(moves):
        unary[:, :, x] = -np.abs(
            first[np.ix_(inside, inside)] - second[np.ix_(inside + a, inside + b)]
        )
    return unary, -np.linalg.norm(moves[:, None] - moves, axis=2)


def stereo_grid(n, rng):
    """Near to a value that was seen, near to the neighbours: absolute differences (Figure 19)."""
    # a plane that is bent at one column, and noise of a twentieth of the range
    rows, columns = np.indices((SIDE, SIDE)) / SIDE
    seen = 0.2 + 0.3 * rows + 0.4 * (columns > rng.uniform(0.3, 0.7))
    seen = (n - 1) * np.clip(seen + 0.05 * rng.normal(size=seen.shape), 0, 1)
    states = np.arange(n)
    unary = -np.abs(seen[..., None] - states)
    return unary, -np.abs(states[:, None] - states).astype(float)


def denoising_grid(n, rng):
    """Near to a noisy grey value; neighbours as often together as in another image."""
    image = load_test_image("ascent").data * n // 256
    levels = image.astype(int)
    counts = np.zeros((n, n))
    for a, b in ((levels[:-1], levels[1:]), (levels[:, :-1], levels[:, 1:])):
        np.add.at(counts, (a.ravel(), b.ravel()), 1)
    pairwise = np.log(counts + counts.T + 1)
    noise = 20 / 256 * n
    seen = patch("camera", rng) / 256 * n + noise * rng.normal(size=(SIDE, SIDE))
    unary = -((seen[..., None] - np.arange(n)) ** 2) / (2 * noise**2)
    return unary, pairwise


GRIDS = {
    "random": random_grid,
    "flow": flow_grid,
    "denoising": denoising_grid,
    "stereo": stereo_grid,
}


def reads_of_grid(kind, n, seed):
    """Entries read per message, and whether the beliefs are those of the naive method."""
    unary, pairwise = GRIDS[kind](n, np.random.default_rng([seed, n]))
    found = grid_map(unary, pairwise, SWEEPS, random_state=seed)
    naive = grid_map(unary, pairwise, SWEEPS, random_state=seed, method="naive")
    scale = 1e-12 * max(1.0, np.abs(naive.beliefs).max())
    return {
        "reads": found.n_products / found.n_messages,
        "equal": bool(np.abs(found.beliefs - naive.beliefs).max() <= scale),
    }


def insertion_moves(kind, n, seed, sweeps=10):
    """Swaps of a list from the second sweep on, over n log2 n."""
    unary, pairwise = GRIDS[kind](n, np.random.default_rng([seed, n]))
    found = grid_map(unary, pairwise, sweeps, adaptive=True, random_state=seed)
    lists = found.n_messages * (sweeps - 1) / sweeps
    return found.n_swaps / lists / (n * np.log2(n))
