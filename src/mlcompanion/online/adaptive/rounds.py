r"""Rounds of RDA and FOBOS on sparse rows, compiled: only the weights that a row reads are touched.

Duchi, Hazan and Singer (2011), section 5.1. A weight whose feature is absent has gradient 0, so its
metric stays, and what its idle rounds would have done is done at once when it is read: RDA reads it
from the sum of its gradients, FOBOS takes away the idle rounds' shrinkage.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.prox.norms.metric_steps import l2_row, linf_row

__all__ = ["Rows", "Rule", "State", "play_rows", "read_rows"]

#: Penalties and domains whose idle steps have a closed form.
FREE, ENTRIES, BOX, ROWS_L2, ROWS_LINF = range(5)
HINGE_LOSS, LOG_LOSS = range(2)


class Rule(NamedTuple):
    """What a round does.

    ``dual`` is RDA, else FOBOS; ``root`` the metric that does not adapt; ``size`` the penalty's
    multiplier, or the half width of the box.
    """

    dual: bool
    root: bool
    penalty: int
    size: float
    eta: float
    delta: float
    loss: int


class State(NamedTuple):
    """What a learner keeps; a row a feature, a column an output.

    ``values`` holds sums of gradients (RDA) or weights as of the clock ``seen`` (FOBOS),
    ``squares`` the gradients' sums of squares, ``clock`` the rounds and the shrinkage so far.
    """

    values: np.ndarray
    squares: np.ndarray
    seen: np.ndarray
    clock: np.ndarray


class Rows(NamedTuple):
    """The rows of a CSR matrix."""

    indptr: np.ndarray
    indices: np.ndarray
    data: np.ndarray


@njit
def metric_entry(rule, square, t):
    """An entry of H after t rounds."""
    return np.sqrt(t) if rule.root else rule.delta + np.sqrt(square)


@njit
def penalise(rule, v, h, weight, out):
    """Minimise ``weight`` times the penalty and half of ``h (x - v)^2`` over one row."""
    if rule.penalty == ROWS_L2:
        l2_row(v, h, weight * rule.size, out)
    elif rule.penalty == ROWS_LINF:
        linf_row(v, h, weight * rule.size, out)
    else:
        for j in range(len(v)):
            if rule.penalty == ENTRIES:
                left = max(abs(v[j]) - weight * rule.size / h[j], 0.0)
                out[j] = left if v[j] > 0 else -left
            elif rule.penalty == BOX:
                out[j] = min(max(v[j], -rule.size), rule.size)
            else:
                out[j] = v[j]


@njit
def read_row(rule, state, i, v, h, out):
    """Write the weights of feature i, as they are after all rounds so far, into ``out``."""
    t, shrinkage = state.clock
    if rule.dual:
        for j in range(len(out)):
            h[j] = metric_entry(rule, state.squares[i, j], t)
            v[j] = -rule.eta * state.values[i, j] / h[j] if h[j] > 0.0 else 0.0
            h[j] = h[j] if h[j] > 0.0 else 1.0  # no gradient yet: v is 0, and stays 0
        penalise(rule, v, h, rule.eta * t, out)
        return
    idle = shrinkage - state.seen[i]
    for j in range(len(out)):
        out[j] = state.values[i, j]
        if rule.penalty == ENTRIES and out[j] != 0.0:
            own = 1.0 if rule.root else metric_entry(rule, state.squares[i, j], t)
            left = max(abs(out[j]) - rule.size * rule.eta * idle / own, 0.0)
            out[j] = left if out[j] > 0 else -left


@njit
def step_row(rule, state, i, gradient, x, room):
    """Take in the gradient of feature i, whose weights before it are ``x``; ``room`` is scratch."""
    t, shrinkage = state.clock
    v, h = room
    for j in range(len(gradient)):
        g = gradient[j]
        state.squares[i, j] += g * g
        if rule.dual:
            state.values[i, j] += g
        else:
            h[j] = metric_entry(rule, state.squares[i, j], t)
            v[j] = x[j] - rule.eta * g / h[j] if h[j] > 0.0 else x[j]
            h[j] = h[j] if h[j] > 0.0 else 1.0
    if not rule.dual:
        penalise(rule, v, h, rule.eta, state.values[i])
        state.seen[i] = shrinkage


@njit
def output_slopes(scores, y, loss, slopes):
    """Write the loss's slopes in the scores; return the loss, and whether the answer is wrong."""
    slopes[:] = 0.0
    if len(scores) == 1:
        margin = y * scores[0]
        wrong = margin <= 0.0
        if loss == HINGE_LOSS:
            slopes[0] = -y if margin < 1.0 else 0.0
            return max(0.0, 1.0 - margin), wrong
        slopes[0] = -y / (1.0 + np.exp(min(margin, 700.0)))
        return max(-margin, 0.0) + np.log1p(np.exp(-abs(margin))), wrong
    label = int(y)
    rival = 1 if label == 0 else 0
    for r in range(len(scores)):
        if r != label and scores[r] > scores[rival]:
            rival = r
    wrong = scores[rival] >= scores[label]
    if loss == HINGE_LOSS:
        gap = 1.0 - scores[label] + scores[rival]
        if gap > 0.0:
            slopes[label] = -1.0
            slopes[rival] = 1.0
        return max(gap, 0.0), wrong
    top = scores.max()
    total = 0.0
    for r in range(len(scores)):
        slopes[r] = np.exp(scores[r] - top)
        total += slopes[r]
    for r in range(len(scores)):
        slopes[r] /= total
    slopes[label] -= 1.0
    return np.log(total) + top - scores[label], wrong


@njit
def play_rows(rule, state, rows, targets, losses, wrongs):
    """Play the rows of a CSR matrix: predict, suffer, learn."""
    indptr, indices, data = rows
    k = state.values.shape[1]
    longest = 1
    for t in range(len(targets)):
        longest = max(longest, indptr[t + 1] - indptr[t])
    read = np.empty((longest, k))
    v = np.empty(k)
    h = np.empty(k)
    scores = np.empty(k)
    slopes = np.empty(k)
    gradient = np.empty(k)
    for t in range(len(targets)):
        first = indptr[t]
        n = indptr[t + 1] - first
        scores[:] = 0.0
        for p in range(n):
            read_row(rule, state, indices[first + p], v, h, read[p])
            for j in range(k):
                scores[j] += data[first + p] * read[p, j]
        losses[t], wrongs[t] = output_slopes(scores, targets[t], rule.loss, slopes)
        state.clock[0] += 1.0
        state.clock[1] += 1.0 / np.sqrt(state.clock[0]) if rule.root else 1.0
        if np.any(slopes != 0.0):
            for p in range(n):
                gradient[:] = data[first + p] * slopes
                step_row(rule, state, indices[first + p], gradient, read[p], (v, h))


@njit
def read_rows(rule, state):
    """The weights of all features, shape (n_features, n_outputs)."""
    out = np.empty_like(state.values)
    v = np.empty(out.shape[1])
    h = np.empty(out.shape[1])
    for i in range(len(out)):
        read_row(rule, state, i, v, h, out[i])
    return out
