"""One place that hands out ``njit``: Numba's where Numba is installed, the identity elsewhere.

Browser Python has no Numba; the same loops then run as plain Python, only slower.
"""

import numpy as np

try:
    from numba import njit as _numba_njit
except ImportError:
    _numba_njit = None

__all__ = ["njit", "plain_layout"]


def njit(function):
    """Compile ``function`` with Numba and cache the machine code, or return it unchanged."""
    return function if _numba_njit is None else _numba_njit(cache=True)(function)


def plain_layout(array):
    """Return ``array`` in C order and writable, copied only if it is not.

    Numba compiles a function anew, for seconds, for each layout and for read-only arrays.
    """
    return np.require(array, requirements=("C", "W"))
