"""What each method would say of any direction in the plane: criteria as curves over the angle.

The maximum of a curve is the line that the estimator of the same name finds.
"""

import numpy as np

from mlcompanion.manifold import similarity_graph
from mlcompanion.reduction.linear import fisher_scatters, local_scatters

from .clouds import direction
from .experiments import LISTING

__all__ = ["ANGLES", "best_angles", "criterion_curves"]

ANGLES = np.arange(0, 180, 0.5)


def _quotients(A, B):
    """Of the quadratic forms of two matrices, at each angle."""
    lines = np.array([direction(a) for a in ANGLES])
    top = np.einsum("ai,ij,aj->a", lines, A, lines)
    return top / np.einsum("ai,ij,aj->a", lines, B, lines)


def criterion_curves(X, groups):
    """Criteria at each of ``ANGLES``, each from 0 at its worst angle to 1 at its best.

    Parameters
    ----------
    X : ndarray, shape (n, 2)
        Centred.
    groups : ndarray of int, shape (n,)
        Classes; with a single one the criteria that need classes are left out.

    Returns
    -------
    dict of str to ndarray
    """
    width = LISTING["width"]
    W = similarity_graph(X, "gaussian", width=width)
    weighed = X.T @ (W.sum(axis=1)[:, None] * X)
    curves = {
        "position": _quotients(X.T @ X, np.eye(2)),
        "neighbours": _quotients(X.T @ W @ X, weighed),
    }
    if len(np.unique(groups)) > 1:
        within, between = fisher_scatters(X, groups)
        curves["classes"] = _quotients(between, within)
        within, between = local_scatters(X, groups, **LISTING)
        curves["classes, locally"] = _quotients(between, within)
    for name, curve in curves.items():
        curves[name] = (curve - curve.min()) / (curve.max() - curve.min())
    return curves


def best_angles(curves):
    """The angle at which each criterion is largest."""
    return {name: float(ANGLES[curve.argmax()]) for name, curve in curves.items()}
