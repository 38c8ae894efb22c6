r"""Alternating direction method of multipliers for :math:`f(\theta)+\Omega(F\theta)`.

Sugiyama (2016), Fig. 24.3; Boyd et al. (2011), section 3.
"""

from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.linalg import cho_factor, cho_solve
from scipy.sparse.linalg import splu

from mlcompanion._validation import (
    check_array,
    check_count,
    check_has,
    check_in,
    check_instance,
    check_real,
)

from ..smooth import check_operator

__all__ = ["ADMMRun", "admm", "least_squares_step"]


class ADMMRun(NamedTuple):
    """What :func:`admm` returns.

    Attributes
    ----------
    theta : ndarray
        Minimiser of the smooth part's last step.
    z : ndarray
        Copy of ``F theta`` that the prox made: here the zeros are exact.
    u : ndarray
        Scaled multipliers.
    n_iter : int
    converged : bool
    primal, dual : ndarray of shape (n_iter,)
        Norms of the residuals ``F theta - z`` and ``rho F' (z - z_old)`` after every step.
    """

    theta: np.ndarray
    z: np.ndarray
    u: np.ndarray
    n_iter: int
    converged: bool
    primal: np.ndarray
    dual: np.ndarray


def least_squares_step(Phi, y, F=None, rho=1.0, ridge=0.0):
    r"""Return ``solve(v)``, the minimiser of a least-squares part of the augmented Lagrangian.

    ``solve(v)`` minimises :math:`\tfrac12\|y-\Phi\theta\|^2+\tfrac{\eta}2\|\theta\|^2+
    \tfrac\rho2\|F\theta-v\|^2`.

    Parameters
    ----------
    Phi : array_like of shape (n_samples, n_features), or None for the identity
    y : array_like of shape (n_samples,)
    F : ndarray or sparse matrix of shape (n_rows, n_features), optional
        Default the identity.
    rho : float
        Weight of the coupling, positive.
    ridge : float
        :math:`\eta`, not negative.

    Returns
    -------
    callable

    Raises
    ------
    ValueError
        If a shape does not fit or a weight is out of range.
    numpy.linalg.LinAlgError
        If the system is singular: some direction that neither Phi nor F sees.

    Notes
    -----
    Cost: one Cholesky factorisation, O(b³), then O(b²) per call; with F the identity and more
    features than samples O(n³) and O(n b) by the matrix inversion lemma; without Phi and with a
    sparse F a sparse factorisation, O(b) for a chain.
    """
    y = check_array(y, "y", ndim=1, min_rows=1)
    rho = check_real(rho, "rho", low=0, open_low=True)
    ridge = check_real(ridge, "ridge", low=0)
    if Phi is not None:
        Phi = check_array(Phi, "Phi", shape=(len(y), None), min_rows=1)
    n, b = Phi.shape if Phi is not None else (len(y), len(y))
    if F is not None and (F := check_operator(F, "F")).shape[1] != b:
        raise ValueError(f"F must have {b} columns, one a feature of Phi, got shape {F.shape}")
    if Phi is None:
        coupling = sparse.eye_array(n) if F is None else sparse.csc_array(F)
        system = (1 + ridge) * sparse.eye_array(n) + rho * (coupling.T @ coupling)
        # factored once: rho does not change during a run, so a step is two triangular solves
        factor = splu(sparse.csc_matrix(system))
        return lambda v: factor.solve(y + rho * (coupling.T @ v))
    fixed = Phi.T @ y
    if F is None and n < b:
        weight = rho + ridge  # (Phi'Phi + w I)^-1 = (I - Phi' (w I + Phi Phi')^-1 Phi) / w
        small = cho_factor(Phi @ Phi.T + weight * np.eye(n))  # n by n: the smaller system

        def solve(v):
            right = fixed + rho * v
            return (right - Phi.T @ cho_solve(small, Phi @ right)) / weight

        return solve
    coupling = np.eye(b) if F is None else F
    quadratic = coupling.T @ coupling
    quadratic = quadratic.toarray() if sparse.issparse(quadratic) else quadratic
    factor = cho_factor(Phi.T @ Phi + rho * quadratic + ridge * np.eye(b))
    return lambda v: cho_solve(factor, fixed + rho * (coupling.T @ v))


def admm(solve, penalty, n_rows, *, F=None, rho=1.0, rule="residuals", tol=1e-6, max_iter=10_000):
    r"""Minimise :math:`f(\theta)+\Omega(z)` subject to :math:`F\theta=z`.

    Repeats :math:`\theta\leftarrow\arg\min f+\tfrac\rho2\|F\theta-z+u\|^2`,
    :math:`z\leftarrow\mathrm{prox}_{\Omega/\rho}(F\theta+u)`, :math:`u\leftarrow u+F\theta-z`,
    from zeros.

    Parameters
    ----------
    solve : callable
        ``solve(v)`` minimises :math:`f+\tfrac\rho2\|F\theta-v\|^2`, with the same rho: for least
        squares :func:`least_squares_step`.
    penalty : object with ``prox``
    n_rows : int
        Rows of F, the length of z.
    F : ndarray or sparse matrix, optional
        Default the identity.
    rho : float
    rule : "residuals" or "step"
        Stop when both residuals are small relative to what they compare (Boyd et al. 2011, section
        3.3), or when theta moves little in norm (Sugiyama 2016, Fig. 24.4).
    tol : float
        Relative to the largest ``F theta``, ``rho F' u`` or theta so far: units do not matter.
    max_iter : int

    Returns
    -------
    ADMMRun

    Raises
    ------
    ValueError
        If a parameter is out of range.

    Notes
    -----
    Cost: one ``solve``, one prox and two products with F per step.
    Source: Sugiyama (2016), Fig. 24.3.
    """
    check_in(rule, "rule", ("residuals", "step"))
    check_instance(solve, "solve", callable, "function")
    check_has(penalty, "penalty", "prox")
    check_count(n_rows, "n_rows", low=1)
    if F is not None and check_operator(F, "F").shape[0] != n_rows:
        raise ValueError(f"F must have n_rows = {n_rows} rows, got shape {F.shape}")
    rho = check_real(rho, "rho", low=0, open_low=True)
    tol = check_real(tol, "tol", low=0)
    max_iter = check_count(max_iter, "max_iter", low=1)
    forward = (lambda t: t) if F is None else (lambda t: F @ t)
    backward = (lambda z: z) if F is None else (lambda z: F.T @ z)
    z = np.zeros(n_rows)
    u = np.zeros(n_rows)
    theta = None
    primal = []
    dual = []
    converged = False
    reach = pull = length = 0.0
    for t in range(1, max_iter + 1):
        old_theta = theta
        old_z = z
        theta = solve(z - u)
        image = forward(theta)
        z = penalty.prox(image + u, 1 / rho)  # rho over 2 times the square: 1 / rho of the penalty
        u = u + image - z  # scaled: rho * u is the multiplier
        primal.append(np.linalg.norm(image - z))
        # theta was made with the old z: by so much it misses optimality at the new multipliers
        dual.append(rho * np.linalg.norm(backward(z - old_z)))
        # the largest so far: at the solution theta or u may be 0, and a scale may not
        length = max(length, np.linalg.norm(theta))
        reach = max(reach, np.linalg.norm(image))
        pull = max(pull, rho * np.linalg.norm(backward(u)))
        if rule == "step":
            converged = t > 1 and np.linalg.norm(theta - old_theta) <= tol * length
        else:
            converged = primal[-1] <= tol * reach and dual[-1] <= tol * pull
        if converged:
            break
    return ADMMRun(theta, z, u, t, converged, np.array(primal), np.array(dual))
