"""The level at which the sum of what lies above it has a given total."""

import numpy as np

from mlcompanion._jit import njit

__all__ = ["depth_of_level"]


@njit
def depth_of_level(sizes, weights, total):
    r"""How far below the largest size the level c lies with :math:`\sum_jw_j[s_j-c]_+=` ``total``.

    Figure 3 of Duchi, Hazan and Singer (2011): what counts is a prefix of the sorted sizes.
    Everything is taken relative to the largest one, so that large sizes cancel before they are
    summed. O(n log n).
    """
    order = np.argsort(-sizes)
    top = sizes[order[0]]
    mass = 0.0
    moment = 0.0
    depth = 0.0
    for j in order:
        below = top - sizes[j]
        if mass > 0.0 and below >= depth:  # it and all smaller ones lie under the level
            break
        mass += weights[j]
        # sum of w (depth - below) = total, solved for the depth over those met so far
        moment += weights[j] * below
        depth = (total + moment) / mass
    return depth
