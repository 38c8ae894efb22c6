"""KDE-SCMS against PyPI dredge and against a plain NumPy loop: same data, same sweeps.

The driver of dredge starts from 50,000 or more random points on the globe and cannot be asked for
the ridge of given points. Its update of one point is plain geometry in the plane; that is raced, on
the same points for the same number of sweeps. As shipped it adds the squared length of the gradient
to every entry of the matrix instead of its outer product; with that repaired it gives our answer.
"""

import numpy as np

from _race import least, peer, row
from mlcompanion.datasets import make_spiral
from mlcompanion.density import loo_ml_bandwidth
from mlcompanion.manifold import GaussianKDEField, scms

TITLE = "Ridges of a density"
CHAPTER = "jmlr12/04_principal_curves"
RACE = "KDE-SCMS, noisy spiral"
SWEEPS = 10


def numpy_scms(X, h, sweeps):
    """The textbook loop: one point at a time, arrays over the samples."""
    points = X.copy()
    for _ in range(sweeps):
        for i, x in enumerate(points):
            gap = X - x
            c = np.exp(-0.5 * (gap**2).sum(axis=1) / h**2)
            u = gap / h**2
            p = c.sum()
            g = c @ u
            hessian = (c[:, None] * u).T @ u - p / h**2 * np.eye(X.shape[1])
            _, V = np.linalg.eigh(-hessian / p + np.outer(g, g) / p**2)
            shift = c @ X / p - x
            points[i] = x + V[:, 1:] @ (V[:, 1:].T @ shift)
    return points


def dredge_scms(update, X, h, sweeps):
    """The peer's loop over its own update."""
    points = X.copy()
    for _ in range(sweeps):
        for i in range(len(points)):
            points[i] = points[i] + update(points[i], X, h)
    return points


def ours(X, h, sweeps):
    return scms(GaussianKDEField(X, h), X, tol=0.0, max_iter=sweeps).points


def repaired(local_inv_cov):
    """The peer's matrix with the outer product in place of the inner one."""

    def function(point, X, h):
        c = np.exp(-0.5 * ((X - point) ** 2).sum(axis=1) / h**2)
        g = (c[:, None] * (X - point)).mean(axis=0) / h**2 / c.mean()
        return local_inv_cov(point, X, h) - g @ g + np.outer(g, g)

    return function


def race_dredge(dredge, X, h, size, ours_s, points):
    """The peer's update as shipped is timed; repaired, it must give our points."""
    peer_s, shipped = least(lambda: dredge_scms(dredge.update_function, X, h, SWEEPS), 1)
    original = dredge.local_inv_cov
    dredge.local_inv_cov = repaired(original)
    fixed = dredge_scms(dredge.update_function, X, h, SWEEPS)
    dredge.local_inv_cov = original
    assert np.abs(fixed - points).max() < 1e-8
    off = np.linalg.norm(shipped - points, axis=1)
    note = f"same answer with the gradient term repaired; as shipped {(off > 0.1 * h).mean():.0%} "
    return row(RACE, size, ours_s, "dredge", peer_s, note + "of points are off by h/10 or more")


def rows():
    """Two sizes of the noisy spiral."""
    dredge = peer("dredge.dredge", "dredge")
    ours(make_spiral(20, 0.04, 0).data, 0.1, 2)  # compile before timing
    for n in (200, 1000):
        X = make_spiral(n, 0.04, 0).data
        h = loo_ml_bandwidth(X)
        size = f"n = {n}, d = 2, {SWEEPS} sweeps"
        ours_s, points = least(lambda X=X, h=h: ours(X, h, SWEEPS), 5)
        plain_s, plain = least(lambda X=X, h=h: numpy_scms(X, h, SWEEPS), 2)
        assert np.abs(plain - points).max() < 1e-8
        yield row(RACE, size, ours_s, "NumPy loop", plain_s, "same points to 1e-8")
        if dredge is not None:
            yield race_dredge(dredge, X, h, size, ours_s, points)
