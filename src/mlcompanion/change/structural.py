r"""Which dependencies changed, by a sparse density ratio: Sugiyama (2016), section 39.2.2.

The ratio of two pairwise networks depends on the difference of their parameters alone,

.. math:: r(x;\alpha)\propto\exp\Bigl(\sum_{k\ge k'}\alpha_{kk'}^\top f(x^{(k)},x^{(k')})\Bigr),

and neither network has to be sparse, or even known. The difference is fitted by the
Kullback-Leibler criterion of ratio estimation, with as few changed pairs as a ball allows.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._linear import warn_stopped
from mlcompanion._validation import check_real
from mlcompanion.prox import project_group_ball

from ._ball_descent import Ball
from .pairs import both_features, fitted_ratio, pair_ball

__all__ = ["StructuralChange", "feature_change", "structural_change"]


class StructuralChange(NamedTuple):
    r"""What :func:`structural_change` and :func:`feature_change` return.

    Attributes
    ----------
    change : ndarray, shape (d, d)
        Of :func:`structural_change` the difference of the precision matrices, numerator less
        denominator; of :func:`feature_change` the length of each pair's parameters. Symmetric,
        with exact zeros where nothing changed.
    alpha : ndarray, shape (d (d + 1) / 2, b)
        Parameters of the pairs, in the order of ``numpy.tril_indices(d)``.
    value : float
        The Kullback-Leibler criterion: minus the mean log-ratio at the numerator's samples.
    gap : float
        By how much the minimum may be smaller, at most.
    n_iter : int
    converged : bool
    """

    change: np.ndarray
    alpha: np.ndarray
    value: float
    gap: float
    n_iter: int
    converged: bool


def structural_change(X_num, X_den, C, *, tol=1e-8, max_iter=10_000):
    r"""Change of the precision matrix between two Gaussian networks, by a sparse density ratio.

    .. math:: \min_A\ \log\frac1{n'}\sum_{i'}e^{x'^\top_{i'}Ax'_{i'}}-\mathrm{tr}(AS)
        \quad\text{subject to}\quad\sum_{kk'}|A_{kk'}|\le C,\qquad\Theta-\Theta'=-2A

    Parameters
    ----------
    X_num : array_like, shape (n, d)
        Samples of the numerator, with precision matrix :math:`\Theta`; of mean zero.
    X_den : array_like, shape (n', d)
        Samples of the denominator, with :math:`\Theta'`.
    C : float
        Radius of the ball of A, positive; the entries of the change sum to at most 2 C.
    tol : float
        The run ends when the criterion is within this of its minimum.
    max_iter : int

    Returns
    -------
    StructuralChange

    Raises
    ------
    ValueError
        If a sample is empty, the samples are of unequal width, or ``C``, ``tol`` or ``max_iter``
        is not positive.
    MemoryError
        If the products of all pairs of columns need more memory than the machine has.

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` ends the run.

    Notes
    -----
    Cost: O(n' d^2) a step, O(n d^2) once; memory O((n + n') d^2). The criterion is convex. With the
    samples exchanged not just the sign changes: the two are not treated alike.
    Source: Sugiyama (2016), section 39.2.2 and Fig. 39.9.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.multivariate_normal([0, 0], [[1, 0.8], [0.8, 1]], 500)
    >>> Y = rng.normal(size=(500, 2))
    >>> structural_change(X, Y, C=0.5).change.round(1)
    array([[ 0.1, -0.5],
           [-0.5,  0. ]])
    """
    F_num, F_den = both_features(X_num, X_den, None)
    C = check_real(C, "C", low=0, open_low=True)
    d = np.shape(X_den)[1]
    ball = pair_ball(2 * C)
    # an off-diagonal pair stands for two entries of the matrix: as parameters of pairs both
    # constraints are one, and half as many numbers are sought
    run = fitted_ratio(F_num, F_den, ball, tol, max_iter)
    change = _symmetric(run.point, d)
    off = ~np.eye(d, dtype=bool)
    change[off] /= 2
    return _result(change, run, 1, "structural_change")


def feature_change(X_num, X_den, radius, features=None, *, tol=1e-8, max_iter=10_000):
    r"""Change of a pairwise network with features of any kind, by a group-sparse density ratio.

    As :func:`structural_change`, with a vector of parameters for each pair of variables and
    :math:`\sum_{k\ge k'}\|\alpha_{kk'}\|\le` ``radius``, so that pairs change whole or not at all.

    Parameters
    ----------
    X_num, X_den : array_like, shapes (n, d) and (n', d)
        Samples of the numerator and of the denominator.
    radius : float
        Sum of the lengths of the pairs' parameters, positive (the source's R squared).
    features : callable, optional
        As in :func:`pair_features`. With the default the result is that of
        :func:`structural_change` at ``C = radius / 2``.
    tol : float
    max_iter : int

    Returns
    -------
    StructuralChange

    Raises
    ------
    ValueError
        As for :func:`structural_change`, or if ``features`` returns another shape.
    MemoryError
        If the features need more memory than the machine has.

    Warns
    -----
    ConvergenceWarning
        If ``max_iter`` ends the run.

    Notes
    -----
    Cost: O(n' d^2 b) a step; memory O((n + n') d^2 b). Features of unlike sizes share one ball:
    bring them to one scale. No normalising integral is needed.
    Source: Sugiyama (2016), section 39.2.2, group-sparse criterion after (39.2).
    """
    F_num, F_den = both_features(X_num, X_den, features)
    radius = check_real(radius, "radius", low=0, open_low=True)
    pairs, b = F_num.shape[1:]
    groups = np.repeat(np.arange(pairs), b)
    ball = Ball(
        radius,
        lambda a: project_group_ball(a, groups, radius),
        lambda a: np.linalg.norm(a.reshape(pairs, b), axis=1).max(),
    )
    run = fitted_ratio(F_num, F_den, ball, tol, max_iter)
    lengths = np.linalg.norm(run.point.reshape(pairs, b), axis=1)
    return _result(_symmetric(lengths, np.shape(X_den)[1]), run, b, "feature_change")


def _symmetric(values, d):
    """Values of pairs as a symmetric matrix."""
    matrix = np.zeros((d, d))
    matrix[np.tril_indices(d)] = values
    return np.tril(matrix) + np.tril(matrix, -1).T


def _result(change, run, b, name):
    """The run as it is handed out."""
    if not run.converged:
        warn_stopped(name, run.n_iter, stacklevel=4)
    alpha = run.point.reshape(-1, b)
    return StructuralChange(change, alpha, run.value, run.gap, run.n_iter, run.converged)
