r"""Block-coordinate Frank-Wolfe for the dual of the structured support vector machine.

The dual (29.8) of Sugiyama (2016), section 29.3, has one simplex a string, with a corner for each
labelling; few corners ever carry weight. A step takes one string, finds its best corner by a
loss-augmented Viterbi search, and moves weight there from its worst corner, as far as the dual
rises: pairwise steps (Lacoste-Julien, Jaggi, Schmidt and Pletscher 2013; Osokin et al. 2016).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.sequences.viterbi import best_path

__all__ = ["MarginRun", "ascend_margin"]

_HAMMING = 0


class MarginRun(NamedTuple):
    """What :func:`ascend_margin` returns.

    Attributes
    ----------
    W : ndarray, shape (k, b)
    T : ndarray, shape (k, k)
    primal, dual : float
        The optimum is in between.
    n_iter : int
        Passes over the strings.
    """

    W: np.ndarray
    T: np.ndarray
    primal: float
    dual: float
    n_iter: int


class _Task(NamedTuple):
    rows: np.ndarray
    codes: np.ndarray
    starts: np.ndarray
    ends: np.ndarray
    C: float
    loss: int
    transitions: bool
    first_pair: bool


class _Corners(NamedTuple):
    """Labellings that carry weight, a few for each string, with their weights and losses."""

    paths: np.ndarray
    weights: np.ndarray
    losses: np.ndarray
    counts: np.ndarray

    @classmethod
    def at_truth(cls, strings, room):
        """All weight on the true labels."""
        n = len(strings.ends)
        longest = np.diff(strings.ends, prepend=0).max()
        corners = cls(
            np.zeros((n, room, longest), dtype=np.int64),
            np.zeros((n, room)),
            np.zeros((n, room)),
            np.ones(n, dtype=np.int64),
        )
        for i, codes in enumerate(strings.cut(strings.codes)):
            corners.paths[i, 0, : len(codes)] = codes
        return corners

    def with_room(self):
        """The same with twice the room."""
        return _Corners(
            np.concatenate([self.paths, np.zeros_like(self.paths)], axis=1),
            np.concatenate([self.weights, np.zeros_like(self.weights)], axis=1),
            np.concatenate([self.losses, np.zeros_like(self.losses)], axis=1),
            self.counts,
        )


@njit
def _places(zeta, task, i, k):
    """Scores of all labels at the places of string i, those of the first pair included."""
    start = task.starts[i]
    m = task.ends[i] - start
    b = task.rows.shape[1]
    T = zeta[k * b :].reshape(k, k)
    places = np.zeros((m, k))
    for j in range(m):
        for s in range(k):
            total = 0.0
            for d in range(b):
                total += zeta[s * b + d] * task.rows[start + j, d]
            places[j, s] = total
    if task.first_pair:
        for s in range(k):
            places[0, s] += T[s, s]
    return places, T


@njit
def _score(places, T, path):
    total = places[0, path[0]]
    for j in range(1, len(places)):
        total += places[j, path[j]] + T[path[j - 1], path[j]]
    return total


@njit
def _hardest(places, T, truth, loss):
    """The labelling with the largest loss plus score, its loss, and the sum of both."""
    m, k = places.shape
    one = T.reshape(1, k, k)
    if loss == _HAMMING:
        dearer = places + 1.0  # the Hamming loss is a sum over places
        for j in range(m):
            dearer[j, truth[j]] -= 1.0
        path = best_path(dearer, one, np.full(m, -1))
        wrong = float((path != truth).sum())
        return path, wrong, wrong + _score(places, T, path)
    rival = best_path(places, one, truth)  # the best of all others; its loss is 1
    own = _score(places, T, truth)
    value = 1.0 + _score(places, T, rival)
    return (rival, 1.0, value) if value > own else (truth.copy(), 0.0, own)


@njit
def _add_difference(task, i, k, pair, step, zeta):
    """Add ``step`` times the features of the first of two labellings minus those of the second."""
    left, taken = pair
    start = task.starts[i]
    m = task.ends[i] - start
    b = task.rows.shape[1]
    W = zeta[: k * b].reshape(k, b)
    T = zeta[k * b :].reshape(k, k)
    for j in range(m):
        if left[j] != taken[j]:  # what is equal cancels
            for d in range(b):
                W[left[j], d] += step * task.rows[start + j, d]
                W[taken[j], d] -= step * task.rows[start + j, d]
        if task.transitions and (j > 0 or task.first_pair):
            before = max(j - 1, 0)  # the first label is its own neighbour
            T[left[before], left[j]] += step
            T[taken[before], taken[j]] -= step


@njit
def _slot(corners, i, path):
    """Where the corner stands among those with weight; the first free place if it does not."""
    m = len(path)
    for a in range(corners.counts[i]):
        if (corners.paths[i, a, :m] == path).all():
            return a
    return corners.counts[i]


@njit
def _sweep(order, task, corners, zeta, k):
    """One pairwise step of each string; return the strings done and the gaps that were met."""
    direction = np.empty(len(zeta))
    seen = 0.0
    for done in range(len(order)):
        i = order[done]
        truth = task.codes[task.starts[i] : task.ends[i]]
        m = len(truth)
        places, T = _places(zeta, task, i, k)
        path, loss, top = _hardest(places, T, truth, task.loss)
        low = np.inf
        worst = 0
        gap = task.C * top  # all weight of a string, which is C, on the best corner
        for a in range(corners.counts[i]):
            value = corners.losses[i, a] + _score(places, T, corners.paths[i, a])
            gap -= corners.weights[i, a] * value
            if value < low:
                low = value
                worst = a
        seen += gap
        if top <= low:  # no corner with weight is worse than the best
            continue
        best = _slot(corners, i, path)
        if best == corners.weights.shape[1]:
            return done, seen  # no place is free: the caller makes room and goes on
        direction[:] = 0.0
        left = corners.paths[i, worst, :m].copy()
        _add_difference(task, i, k, (left, path), 1.0, direction)
        square = np.dot(direction, direction)
        move = corners.weights[i, worst]
        if square > 0.0:  # else the dual is linear, and all weight moves
            move = min(move, (top - low) / square)
        zeta += move * direction
        if best == corners.counts[i]:
            corners.paths[i, best, :m] = path
            corners.losses[i, best] = loss
            corners.weights[i, best] = 0.0
            corners.counts[i] += 1
        corners.weights[i, best] += move
        corners.weights[i, worst] -= move
        if corners.weights[i, worst] <= 0.0:  # the last one takes the place that became free
            last = corners.counts[i] - 1
            corners.paths[i, worst] = corners.paths[i, last]
            corners.losses[i, worst] = corners.losses[i, last]
            corners.weights[i, worst] = corners.weights[i, last]
            corners.weights[i, last] = 0.0
            corners.counts[i] = last
    return len(order), seen


@njit
def _certificate(task, corners, zeta, k):
    """Set the weights to what the corners say; return the primal and the dual value."""
    zeta[:] = 0.0  # anew: the steps have added up rounding
    dual = 0.0
    for i in range(len(task.ends)):
        truth = task.codes[task.starts[i] : task.ends[i]]
        for a in range(corners.counts[i]):
            weight = corners.weights[i, a]
            dual += weight * corners.losses[i, a]
            _add_difference(task, i, k, (truth, corners.paths[i, a]), weight, zeta)
    half = 0.5 * np.dot(zeta, zeta)
    primal = half
    for i in range(len(task.ends)):
        truth = task.codes[task.starts[i] : task.ends[i]]
        places, T = _places(zeta, task, i, k)
        top = _hardest(places, T, truth, task.loss)[2]
        primal += task.C * (top - _score(places, T, truth))
    return primal, dual - half


def ascend_margin(strings, n_labels, C, *, loss="hamming", transitions=True, first_pair=True,
                  tol=1e-2, max_iter=1000, rng=None):  # fmt: skip
    """Climb the dual until primal minus dual is at most ``tol`` of the primal.

    Parameters
    ----------
    strings : Strings
    n_labels : int
    C : float
    loss : {"hamming", "string"}
    transitions, first_pair : bool
    tol : float
    max_iter : int
        Most passes.
    rng : Generator
        For the order in a pass.

    Returns
    -------
    MarginRun
    """
    task = _Task(strings.rows, strings.codes, strings.starts, strings.ends, float(C),
                 int(loss != "hamming"), transitions, first_pair and transitions)  # fmt: skip
    zeta = np.zeros(n_labels * (strings.rows.shape[1] + n_labels))
    corners = _Corners.at_truth(strings, 8)
    corners.weights[:, 0] = C  # all on the truth, so that zeta is 0
    for passes in range(1, max_iter + 1):
        order = rng.permutation(len(strings.ends))
        gap = 0.0
        while len(order):
            done, seen = _sweep(order, task, corners, zeta, n_labels)
            order = order[done:]
            gap += seen
            if len(order):
                corners = corners.with_room()
        dual = np.vdot(corners.weights, corners.losses) - 0.5 * zeta @ zeta
        # the gaps met on the way tell roughly where we are: a certificate costs a pass
        if gap <= 1.5 * tol * (dual + gap) or passes == max_iter:
            primal, dual = _certificate(task, corners, zeta, n_labels)
            if primal - dual <= tol * primal:
                break
    split = n_labels * strings.rows.shape[1]
    W = zeta[:split].reshape(n_labels, -1)
    return MarginRun(W, zeta[split:].reshape(n_labels, n_labels), primal, dual, passes)
