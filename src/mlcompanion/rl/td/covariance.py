r"""How far estimates of values scatter, exactly, for a chain that is known.

For a weight w(s) the estimate's covariance tends to :math:`\tfrac1TA^{-1}\Sigma A^{-\top}` with
:math:`A=\mathbb E[wd^\top]` and :math:`\Sigma=\mathbb E[\varepsilon^2ww^\top]` (Ueno et al. 2011,
Lemma 3); if no coefficients give the true values, errors at different times hang together, and
:math:`\Sigma` has their covariances besides (Lemma 11).
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._linear import column_units
from mlcompanion._validation import check_array, check_instance, check_real
from mlcompanion.rl.models import MRP

from .features import check_features, check_weights

__all__ = [
    "EstimatorLaw",
    "asymptotic_law",
    "optimal_weights",
    "residual_weights",
    "squared_errors",
]


class EstimatorLaw(NamedTuple):
    """Where an estimate tends to, and how it scatters around it.

    Attributes
    ----------
    coef : ndarray, shape (m,)
        The limit: the root of the mean estimating function.
    A : ndarray, shape (m, m)
        Mean of w d'.
    sigma0 : ndarray, shape (m, m)
        Mean of the squared error times w w'.
    lagged : ndarray, shape (m, m)
        Sum, over all distances of time, of the covariance of an earlier with a later term; 0 if
        the features can represent the values.
    covariance : ndarray, shape (m, m)
        Of the estimate times the root of T: A^-1 (sigma0 + lagged + lagged') A^-T.
    """

    coef: np.ndarray
    A: np.ndarray
    sigma0: np.ndarray
    lagged: np.ndarray
    covariance: np.ndarray


def _checked(mrp, Phi, gamma):
    check_instance(mrp, "mrp", MRP)
    Phi = check_features(Phi, len(mrp.P))
    return Phi, check_real(gamma, "gamma", low=0, high=1, open_high=True)


def residual_weights(mrp, Phi, gamma):
    r"""Mean slope of the error by state, :math:`\zeta(s)=\phi(s)-\gamma\mathbb E[\phi(s')|s]`.

    Parameters
    ----------
    mrp : MRP
    Phi : array_like, shape (n, m)
    gamma : float

    Returns
    -------
    ndarray, shape (n, m)
        The weights of the residual gradient, for a model that is known; O(n^2 m).
    """
    Phi, gamma = _checked(mrp, Phi, gamma)
    return Phi - gamma * mrp.P @ Phi


def _errors(mrp, Phi, gamma, coef):
    """Error of every move, shape (n, n)."""
    values = Phi @ coef
    return values[:, None] - gamma * values[None, :] - mrp.r


def squared_errors(mrp, Phi, gamma, coef):
    """Mean squared error of the next move by state, v(s).

    Parameters
    ----------
    mrp : MRP
    Phi : array_like, shape (n, m)
    gamma : float
    coef : array_like, shape (m,)

    Returns
    -------
    ndarray, shape (n,)
        O(n^2).
    """
    Phi, gamma = _checked(mrp, Phi, gamma)
    coef = check_array(coef, "coef", shape=(Phi.shape[1],), dtype=np.float64)
    return (mrp.P * _errors(mrp, Phi, gamma, coef) ** 2).sum(axis=1)


def optimal_weights(mrp, Phi, gamma, coef):
    r"""Weights of least variance, :math:`w^*(s)=\zeta(s)/v(s)` (Theorem 6).

    Parameters
    ----------
    mrp : MRP
    Phi : array_like, shape (n, m)
    gamma : float
    coef : array_like, shape (m,)
        The true coefficients.

    Returns
    -------
    ndarray, shape (n, m)

    Raises
    ------
    ValueError
        If a state's next move never errs: its weight would be infinite.
    """
    v = squared_errors(mrp, Phi, gamma, coef)
    if (v <= 0).any():
        raise ValueError(f"coef must err in every state: state {np.argmin(v)} has no variance")
    return residual_weights(mrp, Phi, gamma) / v[:, None]


def asymptotic_law(mrp, Phi, gamma, weights=None, *, lam=0.0):
    r"""Limit and covariance of an estimate from its weight, by exact sums.

    Parameters
    ----------
    mrp : MRP
        With one stationary law.
    Phi : array_like, shape (n, m)
    gamma : float
        Discount, in [0, 1).
    weights : array_like, shape (n, m), optional
        By state; default the features, which is LSTD.
    lam : float
        In [0, 1]: the weight remembers, :math:`w_{t-1}=\sum_{i\le t}(\gamma\lambda)^{t-i}
        w(s_{i-1})`, as in LSTD(lambda).

    Returns
    -------
    EstimatorLaw

    Raises
    ------
    ValueError
        If there are several stationary laws, or the weights determine no single limit.

    Notes
    -----
    O(n^3 + n^2 m^2): the sum over all distances of time is a linear system, with the chain's
    fundamental matrix, and so are the moments of a weight that remembers. The source prints twice
    the sum of the covariances, which is right inside a quadratic form alone; here stands the sum
    and its transpose. The sums with ``lam`` are ours.

    Examples
    --------
    >>> walk = MRP([[0.5, 0.5], [0.5, 0.5]], [0.0, 1.0])
    >>> asymptotic_law(walk, np.eye(2), 0.5).coef.round(6)
    array([0.5, 1.5])
    """
    Phi, gamma = _checked(mrp, Phi, gamma)
    W = check_weights(weights, Phi)
    # of like columns, so that the rank does not ask for their units
    units = column_units(Phi)
    of_weights = column_units(W)
    Phi = Phi / units
    W = W / of_weights
    fade = gamma * check_real(lam, "lam", low=0, high=1)
    law = mrp.stationary()
    # a weight that remembers is one that looks ahead: sum over k of (gamma lambda P)^k
    ahead = np.eye(len(law)) - fade * mrp.P
    left = (law[:, None] * W).T
    A = left @ np.linalg.solve(ahead, Phi - gamma * mrp.P @ Phi)
    if np.linalg.matrix_rank(A) < len(A):
        raise ValueError("weights must determine all coefficients: the mean of w d' is singular")
    coef = np.linalg.solve(A, left @ np.linalg.solve(ahead, mrp.expected_reward))
    errors = _errors(mrp, Phi, gamma, coef)
    mean, square = _weight_moments(mrp.P, law, W, fade)
    v = (mrp.P * errors**2).sum(axis=1)
    sigma0 = np.einsum("s,sij->ij", law * v, square)
    # expected sum of faded errors that are still to come
    later = np.linalg.solve(ahead, (mrp.P * errors).sum(axis=1))
    lagged = _lagged(mrp.P, law, W * later[:, None], mean, errors)
    if fade > 0:
        # what is remembered of the weight now stands in all later weights
        reached = law * ((mrp.P * errors) @ later)
        lagged += fade * np.einsum("s,sij->ij", reached, square)
    inverse = np.linalg.inv(A)
    # the sandwich of Lemma 11, with the lagged part and its transpose
    covariance = inverse @ (sigma0 + lagged + lagged.T) @ inverse.T
    squares = np.outer(of_weights, of_weights)
    return EstimatorLaw(
        coef / units,
        A * np.outer(of_weights, units),
        sigma0 * squares,
        lagged * squares,
        covariance / np.outer(units, units),
    )


def _weight_moments(P, law, W, fade):
    """Mean of w and of w w' given the present state, shapes (n, m) and (n, m, m)."""
    now = np.einsum("si,sj->sij", W, W)
    if fade == 0:
        return W, now
    # where the chain came from; a state that is never visited came from nowhere
    back = np.divide(
        (law[:, None] * P).T, law[:, None], out=np.zeros_like(P), where=law[:, None] > 0
    )
    n, m = W.shape
    # w = W + fade * (w of the state before): linear in the mean
    mean = np.linalg.solve(np.eye(n) - fade * back, W)
    # w w' = W W' + the mixed products + fade² times the same of the state before
    cross = np.einsum("si,sj->sij", W, mean - W)
    now = now + cross + cross.transpose(0, 2, 1)
    square = np.linalg.solve(np.eye(n) - fade**2 * back, now.reshape(n, m * m))
    return mean, square.reshape(n, m, m)


def _lagged(P, law, later, mean, errors):
    """Sum over k >= 1 of the covariance of w e now with what the state k - 1 moves on brings."""
    # the centred sum of P^k (later)
    centred = later - law @ later
    # (I - P + 1 law')^-1, the fundamental matrix: the sum of P^k of something centred
    fundamental = np.linalg.solve(np.eye(len(P)) - P + law[None, :], centred)
    # the term now, with the state that it leads to
    now = (law[:, None] * P * errors).T @ mean
    return now.T @ fundamental
