"""What the compiled loops of the room share: their rules as one array, and short inner products.

Inside a loop, loss, geometry and scale are named tuples. A named tuple that crosses from Python
costs Numba three microseconds a call to look at, which a stream of single rows would pay in every
round; so they cross as one array of numbers.
"""

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.convex.mirror_maps import Geometry
from mlcompanion.losses.formulas import Loss

from .scales import Scale

__all__ = ["OWN", "dot", "pack", "unpack"]


#: Where the numbers of an engine of its own begin in the array of its rules.
OWN = 8


def pack(loss, geometry, scale, *own):
    """Loss, mirror map, scale rule and further numbers of an engine as one array."""
    return np.array([*loss.compiled, *geometry.compiled, *scale.compiled, *own], dtype=float)


@njit
def unpack(rules):
    """The named tuples of :func:`pack`'s array; an engine's own numbers follow from ``OWN``."""
    loss = Loss(int(rules[0]), rules[1], rules[2])
    return loss, Geometry(int(rules[3]), rules[4]), Scale(int(rules[5]), rules[6], rules[7])


@njit
def dot(a, b):
    """Inner product in four running sums: no call into BLAS, which costs more than a short row."""
    n = len(a)
    whole = n - n % 4
    # Four sums do not wait for one another, and the processor adds them side by side.
    p = q = r = s = 0.0
    for j in range(0, whole, 4):
        p += a[j] * b[j]
        q += a[j + 1] * b[j + 1]
        r += a[j + 2] * b[j + 2]
        s += a[j + 3] * b[j + 3]
    for j in range(whole, n):
        p += a[j] * b[j]
    return (p + q) + (r + s)
