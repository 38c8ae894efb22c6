r"""Compiled steps of coordinate descent on a mean of losses with an l1 penalty.

Shalev-Shwartz and Tewari (2011), Algorithms 1 and 2: the scores :math:`z=Xw` are kept, and with
them the slope of each sample's loss, so that a step reads the entries of one column.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.losses.formulas import Loss, loss_derivative

from ._lines import Lines, add_line, entries_in, line_product

__all__ = [
    "CoordinateProblem",
    "coordinate_minimum",
    "coordinate_steps",
    "greedy_steps",
    "mean_slopes",
]


class CoordinateProblem(NamedTuple):
    r"""What stays the same in all steps.

    Attributes
    ----------
    columns : Lines
    y : ndarray of shape (n_samples,)
    loss : Loss
    curvature : ndarray of shape (n_features,)
        Bound :math:`\beta_j` on the second derivative along each coordinate.
    lam : float
    pull : float
        Slope of a linear term :math:`\langle\mathrm{pull}\cdot\mathbf 1,w\rangle`.
    low, high : float
        Box of the weights.
    """

    columns: Lines
    y: np.ndarray
    loss: Loss
    curvature: np.ndarray
    lam: float
    pull: float
    low: float
    high: float


@njit
def coordinate_minimum(w, g, beta, lam, low, high):
    r"""Where the upper model :math:`\eta g+\tfrac\beta2\eta^2+\lambda|w+\eta|` is least, in a box.

    The soft threshold :math:`s_{\lambda/\beta}(w-g/\beta)` of Algorithm 1, then the nearest end of
    the box: the model is convex in one variable.
    """
    free = w - g / beta
    width = lam / beta
    new = 0.0
    if free > width:
        new = free - width
    elif free < -width:
        new = free + width
    return min(max(new, low), high)


@njit
def _move(problem, j, step, z, slopes):
    """Update scores and slopes of the samples in which feature j stands."""
    columns, y, loss = problem.columns, problem.y, problem.loss
    add_line(columns, j, step, z)
    if columns.full:
        for i in range(len(y)):
            slopes[i] = loss_derivative(loss, z[i], y[i])
    else:
        for e in range(columns.starts[j], columns.starts[j + 1]):
            i = columns.places[e]
            slopes[i] = loss_derivative(loss, z[i], y[i])


@njit
def coordinate_steps(problem, picks, w, z, slopes):
    """Take a step on each picked coordinate, in place; return entries read and the longest step.

    Steps are measured by the root of the model's decrease. O(entries of its column) a step.
    Slopes are computed anew only where the weight moved: on a coordinate that stays at zero no
    exponential is taken.
    """
    columns = problem.columns
    m = len(problem.y)
    reads = 0
    longest = 0.0
    for j in picks:
        reads += entries_in(columns, j)
        beta = problem.curvature[j]
        if beta == 0.0:  # a column of zeros decides nothing
            continue
        g = line_product(columns, j, slopes) / m + problem.pull
        new = coordinate_minimum(w[j], g, beta, problem.lam, problem.low, problem.high)
        step = new - w[j]
        if step != 0.0:
            w[j] = new
            # twice the fall of the quadratic model: comparable over features of any length
            longest = max(longest, beta * step * step)
            _move(problem, j, step, z, slopes)
    return reads, np.sqrt(longest)


@njit
def mean_slopes(problem, slopes, which):
    """Derivatives of the mean loss along some coordinates; O(entries of their columns)."""
    out = np.empty(len(which))
    for k in range(len(which)):
        out[k] = line_product(problem.columns, which[k], slopes) / len(problem.y)
    return out


@njit
def greedy_steps(problem, n_steps, w, z, slopes):
    """Take steps on the coordinate of largest guaranteed decrease; return the entries read.

    The decrease is that of the upper model of section 2.2, equation (10). O(all entries) a step.
    """
    columns = problem.columns
    m = len(problem.y)
    lam = problem.lam
    reads = 0
    for _ in range(n_steps):
        best = -1
        most = 0.0
        goal = 0.0
        for j in range(len(w)):
            reads += entries_in(columns, j)
            beta = problem.curvature[j]
            if beta == 0.0:
                continue
            g = line_product(columns, j, slopes) / m + problem.pull
            new = coordinate_minimum(w[j], g, beta, lam, problem.low, problem.high)
            step = new - w[j]
            decrease = -(step * (g + 0.5 * beta * step) + lam * (abs(new) - abs(w[j])))
            if decrease > most:
                best = j
                most = decrease
                goal = new
        if best < 0:  # no coordinate can be improved
            break
        step = goal - w[best]
        w[best] = goal
        _move(problem, best, step, z, slopes)
    return reads
