r"""Dual coordinate ascent: a quadratic programme in a box, one variable after the other.

Without an intercept the dual of a support vector machine has no equality,

.. math:: \min_\alpha\ \tfrac12\alpha^\top Q\alpha-p^\top\alpha\quad\text{subject to}\quad
   0\le\alpha_i\le C_i,

and one variable at a time suffices: each goes to the minimum over its interval, in a random order.
Hsieh, Chang, Lin, Keerthi and Sundararajan (2008).
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit, plain_layout
from mlcompanion._validation import (
    check_array,
    check_count,
    check_real,
    check_rng,
    check_square,
)

from ..smo.solver import certified, check_box

__all__ = ["Factored", "dual_coordinate_ascent"]


@dataclass(frozen=True)
class Factored:
    r"""A matrix :math:`Q=ZZ^\top` by its factor.

    Parameters
    ----------
    factor : array_like, shape (n, d)
        Z; for a linear machine its rows are the samples times their signs.
    """

    factor: np.ndarray

    def __post_init__(self):
        """Check the factor."""
        Z = check_array(self.factor, "factor", ndim=2, min_rows=1)
        object.__setattr__(self, "factor", plain_layout(Z))


class _FactoredBox(NamedTuple):
    """A quadratic programme in a box, with the factor Z of its matrix and the diagonal of ZZ'."""

    Z: np.ndarray
    diagonal: np.ndarray
    p: np.ndarray
    C: np.ndarray


TINY = 1e-300  # instead of a curvature of 0: the slope alone decides, in any units


@njit
def _sweep(Q, C, order, alpha, gradient):
    """Minimise over each variable in turn; return by how much the worst missed its optimum."""
    worst = 0.0
    for i in order:
        slope = gradient[i]
        # optimal at its bound: costs O(1), as no row is read
        if (alpha[i] == 0.0 and slope >= 0.0) or (alpha[i] == C[i] and slope <= 0.0):
            continue
        worst = max(worst, abs(slope))  # before the move: how far off the sweep found it
        # a parabola's minimum, cut to the interval, is its minimum over the interval
        new = min(max(alpha[i] - slope / max(Q[i, i], TINY), 0.0), C[i])
        by = new - alpha[i]
        alpha[i] = new
        if by != 0.0:
            row = Q[i]
            for t in range(len(alpha)):
                gradient[t] += by * row[t]
    return worst


@njit
def _factored_sweeps(programme, alpha, w, tol, limit, rng):
    """Sweeps that keep ``w = Z.T @ alpha``; return how many, until none misses its optimum."""
    Z, diagonal, p, C = programme
    order = np.arange(len(Z))
    active = len(Z)
    high = np.inf
    low = -np.inf
    for sweep in range(limit):
        # shuffle in place
        # Fisher-Yates over the active ones; those left aside stand behind them in the same array
        for k in range(active - 1, 0, -1):
            other = int(rng.random() * (k + 1))
            order[k], order[other] = order[other], order[k]
        most = 0.0
        least = 0.0
        k = 0
        while k < active:
            i = order[k]
            # through w = Z' alpha a slope costs O(d), not O(n)
            slope = -p[i]
            for c in range(len(w)):
                slope += Z[i, c] * w[c]
            at_zero = alpha[i] == 0.0
            at_end = alpha[i] == C[i]
            # leave aside: swap with the last active one, and look at place k again
            if (at_zero and slope > high) or (at_end and slope < low):  # likely to stay there
                active -= 1
                order[k] = order[active]
                order[active] = i
                continue
            k += 1
            if (at_zero and slope >= 0.0) or (at_end and slope <= 0.0):
                continue
            most = max(most, slope)
            least = min(least, slope)
            new = min(max(alpha[i] - slope / max(diagonal[i], TINY), 0.0), C[i])
            by = new - alpha[i]
            alpha[i] = new
            for c in range(len(w)):
                w[c] += by * Z[i, c]
        # The worst misses of this sweep tell the next one which slopes are far from turning.
        high = most if most > 0.0 else np.inf
        low = least if least < 0.0 else -np.inf
        if max(most, -least) <= tol:
            # only a sweep over all variables may end the run
            if active == len(Z):
                return sweep + 1
            active = len(Z)  # look at all
            high = np.inf
            low = -np.inf
    return limit


def dual_coordinate_ascent(
    Q, p=None, C=1.0, *, alpha0=None, tol=1e-6, max_iter=1000, random_state=0
):
    r"""Minimise :math:`\frac12\alpha^\top Q\alpha-p^\top\alpha` over a box, variable by variable.

    Parameters
    ----------
    Q : array_like, shape (n, n), or Factored
        Symmetric positive semidefinite, or the factor of such a matrix.
    p : array_like, shape (n,), optional
        Ones if left out.
    C : float or array_like, shape (n,)
        Upper bounds, not negative.
    alpha0 : array_like, shape (n,), optional
        Where to start, brought into the box first. Zero if left out.
    tol : float
        Largest violation of the optimality conditions.
    max_iter : int
        Most sweeps over all variables.
    random_state : int or Generator
        Orders the variables of each sweep.

    Returns
    -------
    DualSolution
        ``intercept`` is 0, ``n_iter`` counts sweeps; ``kkt_violation`` above ``tol`` says that
        ``max_iter`` ended the run.

    Raises
    ------
    ValueError
        If an argument is malformed.

    Notes
    -----
    Cost: O(n) for each variable that moves, and O(1) for one that stays at its bound; with a
    factor O(d) for each variable, Algorithm 1 of Hsieh et al. (2008).

    Examples
    --------
    >>> import numpy as np
    >>> dual_coordinate_ascent(np.diag([1.0, 4.0]), C=0.5).alpha
    array([0.5 , 0.25])
    """
    factored = isinstance(Q, Factored)
    if not factored:
        Q = plain_layout(check_square(Q, "Q", symmetric=True))
    p, C, alpha = check_box(len(Q.factor if factored else Q), p, C, alpha0)
    tol = check_real(tol, "tol", low=0, open_low=True)
    max_iter = check_count(max_iter, "max_iter", low=1)
    rng = check_rng(random_state)
    if factored:
        Z = Q.factor
        programme = _FactoredBox(Z, (Z * Z).sum(axis=1), p, C)
        n_iter = _factored_sweeps(programme, alpha, alpha @ Z, tol, max_iter, rng)
        return certified(alpha, Z @ (alpha @ Z) - p, p, C, None, n_iter)
    gradient = Q @ alpha - p
    for n_iter in range(1, max_iter + 1):
        if _sweep(Q, C, rng.permutation(len(Q)), alpha, gradient) <= tol:
            # afresh: the updates' rounding errors must not enter the certificate
            gradient = Q @ alpha - p
            found = certified(alpha, gradient, p, C, None, n_iter)
            if found.kkt_violation <= tol:
                return found
    return certified(alpha, Q @ alpha - p, p, C, None, max_iter)
