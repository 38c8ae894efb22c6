r"""Smooth class boundaries: how high one rises that encloses little, and the best one for labels.

Wang (2011), sections 3.1, 3.2 and 4. Boundaries are functions on [0, 1]; the best one is a
constant, the density uniform, so that the distance of another is the area between them.
"""

import numpy as np
from numpy.polynomial import chebyshev
from scipy import sparse
from scipy.ndimage import maximum_filter1d
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.special import gamma, gammaln

from mlcompanion._validation import check_array, check_count, check_real

__all__ = [
    "boundary_bump",
    "bump_width",
    "fit_smooth_boundary",
    "highest_analytic",
    "highest_boundary",
    "largest_increments",
    "smoothness_norm",
]


def highest_boundary(alpha, C, r, x0=0.5, n=401):
    r"""The boundary that rises highest at one place among those of small area.

    Maximise :math:`f(x_0)` subject to :math:`\int_0^1|f|\le r` and :math:`|f^{(\alpha)}|\le C`: a
    linear program for the values of f and its derivatives on a grid, each step of which is
    :math:`f^{(k)}(x+h)-f^{(k)}(x)=hf^{(k+1)}(x)`.

    Parameters
    ----------
    alpha : int
        Order of smoothness, 1 to 6.
    C : float
        Bound of the derivative of that order.
    r : float
        Largest area.
    x0 : float
        In [0, 1]; moved to the nearest grid point.
    n : int
        Grid points, more than ``alpha``.

    Returns
    -------
    height : float
    f : ndarray, shape (n,)

    Notes
    -----
    Units of the bump that the area and the constant suggest, :math:`\xi=(r/C)^{1/(\alpha+1)}` wide
    and :math:`C\xi^\alpha` high, keep the program's numbers near one. A grid much coarser than
    :math:`\xi` cannot resolve it.
    """
    alpha = check_count(alpha, "alpha", low=1, high=6)
    C = check_real(C, "C", low=0, open_low=True)
    r = check_real(r, "r", low=0, open_low=True)
    x0 = check_real(x0, "x0", low=0, high=1)
    n = check_count(n, "n", low=alpha + 2)
    width = (r / C) ** (1 / (alpha + 1))
    unit = C * width**alpha
    step = 1 / ((n - 1) * width)
    lengths = [*(n - k for k in range(alpha)), n]  # f, f', ..., and a bound of |f|

    def row(m, **parts):
        """One row of blocks: those given, zeros elsewhere."""
        return [parts.get(f"b{j}", sparse.csr_array((m, size))) for j, size in enumerate(lengths)]

    blocks = []
    low = []
    high = []
    for k in range(alpha):
        m = n - k - 1
        rise = sparse.diags_array([-np.ones(m), np.ones(m)], offsets=[0, 1], shape=(m, m + 1))
        if k < alpha - 1:
            parts = {f"b{k}": rise, f"b{k + 1}": -step * sparse.eye_array(m)}
            limit = 0.0
        else:
            parts = {f"b{k}": rise / step}
            limit = 1.0
        blocks.append(row(m, **parts))
        low.append(np.full(m, -limit))
        high.append(np.full(m, limit))
    for sign in (1, -1):
        blocks.append(row(n, b0=sign * sparse.eye_array(n), **{f"b{alpha}": sparse.eye_array(n)}))
        low.append(np.zeros(n))
        high.append(np.full(n, np.inf))
    area = np.full((1, n), unit / ((n - 1) * r))
    area[0, [0, -1]] /= 2  # trapezoids
    blocks.append(row(1, **{f"b{alpha}": sparse.csr_array(area)}))
    objective = np.zeros(sum(lengths))
    objective[round(x0 * (n - 1))] = -1
    answer = milp(
        objective,
        constraints=LinearConstraint(
            sparse.vstack([sparse.hstack(b) for b in blocks]).tocsc(),
            np.concatenate([*low, [0.0]]),
            np.concatenate([*high, [1.0]]),
        ),
        bounds=Bounds(-np.inf, np.inf),
    )
    return float(-answer.fun * unit), answer.x[:n] * unit


