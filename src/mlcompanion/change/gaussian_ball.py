r"""A sparse precision matrix by maximum likelihood in an l1 ball: Sugiyama (2016), section 39.2.1.

.. math:: \max_{\Theta\succ0}\ \log\det\Theta-\mathrm{tr}(\Theta S)
    \quad\text{subject to}\quad\sum_{kk'}|\Theta_{kk'}|\le C

All entries count, the diagonal too and each edge twice, so that the ball also shrinks the
diagonal. :func:`mlcompanion.graphical.graphical_lasso` has a penalty in place of the ball.
"""

from typing import NamedTuple

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotri

from mlcompanion._linear import warn_stopped
from mlcompanion._validation import check_array, check_count, check_real, check_square
from mlcompanion.prox import project_l1_ball

from ._ball_descent import Ball, descend

__all__ = ["BallPrecision", "graphical_lasso_ball", "second_moment"]


class BallPrecision(NamedTuple):
    r"""What :func:`graphical_lasso_ball` returns.

    Attributes
    ----------
    precision : ndarray, shape (d, d)
        :math:`\hat\Theta`, symmetric, positive definite, with exact zeros.
    log_likelihood : float
        :math:`\log\det\hat\Theta-\mathrm{tr}(\hat\Theta S)`.
    gap : float
        By how much the maximum may be larger, at most.
    n_iter : int
    converged : bool
    """

    precision: np.ndarray
    log_likelihood: float
    gap: float
    n_iter: int
    converged: bool


def graphical_lasso_ball(S, C, *, tol=1e-8, max_iter=10_000):
    """Sparse precision matrix of a normal law by maximum likelihood in an l1 ball.

    Parameters
    ----------
    S : array_like, shape (d, d)
        Second moments of the variables about zero, :func:`second_moment`; symmetric.
    C : float
        Radius of the ball, positive: the sum of the sizes of all entries, in units of the
        precision matrix.
    tol : float
        The run ends when the log-likelihood is within this of its maximum.
    max_iter : int

    Returns
    -------
    BallPrecision

    Raises
    ------
    ValueError
        If ``S`` is not symmetric and finite, or ``C``, ``tol`` or ``max_iter`` not positive.

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` ends the run.

    Notes
    -----
    Cost: O(d^3) a step for the inverse, O(d^2 log d) for the projection; memory O(d^2). The maximum
    exists for every ``S``, also of fewer samples than variables: the ball bounds it. Steps that
    leave the positive definite matrices are halved.
    Source: Sugiyama (2016), section 39.2.1 and Fig. 39.8, where the step is 0.1 and is not halved.

    Examples
    --------
    >>> graphical_lasso_ball([[1.0, 0.2], [0.2, 1.0]], C=2.0).precision.round(3)
    array([[ 0.917, -0.083],
           [-0.083,  0.917]])
    """
    S = check_square(S, "S", symmetric=True)
    C = check_real(C, "C", low=0, open_low=True)
    tol = check_real(tol, "tol", low=0, open_low=True)
    max_iter = check_count(max_iter, "max_iter", low=1)
    # of unit radius, so that no unit of the variables makes a number too large or too small
    S = (S + S.T) / 2 * C
    d = len(S)

    def function(Theta):
        factor, failed = dpotrf(Theta, lower=1)
        if failed:
            return np.inf, None
        half, _ = dpotri(factor, lower=1)
        inverse = np.tril(half) + np.tril(half, -1).T
        log_det = 2 * np.log(np.diag(factor)).sum()
        return float(np.vdot(Theta, S) - log_det), S - inverse

    ball = Ball(1.0, _nearest, _largest)
    run = descend(function, ball, np.eye(d) / d, tol, max_iter)
    if not run.converged:
        warn_stopped("graphical_lasso_ball", run.n_iter)
    likelihood = d * np.log(C) - run.value
    return BallPrecision(C * run.point, likelihood, run.gap, run.n_iter, run.converged)


def _nearest(matrix):
    """Nearest matrix of the unit l1 ball."""
    return project_l1_ball(matrix.ravel()).reshape(matrix.shape)


def _largest(matrix):
    """The dual of the l1 norm."""
    return np.abs(matrix).max()


def second_moment(X):
    r"""Second moments about zero, :math:`\frac1n\sum_ix_ix_i^\top`.

    The networks of this section have mean zero: centre samples that have not.

    Parameters
    ----------
    X : array_like, shape (n, d)

    Returns
    -------
    ndarray, shape (d, d)

    Raises
    ------
    ValueError
        If ``X`` is empty or not finite.

    Notes
    -----
    Cost: O(n d^2).
    """
    X = check_array(X, "X", ndim=2, min_rows=1)
    return X.T @ X / len(X)
