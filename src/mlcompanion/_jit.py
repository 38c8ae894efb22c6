"""One place that hands out ``njit``: Numba's where Numba is installed, the identity elsewhere.

Browser Python has no Numba; the same loops then run as plain Python, only slower.
"""

from functools import partial

import numpy as np

from ._compat import keep_machine_code
from ._machine_code import folder

try:
    import numba
    from llvmlite import ir
    from numba.core.types import float64
    from numba.extending import intrinsic
except ImportError:
    numba = None

__all__ = ["first_place", "fmax", "fmin", "njit", "plain_layout"]


def njit(function=None, *, fastmath=False):
    """Compile ``function`` with Numba and keep the machine code, or return it unchanged.

    ``fastmath`` names liberties with rounding; no function takes one that could change its result
    but for the order of a sum's terms, which BLAS does not fix either.
    """
    if function is None:
        return partial(njit, fastmath=fastmath)
    if numba is None:
        return function
    dispatcher = numba.njit(fastmath=fastmath)(function)
    if dispatcher is not function:  # NUMBA_DISABLE_JIT returns it as it is
        package = function.__module__.partition(".")[0]
        keep_machine_code(dispatcher, function, partial(folder, package))
    return dispatcher


def njit_in_memory(function):
    """Compile ``function`` and keep no machine code: it calls a function of the caller's."""
    return function if numba is None else numba.njit(function)


def _of_two(plain, instruction):
    """``plain`` of two numbers that are not NaN, so that a loop runs on several entries at once.

    What Numba makes of ``max`` and ``min`` keeps a loop to one entry at a time.
    """
    if numba is None or numba.config.DISABLE_JIT:
        return plain

    def typed(_, a, b):
        def call(_, builder, __, numbers):
            double = ir.DoubleType()
            kind = ir.FunctionType(double, [double, double])
            function = builder.module.declare_intrinsic(instruction, [double], kind)
            return builder.call(function, numbers, fastmath=("nnan", "nsz"))

        return float64(float64, float64), call

    return intrinsic(typed)


fmax = _of_two(max, "llvm.maxnum")
fmin = _of_two(min, "llvm.minnum")


@njit
def first_place(values, hidden, wanted):
    """The first place where the sum of two arrays is the number wanted, or -1."""
    for t in range(len(values)):
        if values[t] + hidden[t] == wanted:
            return t
    return -1


def plain_layout(array):
    """Return ``array`` in C order and writable, copied only if it is not.

    Numba compiles a function anew, for seconds, for each layout and for read-only arrays.
    """
    if type(array) is np.ndarray and array.flags.c_contiguous and array.flags.writeable:
        return array
    return np.require(array, requirements=("C", "W"))
