"""How a model of tiles is judged: error, density, seams, and seconds of one core.

Park, Huang and Ding (2011), sections 6.1 to 6.4.
"""

from time import process_time
from typing import NamedTuple

import numpy as np

from mlcompanion.gp import nlpd
from mlcompanion.gp.tiles import (
    DomainDecompositionGP,
    boundary_mismatch,
    rectangle_mesh,
    tile_hyperparameters,
)

from .maps import TRUTH, cut_holes, make_map, mesh_shape

__all__ = [
    "STITCHES",
    "Timed",
    "clocked",
    "filled_mesh",
    "fixed",
    "judged",
    "learnt",
    "mesh_rows",
    "to_cuts",
    "true_rows",
]

N_CONTROL = 8
N_LEARN = 200  # points of a tile from which its hyperparameters are learnt
N_STEPS = 20  # of each search
#: Control points on a face and correction: apart, the paper's stitch, the conditional one.
STITCHES = ((0, "source"), (N_CONTROL, "source"), (N_CONTROL, "posterior"))


class Timed(NamedTuple):
    """A result and the processor seconds that it took."""

    result: object
    seconds: float


def clocked(call):
    """Run a call and clock it."""
    start = process_time()
    result = call()
    return Timed(result, process_time() - start)


def to_cuts(mesh, X):
    """Distance of each point from the nearest inner cut of a regular mesh."""
    gaps = [
        np.abs(np.subtract.outer(column, cuts[1:-1])).min(axis=1, initial=np.inf)
        for column, cuts in zip(X.T, mesh.cuts)
    ]
    return np.minimum(*gaps)


def filled_mesh(data, m):
    """A regular mesh over a map, with as many points a tile as the source's m tiles have."""
    mesh = rectangle_mesh(data.X, mesh_shape(m, len(data.X)))
    return mesh.merged([len(rows) for rows in mesh.members(data.X)])


def learnt(mesh, data, local, seed):
    """Hyperparameters of all tiles, common or piecewise, with the seconds of learning."""
    return clocked(
        lambda: tile_hyperparameters(
            mesh, data.X, data.y, local=local, n_learn=N_LEARN, n_steps=N_STEPS, random_state=seed
        )
    )


def fixed(mesh, thetas, data):
    """Tiles with given hyperparameters, not yet stitched, and the seconds of factoring them."""
    covariances, noises = zip(*thetas)
    model = DomainDecompositionGP(
        mesh, 0, hyper="fixed", covariance=covariances, noise_variance=noises
    )
    return clocked(lambda: model.fit(data.X, data.y))


def judged(model, data):
    """Scores of a fitted model on the test points, and the seconds of predicting them.

    ``clean`` is the error against the field without the test readings' own noise, which no method
    can foresee.
    """
    (mean, deviation), seconds = clocked(
        lambda: model.predict(data.X_test, return_std=True, noisy=True)
    )
    squares = (mean - data.y_test) ** 2
    return {
        "mse": squares.mean(),
        "clean": np.mean((mean - data.truth) ** 2),
        "nlpd": nlpd(data.y_test, mean, deviation**2),
        "z": np.mean(squares / deviation**2),
        "test_s": seconds,
    }


def mesh_rows(name, seed, m):
    """Apart and stitched in two ways on one mesh of a map, with common and piecewise parameters.

    Parameters
    ----------
    name : str
        A map; with " holes" behind it twenty holes are cut.
    seed : int
    m : int
        The source's number of tiles.

    Returns
    -------
    list of dict
        A row for each of six methods: ``theta`` is global or local, ``q`` 8 or 0, ``correction``
        source or posterior; ``learn_s``, ``fit_s``, ``stitch_s`` and ``test_s`` are seconds.
    """
    data = make_map(name.removesuffix(" holes"), seed)
    if name.endswith(" holes"):
        data, _ = cut_holes(data, seed)
    mesh = filled_mesh(data, m)
    rows = []
    for theta in ("global", "local"):
        thetas, learn_s = learnt(mesh, data, theta == "local", seed)
        model, fit_s = fixed(mesh, thetas, data)
        for q, kind in STITCHES:
            start = process_time()
            model.stitch(q, correction=kind)
            rows.append({
                "theta": theta, "q": q, "correction": kind,
                "tiles": model.mesh_.n_tiles, "n": len(data.X),
                "learn_s": learn_s, "fit_s": fit_s, "stitch_s": process_time() - start,
                "msm": boundary_mismatch(model), "unreached": model.n_unreached_,
                **judged(model, data),
            })  # fmt: skip
    return rows


def true_rows(seed, m, holes, side=0):
    """Corrections on the random field with its own covariance, against the field without noise.

    Returns
    -------
    list of dict
        A row for each correction, "none" among them, with errors over all test points, beside the
        cuts (a quarter of the scale 4), inside (beyond half of it), and in the holes.
    """
    data = make_map("field", seed, side or None)
    inside = np.zeros(len(data.X_test), dtype=bool)
    if holes:
        data, inside = cut_holes(data, seed)
    mesh = filled_mesh(data, m)
    model, _ = fixed(mesh, [TRUTH] * mesh.n_tiles, data)
    gap = to_cuts(mesh, data.X_test)
    parts = {"whole": gap >= 0, "beside": gap < 1, "within": gap > 2, "in_holes": inside}
    rows = []
    for correction in ("none", "source", "cosine", "posterior"):
        if correction == "none":
            model.stitch(0)
        else:
            model.stitch(N_CONTROL, correction=correction)
        squares = (model.predict(data.X_test) - data.truth) ** 2
        errors = {
            name: squares[part].mean() if part.any() else -1.0 for name, part in parts.items()
        }
        rows.append({"correction": correction, "msm": boundary_mismatch(model), **errors})
    return rows


#: Pairs of polynomials and control points: p = q, a poor curve, a rich one; none at all.
PAIRS = [(q, q) for q in (2, 3, 4, 5, 6, 8, 10)]
PAIRS += [(2, q) for q in (3, 4, 5, 6, 8)] + [(8, q) for q in (9, 10, 12)]


def control_rows(name, seed, m=156, size=None):
    """Seams and test error for pairs of p and q, on one mesh with common hyperparameters.

    Returns
    -------
    list of dict
        The first row, q = 0, is of tiles that are not stitched.
    """
    data = make_map(name, seed, size)
    mesh = filled_mesh(data, m)
    thetas, _ = learnt(mesh, data, False, seed)
    model, _ = fixed(mesh, thetas, data)
    rows = []
    for p, q in [(0, 0), *PAIRS]:
        model.stitch(q, p or None)
        mse = np.mean((model.predict(data.X_test) - data.y_test) ** 2)
        rows.append({"p": p, "q": q, "msm": boundary_mismatch(model), "mse": mse})
    return rows
