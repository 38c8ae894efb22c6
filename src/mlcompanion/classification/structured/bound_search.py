r"""Climb the likelihood of a linear-chain field by bounds, whatever it ties or leaves out.

Choromanska (2014), sections 2.2.2 and 2.4.2. The bound of :func:`chain_bound` speaks of all weights
of inputs and of neighbours. A field whose first label follows itself has a weight more at the first
place, equal to one of the neighbours'; one without transitions has fewer. Both are linear maps of
its parameters, and a quadratic bound under a linear map is one again.
"""

import warnings

import numpy as np
from scipy.linalg import solve
from scipy.sparse import coo_array
from sklearn.exceptions import ConvergenceWarning

from mlcompanion._jit import plain_layout
from mlcompanion.optimize.majorising import Touch, majorize

from .bound_chain import sum_of_chains

__all__ = []


class FieldSurrogate:
    """The criterion of a field, with the quadratics above it, for :func:`majorize`.

    Parameters
    ----------
    criterion : ChainLikelihood
    """

    def __init__(self, criterion):
        self.criterion = criterion
        rows = criterion.strings.rows
        self.tied = criterion.first_pair and criterion.transitions
        if self.tied:
            first = np.zeros(len(rows))
            first[criterion.strings.starts] = 1
            rows = np.column_stack([rows, first])
        self.rows = plain_layout(rows)
        self.full = self._map()
        k = criterion.n_labels
        ridge = [
            np.tile(criterion.ridge, k),
            np.full(criterion.size - criterion.split, criterion.lam),
        ]
        self.ridge = np.concatenate(ridge)

    def _map(self):
        """The matrix from the field's parameters to all weights of a chain."""
        k = self.criterion.n_labels
        b = self.criterion.strings.rows.shape[1]
        width = self.rows.shape[1]
        labels, inputs = np.divmod(np.arange(k * b), b)
        to = [labels * width + inputs]
        by = [np.arange(k * b)]
        if self.criterion.transitions:
            to.append(k * width + np.arange(k * k))
            by.append(k * b + np.arange(k * k))
        if self.tied:
            to.append(np.arange(k) * width + b)
            by.append(k * b + np.arange(k) * (k + 1))
        to, by = np.concatenate(to), np.concatenate(by)
        shape = (k * width + k * k, self.criterion.size)
        return coo_array((np.ones(len(to)), (to, by)), shape=shape).tocsr()

    def touch(self, zeta):
        """The quadratic that touches at ``zeta``: value, gradient, and where it is least."""
        value, gradient = self.criterion(zeta)
        theta = self.full @ zeta
        split = self.criterion.n_labels * self.rows.shape[1]
        W = theta[:split].reshape(self.criterion.n_labels, -1)
        T = theta[split:].reshape(self.criterion.n_labels, -1)
        curvature = np.zeros((len(theta), len(theta)))
        sum_of_chains(self.rows, self.criterion.strings.ends, W, T, True, curvature)
        H = self.full.T @ (self.full.T @ curvature).T
        # what shifts all scores changes no probability: a trace more holds it where no ridge does
        H.flat[:: len(H) + 1] += self.ridge + 1e-12 * H.diagonal().max()
        step = solve(H, gradient, assume_a="pos", check_finite=False)
        return Touch(value, gradient, zeta - step)


def climb_by_bound(criterion, tol, max_iter):
    """Minimise the criterion by bounds from zero; returns the point, iterations, convergence."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # the estimator warns
        start = np.zeros(criterion.size)
        run = majorize(FieldSurrogate(criterion), start, tol=tol, max_iter=max_iter)
    return run.w, max(run.n_iter, 1), run.converged
