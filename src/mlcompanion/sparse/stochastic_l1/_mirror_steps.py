r"""Compiled steps that learn from one example at a time: SMIDAS, truncated gradient, baselines.

Shalev-Shwartz and Tewari (2011), Algorithm 3 and section 4.2. A rule names the link from the dual
vector to the weights, and whether the dual vector is truncated or the penalty has a subgradient.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import fmax, njit
from mlcompanion.convex.mirror_maps import ENTROPY, EUCLIDEAN, PNORM, Geometry, link_into
from mlcompanion.losses.formulas import Loss, loss_derivative, loss_value

from ._lines import Lines, add_line, line_product

__all__ = ["Examples", "MirrorRule", "first_weights", "lazy_steps", "mirror_steps", "settle"]


class Examples(NamedTuple):
    """Rows with their targets and the loss."""

    rows: Lines
    y: np.ndarray
    loss: Loss


class MirrorRule(NamedTuple):
    r"""How a step goes.

    Attributes
    ----------
    kind : int
        Code of the link: Euclidean, p-norm, or entropy on the weights' positive and negative parts.
    p : float
        Exponent of the p-norm link.
    whole : int
        The same if it is a whole number of at least 2, else 0.
    radius : float
        Sum of absolute weights that the entropy's link can reach.
    eta, lam : float
        Step length and factor of the penalty.
    truncate : bool
        Whether the dual vector is cut at zero, by :math:`\eta\lambda`; else
        :math:`\eta\lambda\,\mathrm{sign}(w)` is taken off.
    """

    kind: int
    p: float
    whole: int
    radius: float
    eta: float
    lam: float
    truncate: bool


@njit
def _shrink(value, width):
    """Soft threshold of one number."""
    if value > width:
        return value - width
    if value < -width:
        return value + width
    return 0.0


@njit
def _whole_power_link(theta, p, w, spare):
    """The p-norm link (12) for a whole p: powers are products, some ten times as fast."""
    top = 0.0
    for j in range(len(theta)):
        top = fmax(top, abs(theta[j]))
    if top == 0.0:
        w[:] = 0.0
        return
    for j in range(len(theta)):
        spare[j] = abs(theta[j]) / top  # so that powers neither overflow nor vanish together
        w[j] = 1.0
    # power p - 1 by repeated squaring
    rest = p - 1
    while rest > 0:
        if rest % 2:
            for j in range(len(theta)):
                w[j] *= spare[j]
        rest //= 2
        if rest > 0:
            for j in range(len(theta)):
                spare[j] *= spare[j]
    # sum of |theta|^p in units of top^(p - 1)
    total = 0.0
    for j in range(len(theta)):
        total += w[j] * abs(theta[j])
    factor = top / (total / top) ** ((p - 2.0) / p)
    for j in range(len(theta)):
        w[j] = np.copysign(factor * w[j], theta[j])


@njit
def _weights_into(rule, theta, w, spare):
    """Write the weights of a dual vector into ``w``; O(d)."""
    d = len(theta)
    if rule.kind == EUCLIDEAN:
        w[:] = theta
    elif rule.kind == PNORM and rule.whole > 0:
        _whole_power_link(theta, rule.whole, w, spare)
    elif rule.kind == PNORM:
        link_into(Geometry(PNORM, rule.p), theta, w)
        for j in range(d):
            w[j] *= rule.p - 1.0  # PNorm is |w|_q^2 / (2 (q - 1)), the source's map |w|_q^2 / 2
    else:
        # weights of either sign: two halves of a simplex, of features and of their negatives
        for j in range(d):
            spare[j] = theta[j]
            spare[d + j] = -theta[j]
        shares = spare[2 * d :]
        link_into(Geometry(ENTROPY, 0.0), spare[: 2 * d], shares)
        for j in range(d):
            w[j] = rule.radius * (shares[j] - shares[d + j])


def first_weights(rule, theta):
    """The weights of the dual vector that a run begins with."""
    w = np.zeros(len(theta))
    if theta.any():
        _weights_into(rule, theta, w, np.empty(4 * len(theta)))
    return w


@njit
def _objective(examples, lam, w):
    """Mean loss and penalty; O(all entries)."""
    rows, y, loss = examples
    total = 0.0
    for i in range(len(y)):
        total += loss_value(loss, line_product(rows, i, w), y[i])
    penalty = 0.0
    for j in range(len(w)):
        penalty += abs(w[j])
    return total / len(y) + lam * penalty


@njit
def mirror_steps(examples, rule, picks, theta, w, total, watch):
    """Take a step on each picked example, in place; return the sum of the objectives before them.

    ``total`` gathers the weights before each step. O(d) a step, whatever the row has: the norm of
    the dual vector changes all weights. With ``watch`` O(all entries), else the sum is 0.
    """
    rows, y, loss = examples
    d = len(theta)
    spare = np.empty(4 * d if rule.kind == ENTROPY else d)
    width = rule.eta * rule.lam
    watched = 0.0
    for i in picks:
        if watch:
            watched += _objective(examples, rule.lam, w)
        for j in range(d):
            total[j] += w[j]
        slope = loss_derivative(loss, line_product(rows, i, w), y[i])
        # a penalty that is not truncated is a subgradient step in the dual vector
        if not rule.truncate:
            for j in range(d):
                theta[j] -= width * np.sign(w[j])
        add_line(rows, i, -rule.eta * slope, theta)
        if rule.truncate and width > 0.0:
            for j in range(d):
                theta[j] = _shrink(theta[j], width)
        _weights_into(rule, theta, w, spare)
    return watched


@njit
def lazy_steps(examples, rule, picks, w, seen, t):
    """Truncated gradient steps with the identity link; return the number of steps so far.

    Thresholds of a weight that no example touches add up, so that they can wait: a step costs
    O(entries of its row). ``seen`` holds the step up to which each weight is up to date.
    """
    rows, y, loss = examples
    eta = rule.eta
    width = eta * rule.lam
    for i in picks:
        if rows.full:
            first = i * rows.length
            row = rows.values[first : first + rows.length]
            move = eta * loss_derivative(loss, np.dot(row, w), y[i])
            for j in range(len(w)):
                w[j] = _shrink(w[j] - move * row[j], width)
        else:
            score = 0.0
            # the thresholds that this weight has missed, in one
            for e in range(rows.starts[i], rows.starts[i + 1]):
                j = rows.places[e]
                w[j] = _shrink(w[j], width * (t - seen[j]))
                score += rows.values[e] * w[j]
            move = eta * loss_derivative(loss, score, y[i])
            for e in range(rows.starts[i], rows.starts[i + 1]):
                j = rows.places[e]
                w[j] = _shrink(w[j] - move * rows.values[e], width)
                # this step's own threshold is taken: up to date after it
                seen[j] = t + 1
        t += 1
    return t


@njit
def settle(width, w, seen, t):
    """Take the thresholds that are still to come; O(d)."""
    for j in range(len(w)):
        w[j] = _shrink(w[j], width * (t - seen[j]))
        seen[j] = t