def highest_analytic(C, r, x0=0.5, degree=24):
    r"""The same for boundaries of which every derivative is bounded by one constant.

    Polynomials of a degree on [0, 1], for f / r in Chebyshev's basis; all derivatives are bounded
    at Chebyshev points. The j-th coefficient of such a function is at most of the order
    :math:`C/(r4^jj!)`: in these units the program's numbers stay near one.

    Parameters
    ----------
    C : float
        Bound of f and all its derivatives.
    r : float
        Largest area.
    x0 : float
        In [0, 1].
    degree : int
        At least 4.

    Returns
    -------
    height : float
    coef : ndarray, shape (degree + 1,)
        Chebyshev coefficients of f in ``2x - 1``.
    """
    C = check_real(C, "C", low=0, open_low=True)
    r = check_real(r, "r", low=0, open_low=True)
    x0 = check_real(x0, "x0", low=0, high=1)
    degree = check_count(degree, "degree", low=4, high=40)
    j = np.arange(degree + 1)
    units = np.exp(np.minimum(0.0, np.log(2 * C / r) - j * np.log(4) - gammaln(j + 1)))
    nodes, masses = np.polynomial.legendre.leggauss(2 * degree)
    values = chebyshev.chebvander(nodes, degree) * units
    rows = []
    low = []
    high = []
    for k in range(degree + 1):
        m = degree - k + 2
        points = np.cos(np.pi * np.arange(m) / (m - 1))
        derivative = chebyshev.chebder(np.diag(units), m=k, scl=2.0)  # on [0, 1]: twice as steep
        table = chebyshev.chebvander(points, degree - k) @ derivative[: degree - k + 1]
        rows.append(table * (r / C))
    bounded = np.vstack(rows)
    m = len(nodes)
    size = len(bounded)
    A = np.block([
        [bounded, np.zeros((size, m))],
        [values, np.eye(m)],
        [-values, np.eye(m)],
        [np.zeros((1, degree + 1)), masses[None] / 2],
    ])  # fmt: skip
    low = np.concatenate([np.full(size, -1.0), np.zeros(2 * m + 1)])
    high = np.concatenate([np.ones(size), np.full(2 * m, np.inf), [1.0]])
    aim = chebyshev.chebvander(np.array([2 * x0 - 1]), degree)[0] * units
    answer = milp(
        np.concatenate([-aim, np.zeros(m)]),
        constraints=LinearConstraint(A, low, high),
        bounds=Bounds(-np.inf, np.inf),
    )
    return float(-answer.fun * r), answer.x[: degree + 1] * units * r


def boundary_bump(u, alpha, width):
    r"""The bump of Theorem 13's proof, :math:`\xi^{-\alpha}(\xi^2-u^2)_+^\alpha`.

    Parameters
    ----------
    u : array_like
        Distance from its centre.
    alpha : float
        Order of smoothness, positive.
    width : float
        Half-width :math:`\xi`, positive.

    Returns
    -------
    ndarray
    """
    u = check_array(u, "u")
    alpha = check_real(alpha, "alpha", low=0, open_low=True)
    width = check_real(width, "width", low=0, open_low=True)
    return np.maximum(width - u**2 / width, 0) ** alpha


def bump_width(area, alpha):
    r"""Half-width of the bump of a given area.

    The area is :math:`\xi^{\alpha+1}\sqrt\pi\,\Gamma(\alpha+1)/\Gamma(\alpha+\frac32)`.

    Parameters
    ----------
    area : float
        Positive.
    alpha : float
        Positive.

    Returns
    -------
    float
    """
    area = check_real(area, "area", low=0, open_low=True)
    alpha = check_real(alpha, "alpha", low=0, open_low=True)
    unit = np.sqrt(np.pi) * gamma(alpha + 1) / gamma(alpha + 1.5)
    return float((area / unit) ** (1 / (alpha + 1)))


