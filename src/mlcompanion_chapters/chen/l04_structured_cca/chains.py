"""The problems of Table 4.1: chains of overlapping groups."""

from functools import partial
from time import process_time
from typing import NamedTuple

import numpy as np

from mlcompanion.prox import GroupPenalty
from mlcompanion.sparse.cca import ball_subgradient, excessive_gap
from mlcompanion.teaching import timed as timed_by

timed = partial(timed_by, clock=process_time)

GROUPS = (20, 40, 100)
LARGE = (500, 1000, 5000)
CELLS = tuple((n, n / part) for n in GROUPS for part in (100, 10))
PRINTED = {
    "objective": (4406.3, 4412.3, 8868.2, 8885.1, 22296.0, 22362.0),
    "iterations": (2, 9, 3, 18, 9, 48),
    "subgradient": (69, 773, 19, 1036, 199, 1293),
}


def chain(n_groups, gamma, size=1000, overlap=100):
    """Target and penalty: groups of neighbours, ones on the first half of what they cover.

    Parameters
    ----------
    n_groups : int
    gamma : float
    size, overlap : int
        Of a group, and of two successive ones.

    Returns
    -------
    ndarray of shape (p,), GroupPenalty
        With ``p = (size - overlap) * n_groups + overlap``; the ones stand on the first
        ``(size - overlap) * n_groups / 2`` entries.
    """
    step = size - overlap
    groups = [np.arange(k * step, k * step + size) for k in range(n_groups)]
    beta = np.zeros(step * n_groups + overlap)
    beta[: step * n_groups // 2] = 1.0
    return beta, GroupPenalty(groups, gamma)


def solved(n_groups, gamma, **options):
    """The run of the excessive-gap method on a cell of the table."""
    return excessive_gap(*chain(n_groups, gamma), **options)


class Blocks(NamedTuple):
    """A chain by its blocks of equal entries: where each begins, and the groups that hold it."""

    sizes: np.ndarray
    beta: np.ndarray
    first: np.ndarray
    last: np.ndarray


def blocks(n_groups, size=1000, overlap=100):
    """Runs of entries with the same target that belong to the same groups."""
    step = size - overlap
    starts = np.arange(n_groups) * step
    cuts = np.unique(np.concatenate([starts, starts + size, [step * n_groups // 2]]))
    left = cuts[:-1]
    first = np.maximum((left - size) // step + 1, 0)
    last = np.minimum(left // step, n_groups - 1)
    beta = (left < step * n_groups // 2).astype(float)
    return Blocks(np.diff(cuts), beta, first, last)


def reduced_chain(n_groups, gamma):
    """The same problem by its blocks: one feature for each, its entry times the root of its size.

    Entries of a block are equal in the target and belong to the same groups, so that every step of
    every method here keeps them equal. The map of blocks to entries keeps all norms: iterates and
    objectives are those of the whole problem.
    """
    data = blocks(n_groups)
    numbers = np.arange(len(data.sizes))
    groups = [numbers[(data.first <= g) & (g <= data.last)] for g in range(n_groups)]
    return data.beta * np.sqrt(data.sizes), GroupPenalty(groups, gamma, n_features=len(numbers))


def subgradient_run(n_groups, gamma, objective):
    """Grad, from zero, to 1.00001 times an objective, on the blocks."""
    p = blocks(n_groups).sizes.sum()
    return ball_subgradient(
        *reduced_chain(n_groups, gamma), 1.00001 * objective, eta=0.1 / np.sqrt(p)
    )


def reduced_optimum(n_groups, gamma):
    """Optimum of a cell from its blocks alone, by ridge regressions with weights.

    Entries of a block are equal at the optimum, by symmetry, and not negative. The ball binds: its
    multiplier is found by bisection. Norms are rounded off by 1e-9, which raises the objective by
    at most that times gamma and the number of groups. Shares no code with the package's solvers.
    """
    data = blocks(n_groups)
    member = np.zeros((n_groups, len(data.sizes)))
    for j, (a, b) in enumerate(zip(data.first, data.last)):
        member[a : b + 1, j] = 1.0
    mass = member * data.sizes
    eps = 1e-9

    def point(ridge):
        """Minimiser with the ball replaced by a multiplier: a fixed point of weighted ridges."""
        x = np.where(data.beta > 0, 0.01, 1e-6)
        for _ in range(4000):
            norms = np.sqrt(mass @ x**2 + eps**2)
            new = data.beta / (1 + ridge + gamma * (member.T @ (1 / norms)))
            moved = np.abs(new - x).max()
            x = new
            if moved < 1e-15:
                break
        return x

    def length(ridge):
        return np.sqrt(data.sizes @ point(ridge) ** 2)

    low = 0.0
    high = float(np.sqrt(data.sizes @ data.beta**2))
    for _ in range(100):
        middle = 0.5 * (low + high)
        if length(middle) > 1:
            low = middle
        else:
            high = middle
    x = point(0.5 * (low + high))
    return 0.5 * float(data.sizes @ (x - data.beta) ** 2) + gamma * float(
        np.sqrt(mass @ x**2).sum()
    )


def lower_bound(n_ones):
    """No point of the unit ball has a smaller objective, whatever the penalty."""
    return 0.5 * (np.sqrt(n_ones) - 1) ** 2
