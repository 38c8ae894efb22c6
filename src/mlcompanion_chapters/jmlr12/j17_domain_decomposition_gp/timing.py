"""Seconds of fitting a stitched process to points of a field.

Park, Huang and Ding (2011), Remark 1 and Table 1.
"""

import numpy as np

from mlcompanion.gp.tiles import DomainDecompositionGP

from .maps import TRUTH, make_map
from .protocols import clocked

__all__ = ["fit_seconds"]


def fit_seconds(n, b, seed):
    """Seconds for n points in vertical strips of b each, cut to a grid as square as b allows.

    Parameters
    ----------
    n, b : int
        The points fill a square of the field, so that tiles of b points keep their density.
    seed : int

    Returns
    -------
    float
    """
    data = make_map("field", seed)
    side = np.sqrt(n / len(data.X)) * 251
    inside = (side > data.X).all(axis=1)
    across = max(1, round(np.sqrt(n / b)))
    mesh = (across, max(1, round(n / b / across)))
    model = DomainDecompositionGP(
        mesh, hyper="fixed", covariance=TRUTH.covariance, noise_variance=TRUTH.noise_variance
    )
    return clocked(lambda: model.fit(data.X[inside], data.y[inside])).seconds
