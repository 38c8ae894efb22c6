"""Two rules of quadrature, each with an estimate of its error.

For smooth functions the doubly exponential rule: a change of variables squeezes the ends of the
range doubly exponentially; what is left is summed at equal steps (Takahasi and Mori 1974). For
functions with corners and for long ranges an adaptive one: Gauss' rule of 7 points and its
extension to 15 by Kronrod (1965) in every piece, and the pieces where the two differ are halved.
"""

import math
import warnings
from functools import cache

import numpy as np
from scipy.integrate import IntegrationWarning

from mlcompanion._validation import check_flag, check_instance, check_real

__all__ = ["integrate"]

#: Where the doubly exponential weights have vanished, and the steps between nodes.
REACH = {"finite": 5.0, "half": 5.0, "line": 4.5}
STEPS = tuple(2.0**-k for k in range(5, 13))

#: The step is halved until the sum changes by less than this share of the sum of sizes.
TOLERANCE = 1e-10

#: An error above this share of the sum of sizes is worth a warning.
WARN_ABOVE = 1e-6

#: Kronrod's nodes and weights on (0, 1), from the outermost; the even ones and 0 are Gauss' seven.
_NODES = [0.99145537112081264, 0.94910791234275852, 0.86486442335976907, 0.74153118559939444,
          0.58608723546769113, 0.40584515137739717, 0.20778495500789847]  # fmt: skip
_KRONROD = [0.022935322010529225, 0.063092092629978553, 0.10479001032225018, 0.14065325971552592,
            0.16900472663926790, 0.19035057806478541, 0.20443294007529889]  # fmt: skip
_GAUSS = [0.12948496616886969, 0.27970539148927667, 0.38183005050511894]
NODES = np.array([*np.negative(_NODES), 0.0, *_NODES[::-1]])
KRONROD = np.array([*_KRONROD, 0.20948214108472783, *_KRONROD[::-1]])
GAUSS = np.array([*_GAUSS, 0.41795918367346939, *_GAUSS[::-1]])

#: A piece of an adaptive integral is halved if its error exceeds this share of the size.
SHARE = 1e-12

#: An adaptive integral stops at so many pieces.
MOST_PIECES = 5_000


def integrate(function, low, high, scale=1.0, return_error=False):
    """Integral of a function between two ends, either of which may be infinite.

    Parameters
    ----------
    function : callable
        Takes an array of points and returns the values.
    low, high : float
        The ends, low < high; ``-inf`` and ``inf`` are allowed. The function may be infinite *at* a
        finite end, if its integral is finite, and should be smooth in between.
    scale : float
        Length over which the function changes, for an infinite range.
    return_error : bool
        Whether to return the estimate of the error as well.

    Returns
    -------
    value : float
    error : float
        Only if asked for: the last change of the sum.

    Raises
    ------
    ValueError
        If the ends are not numbers, or not in order.

    Warns
    -----
    IntegrationWarning
        If the error exceeds a millionth of the integral of the function's size.

    Notes
    -----
    With x = g(t) the integral is that of function(g(t)) g'(t) over the line; g is tanh, exp or sinh
    of (pi/2) sinh t for a finite range, a half-line and the line. All terms vanish so fast at both
    ends that the sum over equal steps converges with twice the digits each time the step is halved:
    some 1000 evaluations for a smooth function, at most 80,000.
    """
    check_instance(function, "function", callable)
    low, high = _check_ends(low, high)
    scale = check_real(scale, "scale", low=0, open_low=True)
    check_flag(return_error, "return_error")
    value, error, size = doubly_exponential(function, low, high, scale)
    warn_of("integrate", value, error, size)
    return (value, error) if return_error else value


def warn_of(name, value, error, size, hint=""):
    """Warn if the error of an integral is large beside the integral of the function's size."""
    if not error <= WARN_ABOVE * size:
        message = f"{name}: the error of {value:.6g} may be {error:.2g}{hint}"
        warnings.warn(message, IntegrationWarning, stacklevel=3)


