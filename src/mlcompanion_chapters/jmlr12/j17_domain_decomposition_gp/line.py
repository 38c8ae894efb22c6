"""Draws on a line, cut into four pieces: seams of local, sparse and stitched processes.

Park, Huang and Ding (2011), section 6.2, Figure 1. The set of 200 points that it shows is not at
hand; its domain and noise are imitated by draws.
"""

import numpy as np

from mlcompanion.gp import GPRegressor, SquaredExponential
from mlcompanion.gp.tiles import DomainDecompositionGP, Hyperparameters, rectangle_mesh

from .sparse_rivals import SparseGP, climb_sparse

__all__ = ["draw_line", "line_rows", "line_seams"]

LENGTH = 6.0
COVARIANCE = SquaredExponential(0.6, 1.0)
NOISE = 0.08


def draw_line(seed, n=200):
    """Points of [0, 6] at random, and a draw of the process with noise.

    Returns
    -------
    X : ndarray, shape (n, 1)
    y : ndarray, shape (n,)
    """
    rng = np.random.default_rng([seed, 6])
    X = np.sort(rng.uniform(0, LENGTH, size=(n, 1)), axis=0)
    root = np.linalg.cholesky(COVARIANCE(X) + 1e-10 * np.eye(n))
    return X, root @ rng.normal(size=n) + np.sqrt(NOISE) * rng.normal(size=n)


def line_seams(model, mesh):
    """Largest jump of a model's mean over the cuts."""
    jumps = []
    for face in mesh.faces():
        at = face.low[None]
        left, right = (model.predict_from(tile, at)[0] for tile in (face.first, face.second))
        jumps.append(abs(left - right))
    return max(jumps)


def line_rows(seed):
    """Seams over the range of the full process's mean, and distances from it.

    Returns
    -------
    dict
        ``local``, ``pic5``, ``pic10``, ``ddm``, ``far_local``, ``far_ddm`` as in the claim.
    """
    X, y = draw_line(seed)
    grid = np.linspace(0, LENGTH, 301)[:, None]
    full = GPRegressor(SquaredExponential((0.5,)), 0.1).fit(X, y)
    mean = full.predict(grid)
    height = np.ptp(mean)
    mesh = rectangle_mesh([[0.0], [LENGTH]], 4)
    model = DomainDecompositionGP(mesh, 1, hyper="local", random_state=seed).fit(X, y)
    row = {"ddm": line_seams(model, mesh) / height, "far_ddm": _distance(model, grid, mean)}
    model.stitch(0)
    row["local"] = line_seams(model, mesh) / height
    row["far_local"] = _distance(model, grid, mean)
    theta = Hyperparameters(full.covariance_, full.noise_variance_)
    for count in (5, 10):
        inducing = LENGTH * (np.arange(count)[:, None] + 0.5) / count
        found, places = climb_sparse(X, y - y.mean(), theta, inducing, mesh.members(X), n_steps=100)
        sparse = SparseGP(found, places, mesh).fit(X, y)
        row[f"pic{count}"] = line_seams(sparse, mesh) / height
    return row


def _distance(model, grid, mean):
    return float(np.sqrt(np.mean((model.predict(grid) - mean) ** 2)))
