r"""Stochastic average gradient whose step follows a search for the Lipschitz constant.

Choromanska (2014), section 3.3.4 (SAGls); Le Roux, Schmidt and Bach (2012), section 4.6 of Schmidt,
Le Roux and Bach (2017).
"""

from typing import NamedTuple

import numpy as np
from scipy import sparse

from mlcompanion._jit import njit
from mlcompanion._validation import (
    check_array,
    check_count,
    check_function,
    check_instance,
    check_real,
    check_rng,
)
from mlcompanion.losses.formulas import loss_derivative, loss_value

from .finite_sum import FiniteSum, squared_row_norms
from .work import Work

__all__ = ["SAGSearchRun", "sag_line_search"]

#: Where a step promises less than this share of the loss, the difference of losses is rounding.
_ROUNDING = 1e-12
#: The common factor of the weights is multiplied out before it leaves what a float holds.
_FACTOR_LOW = 1e-100


class SAGSearchRun(NamedTuple):
    """What :func:`sag_line_search` returns.

    Attributes
    ----------
    w : ndarray of shape (d,)
    lipschitz : float
        The last estimate of the constant of a row's loss.
    work : Work
    """

    w: np.ndarray
    lipschitz: float
    work: Work


class _Rows(NamedTuple):
    """The data, sparse by rows, with targets and squared norms of the rows."""

    indptr: np.ndarray
    indices: np.ndarray
    data: np.ndarray
    y: np.ndarray
    norms: np.ndarray


class _Memory(NamedTuple):
    """What lasts from step to step; the weights are ``numbers[0] * v`` once v is up to date."""

    v: np.ndarray  # shape (d,)
    total: np.ndarray  # shape (d,): sum of the remembered gradients
    seen_by: np.ndarray  # shape (d,): the sum of steps at which an entry of v was last moved
    slopes: np.ndarray  # shape (n,): the remembered derivatives in the scores
    known: np.ndarray  # shape (n,), bool: rows that have been drawn
    numbers: np.ndarray  # factor of v, sum of steps, constant, number of rows drawn


@njit
def _settle(memory):
    """Move all entries of v that wait, and multiply the factor out."""
    v, total, seen_by, _, _, numbers = memory
    for j in range(len(v)):
        v[j] = (v[j] - total[j] * (numbers[1] - seen_by[j])) * numbers[0]
        seen_by[j] = 0.0
    numbers[0] = 1.0
    numbers[1] = 0.0


@njit
def _search_steps(drawn, rows, loss, lam, memory):
    """One step a row; return the number of losses that the searches asked for."""
    indptr, indices, data, y, norms = rows
    v, total, seen_by, slopes, known, numbers = memory
    asked = 0
    shrink = 2.0 ** (-1.0 / len(y))
    for i in drawn:
        score = 0.0
        for k in range(indptr[i], indptr[i + 1]):
            j = indices[k]
            v[j] -= total[j] * (numbers[1] - seen_by[j])
            seen_by[j] = numbers[1]
            score += data[k] * v[j]
        score *= numbers[0]
        slope = loss_derivative(loss, score, y[i])
        for k in range(indptr[i], indptr[i + 1]):
            total[indices[k]] += (slope - slopes[i]) * data[k]
        slopes[i] = slope
        if not known[i]:
            known[i] = True
            numbers[3] += 1.0
        squared = slope * slope * norms[i]
        here = loss_value(loss, score, y[i])
        if squared > _ROUNDING * here * numbers[2]:
            while True:
                asked += 1
                moved = loss_value(loss, score - slope * norms[i] / numbers[2], y[i])
                if moved <= here - 0.5 * squared / numbers[2]:
                    break
                numbers[2] *= 2.0
        step = 1.0 / (numbers[2] + lam)
        numbers[0] *= 1.0 - step * lam
        numbers[1] += step / (numbers[3] * numbers[0])
        numbers[2] *= shrink
        if numbers[0] < _FACTOR_LOW:
            _settle(memory)
    return asked


def sag_line_search(problem, start, n_steps, *, lipschitz=1.0, every=None, callback=None,
                    random_state=None):  # fmt: skip
    r"""Minimise a mean of losses by averaged gradients, with the step 1 / (L + lam).

    L is an estimate of the Lipschitz constant of one row's loss: it is doubled while
    :math:`f_i(w-\frac1Lg_i)>f_i(w)-\frac1{2L}\|g_i\|^2` for the row that is drawn, and shrinks by
    the factor :math:`2^{-1/n}` a step, so that it can halve once a pass.

    Parameters
    ----------
    problem : FiniteSum
        With ``average=True``.
    start : array_like of shape (d,)
    n_steps : int
        Rows to draw, with replacement.
    lipschitz : float
        First estimate of L, positive.
    every : int, optional
        Steps between two calls of ``callback``; default as many as there are rows.
    callback : callable, optional
        Called with ``w`` and the :class:`Work` so far.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    SAGSearchRun

    Raises
    ------
    ValueError
        If the problem is a sum and no mean, or a parameter is out of range.

    Notes
    -----
    Cost: the stored entries of the row for a step, whatever d (weights that wait are moved when
    a row needs them); a search costs O(1) a loss, and is counted as one evaluation of a row.
    Source: Choromanska (2014), section 3.3.4; Schmidt, Le Roux and Bach (2017), section 4.6.
    """
    check_instance(problem, "problem", FiniteSum)
    if abs(problem.weight * problem.n_samples - 1) > 1e-9:
        raise ValueError("problem must be a mean of losses: FiniteSum(..., average=True)")
    w = check_array(start, "start", shape=(problem.n_features,))
    n_steps = check_count(n_steps, "n_steps")
    lipschitz = check_real(lipschitz, "lipschitz", low=0, open_low=True)
    every = problem.n_samples if every is None else check_count(every, "every", low=1)
    callback = check_function(callback, "callback")
    rng = check_rng(random_state)
    n, d = problem.n_samples, problem.n_features
    X = sparse.csr_array(problem.X)
    lengths = np.diff(X.indptr)
    rows = _Rows(
        X.indptr.astype(np.int64),
        X.indices.astype(np.int64),
        X.data.astype(float),
        np.asarray(problem.y, dtype=float),
        squared_row_norms(problem.X),
    )
    numbers = np.array([1.0, 0.0, lipschitz, 0.0])
    memory = _Memory(w.copy(), np.zeros(d), np.zeros(d), np.zeros(n), np.zeros(n, bool), numbers)
    work = Work()
    while work.gradient_samples < n_steps:
        drawn = rng.integers(n, size=min(every, n_steps - work.gradient_samples))
        asked = _search_steps(drawn, rows, problem.loss.compiled, problem.lam, memory)
        read = 2 * int(lengths[drawn].sum())
        work.add(gradient_samples=len(drawn), evaluations=asked, entries=read)
        _settle(memory)
        if callback is not None:
            callback(memory.v.copy(), work)
    return SAGSearchRun(memory.v, float(numbers[2]), work)