def doubly_exponential(function, low, high, scale):
    """Value, error and size of an integral, by the rule of :func:`integrate`."""
    if low == -math.inf and high < math.inf:
        return doubly_exponential(lambda x: function(-x), -high, math.inf, scale)
    total = None
    for step in STEPS:
        x, weight = _points(low, high, scale, step)
        terms = function(x) * weight
        size = np.sum(np.abs(terms))
        before = total
        total = np.sum(terms)
        error = math.inf if before is None else abs(total - before)
        if error <= TOLERANCE * size:
            break
    return float(total), float(error), float(size)


def adaptive(function, cuts):
    """Integral of a function from the first to the last of increasing cuts.

    All pieces whose two rules differ are halved together, so that the function is asked for many
    values at a time.

    Parameters
    ----------
    function : callable
        Takes an array of points and returns the values.
    cuts : sequence of float

    Returns
    -------
    value, error, size : float
        The integral, an estimate of its error, and the integral of the function's size.
    """
    centre = np.add(cuts[1:], cuts[:-1]) / 2
    half = np.diff(cuts) / 2
    value = error = size = 0.0
    count = len(half)
    while len(half):
        points = centre[:, None] + half[:, None] * NODES
        values = function(points)
        fine = half * (values @ KRONROD)
        gap = abs(fine - half * (values[:, 1::2] @ GAUSS))
        sizes = half * (abs(values) @ KRONROD)
        # Kronrod's rule is far better than Gauss', by which it is judged (QUADPACK's estimate)
        relative = gap / np.where(sizes > 0, sizes, 1.0)
        estimate = sizes * np.minimum(1.0, (200 * relative) ** 1.5)
        rough = estimate > SHARE * (size + sizes.sum())
        rough &= half > 1e-14 * abs(centre)  # a float has no more digits
        if count > MOST_PIECES:
            rough[:] = False  # the rest is taken as it is, its error with it
        value += fine[~rough].sum()
        size += sizes[~rough].sum()
        error += estimate[~rough].sum()
        quarter = half[rough] / 2
        centre = np.concatenate([centre[rough] - quarter, centre[rough] + quarter])
        half = np.concatenate([quarter, quarter])
        count += len(quarter)
    return float(value), float(error), float(size)


def beyond(function, end, step=8.0):
    """What an integral to infinity may hold beyond an end, if its decay goes on exponentially."""
    before, last = abs(function(np.array([end - step, end])))
    if last == 0:
        return 0.0
    decay = np.log(before / last) / step
    return float(last / decay) if decay > 1e-6 else math.inf


def _points(low, high, scale, step):
    """Points inside the range and their weights."""
    if low == -math.inf:
        x, weight = scale * _nodes("line", step)
    elif high == math.inf:
        x, weight = scale * _nodes("half", step)
        x = low + x
    else:
        half = (high - low) / 2
        x, weight = half * _nodes("finite", step)
        x = np.where(x < 0, low - x, high - x)  # x is the way from the nearer end, signed
    inside = (x > low) & (x < high)  # nodes may round to an end, where a function may be infinite
    return x[inside], weight[inside]


def _check_ends(low, high):
    for value, name in ((low, "low"), (high, "high")):
        if not (isinstance(value, float) and math.isinf(value)):
            check_real(value, name)
    if not low < high:
        raise ValueError(f"low must be less than high, got {low!r} and {high!r}")
    return float(low), float(high)


@cache
def _nodes(kind, step):
    """Points g(t) and weights ``step`` g'(t) at equal steps of t, as two rows.

    For a finite range the points are given by their distance from the nearer end, with the sign of
    that end in [-1, 1].
    """
    t = np.arange(-REACH[kind], REACH[kind] + step, step)
    inner = math.pi / 2 * np.sinh(t)
    slope = math.pi / 2 * np.cosh(t)
    if kind == "finite":  # 1 - |tanh|, the way to the nearer end, with all its digits
        gap = 2 / (1 + np.exp(2 * np.abs(inner)))
        return np.array([np.copysign(gap, inner), step * slope / np.cosh(inner) ** 2])
    if kind == "half":
        return np.array([np.exp(inner), step * slope * np.exp(inner)])
    return np.array([np.sinh(inner), step * slope * np.cosh(inner)])