def fit_smooth_boundary(gain, bend, max_slope):
    r"""The boundary with the most right labels among all of bounded second differences.

    A dynamic program over columns; its state is the height and the last slope, and the slope
    changes by at most ``bend``: the discrete :math:`|f''|\le C`.

    Parameters
    ----------
    gain : array_like, shape (n_columns, n_heights)
        What the boundary earns by passing column c at height k: labels that are then right.
    bend : int
        Largest second difference, in steps of height.
    max_slope : int
        Largest first difference, in steps of height.

    Returns
    -------
    heights : ndarray of int, shape (n_columns,)
    total : float

    Notes
    -----
    O(n_columns n_heights max_slope): the best predecessor within ``bend`` is a running maximum.
    """
    gain = check_array(gain, "gain", ndim=2, min_rows=1)
    bend = check_count(bend, "bend")
    max_slope = check_count(max_slope, "max_slope", high=gain.shape[1] - 1)
    n = gain.shape[1]
    slopes = np.arange(-max_slope, max_slope + 1)
    start = np.arange(n)[:, None] - slopes  # height of the column before, for (height, slope)
    outside = (start < 0) | (start >= n)
    source = np.clip(start, 0, n - 1)
    # value[k, s]: best total of a boundary at height k that came with slope s
    value = np.repeat(gain[0][:, None], len(slopes), axis=1)
    tables = []
    for column in gain[1:]:
        tables.append(value)
        best = maximum_filter1d(value, 2 * bend + 1, axis=1, mode="constant", cval=-np.inf)
        value = best[source, np.arange(len(slopes))] + column[:, None]
        value[outside] = -np.inf
    k, s = np.unravel_index(np.argmax(value), value.shape)
    total = float(value[k, s])
    heights = [int(k)]
    for before in reversed(tables):
        k = k - slopes[s]
        near = slice(max(0, s - bend), s + bend + 1)
        s = near.start + int(np.argmax(before[k, near]))
        heights.append(int(k))
    return np.array(heights[::-1]), total


def largest_increments(values):
    """Largest change of sampled functions over every distance of the grid.

    Parameters
    ----------
    values : array_like, shape (n_functions, n_points)

    Returns
    -------
    ndarray, shape (n_functions, n_points - 1)
        Entry l - 1: the largest ``|values[:, i + l] - values[:, i]|``. All pairs, O(n_points^2).
    """
    values = check_array(values, "values", ndim=2, min_rows=1)
    n = values.shape[1]
    largest = np.empty((n - 1, len(values)))
    for first in range(0, len(values), 64):  # few functions at a time stay in the cache
        columns = np.ascontiguousarray(values[first : first + 64].T)
        room = np.empty_like(columns[1:])
        for lag in range(1, n):
            change = np.subtract(columns[lag:], columns[:-lag], out=room[: n - lag])
            np.abs(change, out=change).max(axis=0, out=largest[lag - 1, first : first + 64])
    return largest.T


def smoothness_norm(derivatives, alpha):
    r"""The norm :math:`\|f\|_\alpha` of functions sampled on an even grid of [0, 1] (section 3.1).

    The largest of f and its derivatives below order ``alpha``, plus the best Hoelder constant, of
    exponent :math:`\alpha-\underline\alpha`, of the last of them, where :math:`\underline\alpha` is
    the largest integer *strictly* below :math:`\alpha`.

    Parameters
    ----------
    derivatives : sequence of ndarray, shape (n_functions, n_points)
        f, f', ... up to order :math:`\underline\alpha` at least.
    alpha : float
        Positive.

    Returns
    -------
    ndarray, shape (n_functions,)
    """
    alpha = check_real(alpha, "alpha", low=0, open_low=True)
    order = int(np.ceil(alpha)) - 1
    derivatives = check_array(derivatives, "derivatives", ndim=3, min_rows=order + 1)
    sup = np.abs(derivatives[: order + 1]).max(axis=(0, 2))
    rises = largest_increments(derivatives[order])
    n = derivatives.shape[2]
    lags = np.arange(1, n) / (n - 1)
    return sup + (rises / lags ** (alpha - order)).max(axis=1)
