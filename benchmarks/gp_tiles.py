"""Gaussian processes tile by tile: against one process, tile after tile, and a moving window.

The covariance and the noise are given to all sides. scikit-learn fits one process to all readings,
or one to each tile; PyKrige solves a small system around each query. Where answers differ by
method, both are held to the field without noise.
"""

import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel

from _race import duel, equal, peer, row
from mlcompanion.datasets import make_gaussian_field
from mlcompanion.gp import SquaredExponential
from mlcompanion.gp.tiles import DomainDecompositionGP, LocalGP
from mlcompanion.teaching import log_slope

TITLE = "Gaussian processes tile by tile"
CHAPTER = "jmlr12/17_domain_decomposition_gp"
WIDTH = 4 / np.sqrt(2)
COVARIANCE = SquaredExponential(WIDTH, np.sqrt(8.0))
NOISE = 4.0
TILE = 250  # readings a tile


def readings(side):
    """A field on a square grid, nine in ten for training."""
    field = make_gaussian_field((side, side), random_state=0)
    test = np.random.default_rng(0).random(len(field.target)) < 0.1
    return field.data[~test], field.target[~test], field.data[test], field.clean[test]


def stitched(X, y, new):
    """Fit a stitched process with about as many readings a tile, and predict."""
    across = max(1, round(np.sqrt(len(X) / TILE)))
    model = DomainDecompositionGP(
        across, hyper="fixed", covariance=COVARIANCE, noise_variance=NOISE, correction="posterior"
    )
    return model.fit(X, y).predict(new, return_std=True)[0]


def whole(X, y, new):
    """One process of scikit-learn."""
    model = GaussianProcessRegressor(ConstantKernel(8.0) * RBF(WIDTH), alpha=NOISE, optimizer=None)
    return y.mean() + model.fit(X, y - y.mean()).predict(new, return_std=True)[0]


def errors(truth):
    """A check and a note: both are near the field, ours at most a quarter farther."""

    def near(ours, theirs):
        assert np.mean((ours - truth) ** 2) <= 1.25 * np.mean((theirs - truth) ** 2)

    def note(ours, theirs):
        mine, other = (np.mean((side - truth) ** 2) for side in (ours, theirs))
        return f"errors {mine:.2f} and {other:.2f} of a variance of 8"

    return near, note


def against_one(side):
    """All readings in one process: the time of ours grows with N, the peer's with its cube."""
    X, y, new, truth = readings(side)
    near, note = errors(truth)
    yield duel(
        "map with deviations", f"{len(X):,} readings", lambda: stitched(X, y, new),
        "scikit-learn", lambda: whole(X, y, new), same=near, note=note, repeats=3,
    )  # fmt: skip


def tile_after_tile(side, across):
    """The same tiles, without stitches."""
    X, y, new, _ = readings(side)

    def ours():
        model = LocalGP(across, "fixed", COVARIANCE, NOISE)
        return model.fit(X, y).predict(new, return_std=True)

    mesh = LocalGP(across, "fixed", COVARIANCE, NOISE).fit(X, y).mesh_

    def theirs():
        mean = np.empty(len(new))
        deviation = np.empty(len(new))
        for rows, at in zip(mesh.members(X), mesh.members(new)):
            kernel = ConstantKernel(8.0) * RBF(WIDTH)
            model = GaussianProcessRegressor(kernel, alpha=NOISE, optimizer=None)
            model.fit(X[rows], y[rows] - y.mean())
            mean[at], deviation[at] = model.predict(new[at], return_std=True)
        return mean + y.mean(), deviation

    yield duel(
        "tiles apart", f"{len(X):,} readings, {across**2} tiles", ours, "scikit-learn", theirs,
        same=equal(rtol=1e-6, atol=1e-6), note="equal",
    )  # fmt: skip


def moving_window(side, n_near):
    """A kriging system of the nearest readings for each query."""
    kriging = peer("pykrige.ok", "pykrige")
    if kriging is None:
        return
    X, y, new, truth = readings(side)
    near, note = errors(truth)
    # its range is 7/4 of the scale in exp(-(h / scale)^2)
    variogram = {"psill": 8.0, "range": 7.0, "nugget": NOISE}

    def theirs():
        model = kriging.OrdinaryKriging(
            *X.T, y, variogram_model="gaussian", variogram_parameters=variogram, exact_values=False
        )
        found = model.execute("points", *new.T, backend="loop", n_closest_points=n_near)
        return np.asarray(found[0])

    yield duel(
        "map with deviations", f"{len(X):,} readings, window of {n_near}",
        lambda: stitched(X, y, new), "PyKrige", theirs, same=near, note=note, repeats=2,
    )  # fmt: skip


def rows():
    """All races."""
    sides = (30, 45, 60, 75)
    raced = [duels for side in sides for duels in against_one(side)]
    yield from raced
    counts = [len(readings(side)[0]) for side in sides][-3:]
    ours, theirs = (
        log_slope(counts, [one[side] for one in raced[-3:]]) for side in ("ours_s", "peer_s")
    )
    yield row(
        "map with deviations, by readings", f"{counts[0]:,} to {counts[-1]:,}", raced[-1]["ours_s"],
        "scikit-learn", raced[-1]["peer_s"], f"slope {ours:.2f}, its {theirs:.2f}",
    )  # fmt: skip
    yield from tile_after_tile(101, 6)
    yield from moving_window(60, 60)
