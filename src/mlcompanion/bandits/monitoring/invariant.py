"""Invariant measures, and the value of a matrix game: what is solved anew in every round."""

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import check_array, check_square

__all__ = ["invariant_measure", "matrix_game"]

#: Rates below this part of the largest one are taken for 0.
NO_RATE = 1e-200


@njit
def invariant_into(rates, law):
    """Fill ``law`` with an invariant law of the rates, which are overwritten.

    States are removed from the last one on (Grassmann, Taksar and Heyman 1985): what went into one
    goes on to those that it feeds. Nothing is subtracted, so that small rates keep their digits. A
    state that feeds none of those left is a class of its own, and begins the way back.
    """
    n = len(law)
    largest = 0.0
    for i in range(n):
        rates[i, i] = 0.0
        for j in range(n):
            largest = max(largest, rates[i, j])
    if largest == 0.0:
        law[:] = 1.0 / n
        return
    start = 0
    for k in range(n - 1, 0, -1):
        out = 0.0
        for j in range(k):
            rates[k, j] /= largest  # sums of rates in any units stay finite
            out += rates[k, j]
        if out <= NO_RATE:
            start = k
            break
        for j in range(k):
            rates[k, j] /= out
        for i in range(k):
            for j in range(k):
                # what i sent to k arrives at j: the chain as seen while it is not in k
                rates[i, j] += rates[i, k] * rates[k, j]
        law[k] = largest * out  # kept for the way back: the whole rate out of k
    weights_back(rates, start, law)


@njit
def weights_back(rates, start, law):
    """From the weight 1 of the first state on, the weight of each removed one; then a law."""
    law[:start] = 0.0
    law[start] = 1.0
    for k in range(start + 1, len(law)):
        weight = 0.0
        for i in range(start, k):
            # balance at k: what flows in from the earlier states flows out again
            weight += law[i] * (rates[i, k] / law[k])
        law[k] = weight
        if weight > 1e100:  # relative to the first state, weights may outgrow doubles
            law[: k + 1] /= weight
    law /= np.sum(law)


def invariant_measure(rates):
    """A law that is invariant: what flows out of each state flows into it.

    ``sum_k law[k] rates[k, l] = law[l] sum_k rates[l, k]`` for all l (Perchet 2011, proof of
    Proposition 5).

    Parameters
    ----------
    rates : array_like, shape (L, L)
        Not negative; the diagonal does not matter.

    Returns
    -------
    ndarray, shape (L,)
        Uniform if all rates are 0; if there are several closed classes, the law of one.

    Notes
    -----
    O(L^3).

    Examples
    --------
    >>> invariant_measure([[0.0, 1.0], [3.0, 0.0]])
    array([0.75, 0.25])
    """
    rates = check_square(rates, "rates", low=0).astype(np.float64)
    law = np.empty(len(rates))
    invariant_into(rates, law)
    return law


@njit
def matrix_game_into(costs, law):
    """Fill ``law`` with the row player's best law in a game of costs; its value.

    With costs B made positive: the largest sum of ``p >= 0`` with ``p B <= 1`` is one over the
    value. The simplex method, by Bland's rule: it cannot cycle.
    """
    rows, columns = costs.shape
    low = np.min(costs)
    scale = np.max(costs) - low
    law[:] = 0.0
    if scale == 0.0:
        law[:] = 1.0 / rows
        return low
    table = np.zeros((columns + 1, rows + columns + 1))
    basis = np.empty(columns, dtype=np.int64)
    for j in range(columns):
        for i in range(rows):
            # costs from 1 to 2: the value is positive, whatever the game
            table[j, i] = 1.0 + (costs[i, j] - low) / scale
        table[j, rows + j] = 1.0  # a slack for each column: the first basis
        table[j, -1] = 1.0
        basis[j] = rows + j
    table[-1, :rows] = -1.0
    entering = entering_column(table)
    while entering >= 0:
        leaving = leaving_row(table, basis, entering)
        pivot(table, leaving, entering)
        basis[leaving] = entering
        entering = entering_column(table)
    for j in range(columns):
        if basis[j] < rows:
            law[basis[j]] = max(table[j, -1], 0.0)
    total = np.sum(law)
    law /= total
    return low + scale * (1.0 / total - 1.0)  # back in the game's own units


@njit
def entering_column(table):
    """The first column whose price is negative, or -1."""
    last = table.shape[0] - 1
    for j in range(table.shape[1] - 1):
        if table[last, j] < -1e-12:  # a price nearer to 0 is rounding
            return j
    return -1


@njit
def leaving_row(table, basis, entering):
    """The row that limits the entering unknown; among equals, the one with the lowest unknown."""
    best = np.inf
    found = -1
    for i in range(len(basis)):
        if table[i, entering] > 1e-12:
            ratio = table[i, -1] / table[i, entering]
            if ratio < best or (ratio == best and basis[i] < basis[found]):
                best = ratio
                found = i
    return found


@njit
def pivot(table, row, column):
    """Make a column of the table a unit vector."""
    table[row] /= table[row, column]
    for i in range(table.shape[0]):
        if i != row:
            table[i] -= table[i, column] * table[row]


def matrix_game(costs):
    """The law over rows whose cost against the worst column is least, and that cost.

    Parameters
    ----------
    costs : array_like, shape (m, n)

    Returns
    -------
    law : ndarray, shape (m,)
    value : float

    Notes
    -----
    The simplex method, O(m (m + n)) a step; the steps are few for small games.

    Examples
    --------
    >>> law, value = matrix_game([[2.0, 0.0], [0.0, 2.0]])
    >>> law.round(9), round(value, 9)
    (array([0.5, 0.5]), 1.0)
    """
    costs = check_array(costs, "costs", ndim=2, min_rows=1, dtype=np.float64)
    if costs.shape[1] == 0:
        raise ValueError("costs needs at least 1 column")
    law = np.empty(len(costs))
    value = matrix_game_into(plain_layout(costs), law)
    return law, float(value)
