"""One place that hands out ``njit``: Numba's where Numba is installed, the identity elsewhere.

Browser Python has no Numba; the same loops then run as plain Python, only slower.
"""

try:
    from numba import njit as _numba_njit
except ImportError:
    _numba_njit = None

__all__ = ["njit"]


def njit(function):
    """Compile ``function`` with Numba and cache the machine code, or return it unchanged."""
    return function if _numba_njit is None else _numba_njit(cache=True)(function)
