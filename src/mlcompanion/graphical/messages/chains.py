"""The best string of a chain with a sorted prior: McAuley and Caetano (2011), section 7.4.1.

The scores of neighbours do not depend on the observation: they are sorted once, for all places and
for all strings that follow.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_flag, check_in

from .matrix import METHODS, TropicalMatrix
from .semirings import combine, enter, leave

__all__ = ["BestString", "chain_map"]


class BestString(NamedTuple):
    """The best joint state of a chain or ring, and what finding it took.

    Attributes
    ----------
    states : ndarray of int, shape (M,)
    value : float
        Its product.
    n_products : int
        How many products of two entries the messages formed.
    """

    states: np.ndarray
    value: float
    n_products: int


def chain_map(unary, pairwise, semiring="max-sum", *, method="sorted", early_stop=False):
    """The best string ``x`` by ``unary[t, x_t]`` and ``pairwise[x_t, x_{t+1}]`` (Equation 7).

    Parameters
    ----------
    unary : array_like, shape (M, N)
        Scores of the N states at each of M places.
    pairwise : array_like, shape (N, N) or (M - 1, N, N), or TropicalMatrix
        Scores of neighbours, the previous state is the row. A :class:`TropicalMatrix` of the
        *transposed* scores is sorted already, for many calls.
    semiring : {"max-sum", "min-sum", "max-product"}
        Long chains underflow in the last one: take logarithms.
    method : {"sorted", "naive"}
    early_stop : bool
        See :meth:`TropicalMatrix.matvec`.

    Returns
    -------
    BestString

    Notes
    -----
    Expected O(M N sqrt(N)) against M N^2, and N^2 log N to sort each matrix; M N numbers to go
    back. The value is that of
    :func:`mlcompanion.sequences.viterbi`, to the last bit, and so is the string where no two are
    equally good.

    Examples
    --------
    >>> chain_map([[1.0, 0.0], [0.0, 0.0]], [[0.0, 0.5], [2.0, 0.0]])
    BestString(states=array([1, 0]), value=2.0, n_products=6)
    """
    check_in(method, "method", METHODS)
    early_stop = check_flag(early_stop, "early_stop")
    matrices, kind = _matrices(pairwise, semiring)
    unary = enter(kind, unary, "unary", ndim=2, min_rows=1)
    n_moves = len(unary) - 1
    if isinstance(matrices, list):
        if len(matrices) != n_moves:
            raise ValueError(f"pairwise must hold {n_moves} matrices, got {len(matrices)}")
        size = matrices[0].shape[0] if matrices else unary.shape[1]
    else:
        size = matrices.shape[0]
        matrices = [matrices] * n_moves
    if unary.shape[1] != size or not size:
        raise ValueError(f"unary must have one column a state, {size}, got shape {unary.shape}")
    came_from = np.zeros((len(unary), size), dtype=np.int32)  # half the memory of the way back
    score = unary[0]
    n_products = 0
    for t, matrix in enumerate(matrices, start=1):
        found, formed = matrix.against(score[None], method, early_stop)
        came_from[t] = found.best[0]
        score = combine(kind, found.top[0], unary[t])
        n_products += formed
    states = _way_back(came_from, int(np.argmax(score)))
    return BestString(states, float(leave(kind, score.max())), n_products)


def _matrices(pairwise, semiring):
    """Sorted matrices of messages, one or a list, and their semiring."""
    if isinstance(pairwise, TropicalMatrix):
        if pairwise.semiring.name != semiring:
            raise ValueError(f"pairwise is sorted for {pairwise.semiring.name}, not for {semiring}")
        if pairwise.shape[0] != pairwise.shape[1]:
            raise ValueError(f"pairwise must be square, got shape {pairwise.shape}")
        return pairwise, pairwise.semiring
    pairwise = check_array(pairwise, "pairwise", finite=False)
    if pairwise.ndim not in (2, 3) or pairwise.shape[-1] != pairwise.shape[-2]:
        raise ValueError(f"pairwise must be square or a stack of such, got {pairwise.shape}")
    if pairwise.ndim == 3:
        # transposed: a row holds the scores of all states that may come before one
        matrices = [sorted_scores(one.T, semiring, "pairwise") for one in pairwise]
        kind = sorted_scores(np.zeros((1, 1)), semiring, "pairwise").semiring
        return matrices, kind
    matrix = sorted_scores(pairwise.T, semiring, "pairwise")
    return matrix, matrix.semiring


def sorted_scores(scores, semiring, name):
    """A sorted matrix, whose complaints name the caller's argument."""
    try:
        return TropicalMatrix(scores, semiring)
    except ValueError as error:
        raise ValueError(str(error).replace("A ", f"{name} ", 1)) from error


def _way_back(came_from, last):
    states = np.empty(len(came_from), dtype=np.int64)
    states[-1] = last
    for t in range(len(came_from) - 1, 0, -1):
        states[t - 1] = came_from[t, states[t]]
    return states
