r"""The steps of Algorithm 8.1 as a generator of states: Chen (2013), section 8.3."""

from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array, issparse

from mlcompanion._stream import plain_csr
from mlcompanion._validation import (
    check_array,
    check_count,
    check_flag,
    check_in,
    check_real,
    check_square,
)

from .descent import PairDescent, StepRule

__all__ = ["PairState", "preference_steps"]

STARTS = ("identity", "zero")
_SCHEDULES = ("sqrt", "fixed")


class PairState(NamedTuple):
    """Where a run stands.

    Attributes
    ----------
    t : int
        Steps so far.
    W : csr_array, shape (n_features, n_features)
        The weights, without stored zeros.
    """

    t: int
    W: csr_array

    @property
    def density(self):
        """Share of the entries that are not zero."""
        return self.W.nnz / self.W.shape[0] ** 2


def checked_tuples(tuples, n_rows):
    """Tuples of rows that exist."""
    tuples = check_array(tuples, "tuples", shape=(None, 3), dtype=np.int64, low=0, min_rows=1)
    if tuples.max() >= n_rows:
        raise ValueError(f"tuples must name rows below {n_rows}, got {tuples.max()}")
    return tuples


def checked_rule(values, n_features):
    """The rule of steps from parameters that are in range."""
    C = check_real(values["C"], "C", low=0, open_low=True)
    schedule = check_in(values["schedule"], "schedule", _SCHEDULES)
    lam = check_real(values["lam"], "lam", low=0)
    T = check_count(values["T"], "T", low=1)
    scale = values["scale"]
    if scale is None:
        return StepRule(C, schedule, lam, T, np.ones(n_features))
    return StepRule(C, schedule, lam, T, check_array(scale, "scale", shape=(n_features,), low=0))


def preference_steps(
    X,
    tuples,
    *,
    every=1000,
    lam=0.0,
    C=200.0,
    schedule="sqrt",
    T=100,
    diagonal=False,
    start="identity",
    scale=None,
):
    r"""Learn weights of pairs from tuples, one a step, and look in now and then.

    .. math:: \min_W\ \frac1{|\mathcal R|}\sum_{(q,d^+,d^-)\in\mathcal R}
        \max(0,1-q^\top Wd^++q^\top Wd^-)+\lambda\sum_{ij}|W_{ij}|

    Parameters
    ----------
    X : array_like or sparse matrix, shape (n, n_features)
        Queries and documents; rows of length 1 give the rates their usual meaning.
    tuples : array_like of int, shape (m, 3)
        Rows of a query, a preferred and another document, in the order of the steps.
    every : int
        Steps between two states.
    lam : float
        The penalty; not negative.
    C : float
        Rate of the first step; positive.
    schedule : {"sqrt", "fixed"}
        Rates :math:`C/\sqrt t`, or C throughout.
    T : int
        Entries are shrunk after each T-th step, by the sum of T thresholds
        :math:`\lambda\eta_t`; 1 is the plain method.
    diagonal : bool
        Whether only weights of a word with itself are learned.
    start : {"identity", "zero"} or sparse matrix, shape (n_features, n_features)
        A matrix is a refit (8.8): from its values, on its support, without penalty.
    scale : array_like, shape (n_features,), optional
        Numbers :math:`s_i\ge0`: the penalty of a pair is :math:`\lambda s_is_j`. Default 1.

    Yields
    ------
    PairState
        After each ``every`` steps, and at the end. Thresholds that are outstanding between two
        multiples of T are applied to what is handed out.

    Raises
    ------
    ValueError
        If a tuple names a row that X lacks, or a parameter is out of range.

    Notes
    -----
    Cost of a step: nnz(q) (nnz(d+) + nnz(d-)), whatever n_features is, as an entry is shrunk when
    it is met; a state costs its entries, and below 2,048 features the matrix. Memory: 16 bytes an
    entry of the matrix up to 2,048 features, beyond about 100 an entry that is not zero.
    Source: Chen (2013), Algorithm 8.1 with the sign of step 3 and the index in step 4 put right.

    Examples
    --------
    Words 0 and 1 never occur together, but who asks for one likes the other:

    >>> steps = preference_steps([[1.0, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2]], C=1.0)
    >>> next(steps).W.toarray()
    array([[ 1.,  1., -1.],
           [ 0.,  1.,  0.],
           [ 0.,  0.,  1.]])
    """
    X = _rows(X)
    tuples = checked_tuples(tuples, X.shape[0])
    every = check_count(every, "every", low=1)
    values = {"lam": lam, "C": C, "schedule": schedule, "T": T, "scale": scale}
    rule = checked_rule(values, X.shape[1])
    if isinstance(start, str):
        check_in(start, "start", STARTS)
    else:
        start = check_square(start, "start", size=X.shape[1], accept_sparse=True)
    diagonal = check_flag(diagonal, "diagonal")
    run = PairDescent(X.shape[1], rule, diagonal=diagonal, start=start)
    return _states(run, X, tuples, every)


def _states(run, X, tuples, every):
    """States of a run; apart, so that the arguments are checked when they are handed in."""
    for begin in range(0, len(tuples), every):
        run.advance(X, tuples[begin : begin + every])
        yield PairState(run.t, run.matrix())


def _rows(X):
    """Finite rows as CSR without duplicates."""
    if issparse(X):
        X = plain_csr(X)
        check_array(X.data, "X")
        return X
    return csr_array(check_array(X, "X", ndim=2, min_rows=1))
