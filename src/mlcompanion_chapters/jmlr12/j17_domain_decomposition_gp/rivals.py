"""The rivals of the stitched process on whole maps: sparse, committee, bags, local experts.

Park, Huang and Ding (2011), sections 6.5 and 6.6.
"""

from functools import partial

import numpy as np

from mlcompanion.gp import SquaredExponential
from mlcompanion.gp.tiles import (
    BaggedGP,
    BayesianCommitteeMachine,
    Hyperparameters,
    LocalExperts,
    boundary_mismatch,
)

from .maps import make_map
from .protocols import N_CONTROL, clocked, filled_mesh, fixed, judged, learnt
from .sparse_rivals import SparseGP, climb_sparse, inducing_grid

__all__ = ["local_rows", "sparse_rows", "stitched_rows"]

N_SPARSE = 6000  # points from which FIC's likelihood learns
N_STEPS = 30
BLOCKS = 156  # the source's mesh with some 360 points a tile


def learn_fic(data, count, theta, rng):
    """Inducing points and hyperparameters by FIC's likelihood, from the best of three starts."""
    rows = rng.permutation(len(data.X))[:N_SPARSE]
    X, y = data.X[rows], data.y[rows] - data.y.mean()
    inducing = inducing_grid(data.X, count)
    spacing = np.ptp(data.X, axis=0) / np.sqrt(len(inducing))
    power = np.mean(y**2)
    starts = [theta] + [
        Hyperparameters(SquaredExponential(f * spacing, np.sqrt(power / 2)), power / 2)
        for f in (0.7, 1.5)
    ]
    tried = [climb_sparse(X, y, start, inducing, n_steps=1, move=False) for start in starts]
    values = [_fic_likelihood(X, y, *found) for found in tried]
    return climb_sparse(X, y, *tried[int(np.argmax(values))], n_steps=N_STEPS)


def _fic_likelihood(X, y, theta, inducing):
    return SparseGP(theta, inducing).fit(X, y).fit_.log_marginal_likelihood


def _row(name, setting, model, train_s, data):
    row = {"model": name, "setting": setting, "train_s": train_s, **judged(model, data)}
    row["msm"] = boundary_mismatch(model) if getattr(model, "mesh_", None) else -1.0
    return row


def stitched_rows(name, side, m):
    """The paper's stitch with common and with piecewise hyperparameters, and the conditional one.

    Parameters
    ----------
    name : str
        A map.
    side : int
        Side of its corner; 0 is the whole map.
    m : int
        The source's number of tiles.

    Returns
    -------
    list of dict
    """
    data = make_map(name, 0, side or None)
    mesh = filled_mesh(data, m)
    rows = []
    for scope, local in (("G", False), ("L", True)):
        thetas, learn_s = learnt(mesh, data, local, 0)
        model, fit_s = fixed(mesh, thetas, data)
        for kind, title in (("source", "DDM"), ("posterior", "conditional")):
            stitch = partial(model.stitch, N_CONTROL, correction=kind)
            train_s = learn_s + fit_s + clocked(stitch).seconds
            rows.append(_row(f"{scope}-{title}", m, model, train_s, data))
    return rows


def sparse_rows(name, side, count):
    """FIC, and PIC with the hyperparameters of FIC and with those of the tiles.

    Parameters
    ----------
    name : str
        A map.
    side : int
        Side of its corner; 0 is the whole map.
    count : int
        Inducing points M.

    Returns
    -------
    list of dict
        Three rows; ``train_s`` holds the learning of hyperparameters.
    """
    data = make_map(name, 0, side or None)
    rng = np.random.default_rng(count)
    mesh = filled_mesh(data, BLOCKS)
    thetas, tile_s = learnt(mesh, data, False, 0)
    (theta, places), fic_s = clocked(lambda: learn_fic(data, count, thetas[0], rng))
    plans = [
        ("FIC", SparseGP(theta, places), fic_s),
        ("PIC", SparseGP(theta, places, mesh), fic_s),
        ("PIC, tiles", SparseGP(thetas[0], inducing_grid(data.X, count), mesh), tile_s),
    ]
    rows = []
    for method, model, learn_s in plans:
        fit_s = clocked(lambda model=model: model.fit(data.X, data.y)).seconds
        rows.append(_row(method, count, model, learn_s + fit_s, data))
    return rows


def local_rows(name, side, method, a, b):
    """One of the piecewise rivals; a and b are its settings.

    Returns
    -------
    dict
    """
    data = make_map(name, 0, side or None)
    steps = {"n_steps": 20, "random_state": 0}
    models = {
        "BCM": lambda: BayesianCommitteeMachine(a, n_query=b, **steps),
        "BGP": lambda: BaggedGP(a, b, **steps),
        "L-BGP": lambda: BaggedGP(a, b, local=True, **steps),
        "LPR": lambda: LocalExperts(a, b, 100, **steps),
    }
    model = models[method]()
    train_s = clocked(lambda: model.fit(data.X, data.y)).seconds
    return _row(method, a, model, train_s, data)
