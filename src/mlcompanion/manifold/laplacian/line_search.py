"""Exact line search on a piecewise quadratic: Melacci and Belkin (2011), Section 3.2.1.

Along a direction the derivative of the objective is piecewise linear and increasing; it bends where
a labelled point enters or leaves the set of error vectors.
"""

import warnings
from dataclasses import dataclass

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._validation import check_array, check_count, check_flag, check_real

__all__ = ["LineSearch", "exact_line_search", "newton_line_search"]


@dataclass(frozen=True)
class LineSearch:
    r"""What a line search found.

    Attributes
    ----------
    step : float
        :math:`s^*\ge0`, the zero of :math:`\psi`.
    n_intervals : int
        Intervals looked at (or iterations, for Newton's method).
    breakpoints : ndarray, shape (m,)
        Where :math:`\psi` bends, in increasing order.
    values, slopes : ndarray, shape (m + 1,)
        :math:`\psi_j(0)` and :math:`\psi_j(1)-\psi_j(0)`: the line of each interval.
    """

    step: float
    n_intervals: int
    breakpoints: np.ndarray
    values: np.ndarray
    slopes: np.ndarray


def _ray(f, f_d, y, value, slope):
    y = check_array(y, "y", ndim=1, min_rows=1, among=(-1, 1))
    f = check_array(f, "f", shape=y.shape)
    f_d = check_array(f_d, "f_d", shape=y.shape)
    return f, f_d, y, check_real(value, "value"), check_real(slope, "slope")


def exact_line_search(f, f_d, y, value, slope, *, hinge=True):
    r"""Minimise the objective along a direction, exactly.

    Parameters
    ----------
    f, f_d : ndarray, shape (l,)
        Scores of the labelled points, and their change for a unit step.
    y : ndarray, shape (l,)
        Labels -1 or +1.
    value, slope : float
        What the two norms add to :math:`\psi(0)` and to its slope:
        :math:`\gamma_A\alpha^\top Kd_\alpha+\gamma_If_d^\top Lf` and
        :math:`\gamma_Ad_\alpha^\top Kd_\alpha+\gamma_If_d^\top Lf_d`.
    hinge : bool
        False for the squared loss: no breakpoints, and the step is
        :math:`-\nabla^\top d/d^\top Hd`.

    Returns
    -------
    LineSearch

    Notes
    -----
    Cost: O(l log l). Source: Section 3.2.1, Equation 13.

    Examples
    --------
    >>> import numpy as np
    >>> one = np.ones(1)
    >>> exact_line_search(0 * one, one, one, value=0.0, slope=1.0).step
    0.5
    """
    hinge = check_flag(hinge, "hinge")
    f, f_d, y, value, slope = _ray(f, f_d, y, value, slope)
    inside = y * f < 1 if hinge else np.ones(len(f), dtype=bool)
    value = value + ((f - y) * f_d)[inside].sum()  # psi_1(0)
    slope = slope + (f_d**2)[inside].sum()  # psi_1(1) - psi_1(0)
    # where a point changes sides, on its way out of the set or into it
    leaves = inside & (y * f_d > 0)
    enters = ~inside & (y * f_d < 0)
    flips = np.flatnonzero(leaves | enters) if hinge else np.array([], dtype=int)
    with np.errstate(over="ignore"):
        at = (y[flips] - f[flips]) / f_d[flips]  # y_i f_i = 1 there
    order = np.argsort(at, kind="stable")
    flips = flips[order]
    breakpoints = at[order]
    # at a bend the point's line is added to psi or taken from it
    nu = np.where(leaves[flips], -1.0, 1.0)
    values = value + np.append(0, np.cumsum(nu * (f[flips] - y[flips]) * f_d[flips]))
    slopes = slope + np.append(0, np.cumsum(nu * f_d[flips] ** 2))
    with np.errstate(divide="ignore", invalid="ignore"):
        crossings = np.where(slopes > 0, -values / slopes, np.inf)
    # each piece has a zero; the first that lies before its piece's end is the minimum
    first = int(np.argmax(crossings <= np.append(breakpoints, np.inf)))
    step = max(float(crossings[first]), 0.0)  # at the optimum rounding may point backwards
    if not np.isfinite(step):  # psi has become flat at zero: stay at the last bend
        step = float(breakpoints[-1]) if len(breakpoints) else 0.0
    return LineSearch(step, first + 1, breakpoints, values, slopes)


def newton_line_search(f, f_d, y, value, slope, *, max_iter=100):
    """The baseline that the paper names: Newton's method in one dimension.

    Each iteration goes to the zero of the line that is in force at the present step.

    Parameters
    ----------
    f, f_d, y, value, slope
        As for :func:`exact_line_search`.
    max_iter : int

    Returns
    -------
    step : float
    n_iter : int

    Notes
    -----
    Cost: O(l) an iteration. Source: Section 3.2.1.
    """
    f, f_d, y, value, slope = _ray(f, f_d, y, value, slope)
    max_iter = check_count(max_iter, "max_iter", low=1)
    step = 0.0
    seen = None
    for n_iter in range(1, max_iter + 1):
        errors = y * (f + step * f_d) < 1
        if seen is not None and np.array_equal(errors, seen):
            return step, n_iter - 1
        seen = errors
        psi = value + ((f - y) * f_d)[errors].sum()
        bend = slope + (f_d**2)[errors].sum()
        step = max(-psi / bend, 0.0) if bend > 0 else step
    warnings.warn(
        f"newton_line_search stopped after max_iter={max_iter} steps",
        ConvergenceWarning,
        stacklevel=2,
    )
    return step, max_iter
