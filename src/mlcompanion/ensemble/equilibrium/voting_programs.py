"""Linear programs over the weights of a vote whose classifiers are given.

Wang et al. (2011): LP-AdaBoost (section 2, Grove and Schuurmans 1998) looks for the largest least
margin; program (18) of section 8 raises some margins without lowering any. Both need classifiers
that differ: with one classifier and its opposite the vote that says nothing is allowed, and on data
that no vote separates it is the best.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog

from mlcompanion._validation import check_array, check_count, check_flag

from ..margins import best_margin

__all__ = ["ImprovedVote", "MergedVotes", "improve_margins", "lp_weights", "merge_votes"]


SLACK = 1e-9  # what a margin may fall short of the level by rounding


@dataclass(frozen=True, eq=False)
class MergedVotes:
    """A vote in which no two classifiers are equal or opposite on the examples.

    Attributes
    ----------
    V : ndarray, shape (n_samples, m)
        Columns ``y_i h(x_i)`` that are left, each with the sign that has the larger weight.
    weights : ndarray, shape (m,)
        Their weights: sums, with opposite classifiers subtracted. Positive.
    columns : ndarray, shape (m,)
        Which column of the input stands for each, the first of its kind.
    signs : ndarray, shape (m,)
        1, or -1 where the opposite of that column is meant.
    """

    V: np.ndarray
    weights: np.ndarray
    columns: np.ndarray
    signs: np.ndarray

    def spread(self, weights, n_columns):
        """Weights of the merged columns as weights of the columns of before, signs included."""
        weights = check_array(weights, "weights", shape=self.weights.shape)
        n_columns = check_count(n_columns, "n_columns", low=int(self.columns.max()) + 1)
        full = np.zeros(n_columns)
        full[self.columns] = self.signs * weights
        return full


def _check_votes(V, weights):
    V = check_array(V, "V", ndim=2, min_rows=1, low=-1, high=1)
    if V.shape[1] == 0:
        raise ValueError(f"V must have at least one column, got shape {V.shape}")
    if weights is None:
        return V, np.ones(V.shape[1])
    weights = check_array(weights, "weights", shape=(V.shape[1],), low=0)
    if not weights.any():
        raise ValueError("weights must have a positive sum, all are zero")
    return V, weights


def merge_votes(V, weights=None):
    """Merge classifiers that are equal or opposite on the examples.

    Parameters
    ----------
    V : array_like, shape (n_samples, T)
        ``V[i, t] = y_i h_t(x_i)`` in [-1, 1].
    weights : array_like, shape (T,), optional
        Not negative; default 1 each.

    Returns
    -------
    MergedVotes
        Pairs that cancel are left out. The sums ``V @ weights`` are those of before.

    Raises
    ------
    ValueError
        If ``V`` or ``weights`` is out of range, or everything cancels.

    Notes
    -----
    Cost O(n T) and a sort of the columns. Votes that agree on the examples may differ elsewhere.
    """
    V, weights = _check_votes(V, weights)
    kinds = {}
    for t, column in enumerate(V.T):
        nonzero = np.flatnonzero(column)
        sign = 1.0 if len(nonzero) == 0 or column[nonzero[0]] > 0 else -1.0
        # -0.0 and 0.0 are equal, their bytes are not
        key = (sign * column + 0.0).tobytes()
        first, first_sign, total = kinds.get(key, (t, sign, 0.0))
        kinds[key] = (first, first_sign, total + sign * first_sign * weights[t])
    kept = [(t, total) for t, _, total in kinds.values() if abs(total) > 1e-14 * weights.sum()]
    if not kept:
        raise ValueError("V holds only classifiers whose weights cancel: no vote is left")
    columns = np.array([t for t, _ in kept])
    totals = np.array([total for _, total in kept])
    signs = np.where(totals > 0, 1.0, -1.0)
    return MergedVotes(V[:, columns] * signs, np.abs(totals), columns, signs)


def lp_weights(V, weights=None, merge=True, batch=200):
    """LP-AdaBoost: weights of given classifiers with the largest least margin.

    Parameters
    ----------
    V : array_like, shape (n_samples, T)
        ``V[i, t] = y_i h_t(x_i)`` in [-1, 1].
    weights : array_like, shape (T,), optional
        AdaBoost's weights: which of two opposite classifiers is kept. Default 1 each.
    merge : bool
        Merge equal and opposite classifiers first.
    batch : int
        Rows of the program that are added at a time.

    Returns
    -------
    beta : ndarray, shape (T,)
        Weights whose absolute values sum to 1; a negative one stands for the opposite classifier.
        Where several reach the largest least margin, those of the largest mean margin.
    margin : float
        The least margin.

    Raises
    ------
    ValueError
        If ``V`` or ``weights`` is out of range, or everything cancels.

    Notes
    -----
    The optimum is that of :func:`best_margin`. Most examples have no say in it, so the program is
    solved for the rows of least margin and grows by those that it violates, until there are none.
    Ties are frequent where the largest least margin is 0: two stumps of opposite sign with
    neighbouring thresholds are never both wrong, and say nothing of most examples.
    """
    V, weights = _check_votes(V, weights)
    check_flag(merge, "merge")
    batch = check_count(batch, "batch", low=1)
    merged = merge_votes(V, weights) if merge else None
    M = V if merged is None else merged.V
    start = weights if merged is None else merged.weights
    margins = M @ (start / start.sum())
    rows = np.sort(np.argsort(margins, kind="stable")[: max(batch, 2 * M.shape[1])])
    level, rows = _largest_level(M, rows, batch)
    beta = _largest_mean(M, level, rows, batch)
    margin = float((M @ beta).min())
    return (beta if merged is None else merged.spread(beta, V.shape[1])), margin


def _violated(margins, level, rows, batch):
    """The rows so far, and the worst of those that fall short of the level; None if none does."""
    missing = np.setdiff1d(np.flatnonzero(margins < level - SLACK), rows)
    if len(missing) == 0:
        return None
    worst = np.argsort(margins[missing], kind="stable")[:batch]
    return np.sort(np.append(rows, missing[worst]))


def _largest_level(M, rows, batch):
    """The value of the game on all rows, and rows that suffice for it."""
    while True:
        level, beta, _ = best_margin(M[rows])
        more = _violated(M @ beta, level, rows, batch)
        if more is None:
            return level, rows
        rows = more


def _largest_mean(M, level, rows, batch):
    """Of the weights that reach the level, those of the largest mean margin."""
    mean = M.mean(axis=0)
    while True:
        found = linprog(
            -mean,
            A_ub=-M[rows],
            b_ub=np.full(len(rows), -level),
            A_eq=np.ones((1, M.shape[1])),
            b_eq=[1.0],
            bounds=(0, None),
            method="highs",
        )
        # the level was found to the solver's tolerance: where none reaches it, its own weights do
        weights = best_margin(M[rows])[1] if found.x is None else found.x
        beta = np.maximum(weights, 0.0)
        beta /= beta.sum()
        more = _violated(M @ beta, level, rows, batch)
        if more is None:
            return beta
        rows = more


@dataclass(frozen=True, eq=False)
class ImprovedVote:
    """A vote none of whose margins is smaller than before.

    Attributes
    ----------
    weights : ndarray, shape (T,)
        Not negative, with sum 1.
    raised : float
        By how much the margins rose, in sum over the examples; 0 if nothing can be raised.
    """

    weights: np.ndarray
    raised: float


def improve_margins(V, weights):
    """Raise the margins' sum without lowering any margin: program (18).

    Parameters
    ----------
    V : array_like, shape (n_samples, T)
        ``V[i, t] = y_i h_t(x_i)`` in [-1, 1]; merge the columns first, see :func:`merge_votes`.
    weights : array_like, shape (T,)
        Of the vote to improve: not negative.

    Returns
    -------
    ImprovedVote

    Raises
    ------
    ValueError
        If ``V`` or ``weights`` is out of range.

    Notes
    -----
    The slacks of the source's program are the differences of the margins, so T variables are left.
    """
    V, weights = _check_votes(V, weights)
    alpha = weights / weights.sum()
    before = V @ alpha
    found = linprog(
        -V.mean(axis=0),
        A_ub=-V,
        b_ub=-before,
        A_eq=np.ones((1, V.shape[1])),
        b_eq=[1.0],
        bounds=(0, None),
        method="highs",
    )
    if found.x is None:
        return ImprovedVote(alpha, 0.0)  # only rounding makes the given weights infeasible
    beta = np.maximum(found.x, 0.0)
    beta /= beta.sum()
    raised = float((V @ beta - before).sum())
    return ImprovedVote(beta, raised) if raised > 0 else ImprovedVote(alpha, 0.0)
