r"""Discriminative parameters of a given network (ELR): ascent on the conditional likelihood.

.. math:: \frac{\partial\,\mathrm{CLL}}{\partial w_{ijck}}=\sum_t[x_t^i=k,\pi_t^i=j]
    \bigl([c_t=c]-P(c\mid\mathbf y_t)\bigr)

Greiner and Zhou (2002), the baseline of section 5 of Carvalho and others (2011). In free weights
w, which need not be logarithms of probabilities, the objective is concave; for trees it reaches the
same laws of the class (Roos and others 2005). The ascent starts from frequencies and is stopped by
cross tuning.
"""

from itertools import pairwise

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix
from scipy.special import log_softmax

from .tables import cell_of, log_tables

__all__ = ["cross_tuned_steps", "discriminative_tables"]


def _marks(X, parents, n_states):
    """A row a sample, with a one for the cell of each attribute, and where each table begins."""
    cells = []
    starts = [0]
    for child, above in enumerate(parents):
        cells.append(starts[-1] + cell_of(X, child, above, n_states))
        size = int(n_states[child] * np.prod([n_states[p] for p in above], dtype=int))
        starts.append(starts[-1] + size)
    n, d = X.shape
    columns = np.column_stack(cells).ravel()
    pointers = np.arange(0, n * d + 1, d)  # each row has d ones: CSR without a conversion
    return csr_matrix((np.ones(n * d), columns, pointers), shape=(n, starts[-1])), starts


def _ascent(marks, codes, start, max_iter, watch):
    """L-BFGS on the mean conditional log-likelihood; ``watch`` sees the weights of each step."""
    n, n_cells = marks.shape
    shape = (n_cells + 1, len(start) // (n_cells + 1))
    told = np.zeros((n, shape[1]))
    told[np.arange(n), codes] = 1

    def loss(flat):
        w = flat.reshape(shape)
        logs = log_softmax(marks @ w[1:] + w[0], axis=1)
        excess = np.exp(logs) - told  # expected minus observed
        slope = np.vstack([excess.sum(axis=0), marks.T @ excess]) / n
        return -logs[told == 1].sum() / n, slope.ravel()  # a mean: gtol does not know n

    # steps are what is tuned: a small gain must not end the ascent before its number
    options = {"maxiter": max_iter, "ftol": 0.0, "gtol": 1e-8, "maxfun": 10 * max_iter + 100}
    return minimize(loss, start, jac=True, method="L-BFGS-B", callback=watch, options=options)


def _start(X, codes, network):
    parents, n_states, n_classes, pseudo_count = network
    priors, tables = log_tables(X, codes, n_classes, parents, n_states, pseudo_count)
    # a class without rows has -inf, from which no gradient leads back: half a row instead
    return np.vstack([np.maximum(priors, np.log(0.5 / len(X))), *tables]).ravel()


def cross_tuned_steps(X, codes, network, cv, max_iter):
    """Number of steps after which held-out rows are told best, in the mean over stratified folds.

    Parameters
    ----------
    X, codes : ndarray
    network : tuple
        Parents, numbers of states, number of classes, pseudo-count of the start.
    cv : int
        Folds, fewer where there are fewer rows.
    max_iter : int

    Returns
    -------
    int
        From 0, the frequencies themselves.
    """
    from sklearn.model_selection import StratifiedKFold  # half a second to import

    total = np.zeros(max_iter + 1)
    # a class too rare for all folds is no reason to stop
    folds = min(cv, max(2, np.bincount(codes).max()))
    for train, test in StratifiedKFold(folds).split(X, codes):
        total += _held_out_curve(X, codes, network, train, test, max_iter)
    return int(np.argmax(total))  # the first of equals: fewer steps


def _held_out_curve(X, codes, network, train, test, max_iter):
    """Log-probability of the held-out classes after 0, 1, ... steps on the others."""
    marks, _ = _marks(X, network[0], network[1])
    held = marks[test]
    curve = []

    def watch(flat):
        w = flat.reshape(marks.shape[1] + 1, -1)
        logs = log_softmax(held @ w[1:] + w[0], axis=1)
        curve.append(logs[np.arange(len(test)), codes[test]].sum())

    start = _start(X[train], codes[train], network)
    watch(start)
    _ascent(marks[train], codes[train], start, max_iter, watch)
    curve += curve[-1:] * (max_iter + 1 - len(curve))  # an ascent that arrived stays
    return np.array(curve[: max_iter + 1])


def discriminative_tables(X, codes, network, steps):
    """Weights after so many steps from the frequencies: priors, tables, steps that were made."""
    start = _start(X, codes, network)
    marks, starts = _marks(X, network[0], network[1])
    made = 0
    if steps:
        run = _ascent(marks, codes, start, steps, None)
        start = run.x
        made = int(run.nit)
    w = start.reshape(marks.shape[1] + 1, -1)
    return w[0], [w[1 + a : 1 + b] for a, b in pairwise(starts)], made
