r"""Rounds of RDA and FOBOS on sparse rows, compiled: only the weights that a row reads are touched.

Duchi, Hazan and Singer (2011), section 5.1. A weight whose feature is absent has gradient 0, so its
metric stays, and what its idle rounds would have done is done at once when it is read: RDA reads it
from the sum of its gradients, FOBOS takes away the idle rounds' shrinkage.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.prox.norms.metric_steps import l2_row, linf_row

__all__ = ["Rows", "Rule", "State", "play_dense", "play_rows", "read_rows"]

#: Penalties and domains whose idle steps have a closed form.
FREE, ENTRIES, BOX, ROWS_L2, ROWS_LINF = range(5)
HINGE_LOSS, LOG_LOSS = range(2)
BLOCK = 64  # dense rows that are copied at once


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
def prox_entry(rule, v, step):
    """Minimise ``step`` times the penalty of one weight and half of ``(x - v)^2``."""
    if rule.penalty == ENTRIES:
        left = max(abs(v) - step * rule.size, 0.0)
        return left if v > 0.0 else -left
    if rule.penalty == BOX:
        return min(max(v, -rule.size), rule.size)
    return v


@njit
def read_entry(rule, value, square, t, idle):
    """A weight after t rounds, the last ``idle`` of which its feature has missed."""
    if rule.dual:
        h = metric_entry(rule, square, t)
        if h == 0.0:  # no gradient yet
            return 0.0
        # the penalty counts once for each of the t rounds, idle ones too
        return prox_entry(rule, -rule.eta * value / h, rule.eta * t / h)
    if rule.penalty != ENTRIES or value == 0.0:
        return value
    # sqrt(t) is not constant while the feature is away: the clock has summed 1 / sqrt(t) instead
    h = 1.0 if rule.root else metric_entry(rule, square, t)
    return prox_entry(rule, value, rule.eta * idle / h)


@njit
def step_entry(rule, x, g, square, t):
    """The weight that FOBOS makes of ``x``, whose metric has taken in the slope ``g``."""
    h = metric_entry(rule, square, t)
    if h == 0.0:
        return x
    return prox_entry(rule, x - rule.eta * g / h, rule.eta / h)


@njit
def read_dual_row(rule, state, i, room, out):
    """Write RDA's weights of feature i into ``out``, with a norm of the row as penalty."""
    t = state.clock[0]
    v, h = room
    for j in range(len(out)):
        h[j] = metric_entry(rule, state.squares[i, j], t)
        v[j] = -rule.eta * state.values[i, j] / h[j] if h[j] > 0.0 else 0.0
        h[j] = h[j] if h[j] > 0.0 else 1.0  # no gradient yet: v is 0, and stays 0
    if rule.penalty == ROWS_L2:
        l2_row(v, h, rule.eta * t * rule.size, out)
    else:
        linf_row(v, h, rule.eta * t * rule.size, out)


@njit
def read_row(rule, state, i, room, out):
    """Write the weights of feature i, as they are after all rounds so far, into ``out``."""
    if rule.penalty == ROWS_L2 or rule.penalty == ROWS_LINF:
        read_dual_row(rule, state, i, room, out)
        return
    t = state.clock[0]
    idle = state.clock[1] - state.seen[i]
    for j in range(len(out)):
        out[j] = read_entry(rule, state.values[i, j], state.squares[i, j], t, idle)


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
        slopes[0] = -y / (1.0 + np.exp(min(margin, 700.0)))  # beyond 700 exp overflows
        return max(-margin, 0.0) + np.log1p(np.exp(-abs(margin))), wrong
    label = int(y)
    rival = 1 if label == 0 else 0  # any class but the right one, to begin with
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
    values, squares, seen, clock = state
    k = values.shape[1]
    by_rows = rule.penalty == ROWS_L2 or rule.penalty == ROWS_LINF
    longest = 1
    for t in range(len(targets)):
        longest = max(longest, indptr[t + 1] - indptr[t])
    read = np.empty((longest, k))
    room = np.empty(k), np.empty(k)
    scores = np.empty(k)
    slopes = np.empty(k)
    for t in range(len(targets)):
        first = indptr[t]
        n = indptr[t + 1] - first
        scores[:] = 0.0
        for p in range(n):
            i = indices[first + p]
            if by_rows:
                read_dual_row(rule, state, i, room, read[p])
            for j in range(k):
                if not by_rows:
                    idle = clock[1] - seen[i]
                    read[p, j] = read_entry(rule, values[i, j], squares[i, j], clock[0], idle)
                scores[j] += data[first + p] * read[p, j]
        losses[t], wrongs[t] = output_slopes(scores, targets[t], rule.loss, slopes)
        clock[0] += 1.0  # before the step: the metric of round t knows its gradient
        clock[1] += 1.0 / np.sqrt(clock[0]) if rule.root else 1.0
        if not np.any(slopes):  # no gradient: nothing moves, and what idled stays so
            continue
        for p in range(n):
            i = indices[first + p]
            for j in range(k):
                g = data[first + p] * slopes[j]
                # first the metric, then the step by it: H_t of Figure 1 contains g_t
                squares[i, j] += g * g
                if rule.dual:
                    values[i, j] += g
                else:
                    values[i, j] = step_entry(rule, read[p, j], g, squares[i, j], clock[0])
            seen[i] = clock[1]  # from here on the feature idles


@njit
def rows_of(X):
    """The rows of a dense array as CSR, without its zeros."""
    n, d = X.shape
    indptr = np.zeros(n + 1, np.int64)
    for t in range(n):
        count = 0
        for j in range(d):
            if X[t, j] != 0.0:
                count += 1
        indptr[t + 1] = indptr[t] + count
    indices = np.empty(indptr[n], np.int64)
    data = np.empty(indptr[n])
    p = 0
    for t in range(n):
        for j in range(d):
            if X[t, j] != 0.0:
                indices[p] = j
                data[p] = X[t, j]
                p += 1
    return Rows(indptr, indices, data)


@njit
def play_dense(rule, state, X, targets, losses, wrongs):
    """Play the rows of a dense array, some at a time, so that their copy is small."""
    for start in range(0, len(X), BLOCK):
        some = slice(start, start + BLOCK)
        rows = rows_of(X[some])
        play_rows(rule, state, rows, targets[some], losses[some], wrongs[some])


@njit
def read_rows(rule, state):
    """The weights of all features, shape (n_features, n_outputs)."""
    out = np.empty_like(state.values)
    room = np.empty(out.shape[1]), np.empty(out.shape[1])
    for i in range(len(out)):
        read_row(rule, state, i, room, out[i])
    return out
