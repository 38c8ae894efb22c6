r"""Iterated least squares with moving targets: Sugiyama (2016), sections 27.6.2 and 27.6.3.

The squared hinge loss of a margin m is the squared distance to the target :math:`v=\max(m,1)`.
With the targets fixed, least squares is one product with a matrix that never changes; then the
targets move. Every step lowers the objective, since the distance to an old target is never less
than the loss. The squared ramp loss has other targets.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from mlcompanion._validation import (
    check_array,
    check_count,
    check_in,
    check_real,
    check_rng,
)

from ._machine import KernelMachine

__all__ = ["RetargetRule", "RetargetedRun", "SquaredHingeLS", "retargeted_least_squares"]


class RetargetRule(NamedTuple):
    """A loss that is half the squared distance of a margin to its target.

    Attributes
    ----------
    target : callable
        From margins to targets.
    loss : callable
        From margins to the sum of the losses.
    """

    target: Callable
    loss: Callable


def _squared_hinge_target(m):
    return np.maximum(m, 1.0)


def _squared_hinge(m):
    short = np.maximum(1.0 - m, 0.0)
    return short @ short / 2


def _squared_ramp_target(m):
    """1 where the loss falls; elsewhere it is flat, and the margin may stay where it is."""
    return np.where((m < 0.0) | (m > 1.0), m, 1.0)


def _squared_ramp(m):
    short = np.minimum(np.maximum(1.0 - m, 0.0), 1.0)
    return short @ short / 2


RULES = {
    "squared_hinge": RetargetRule(_squared_hinge_target, _squared_hinge),
    "squared_ramp": RetargetRule(_squared_ramp_target, _squared_ramp),
}


class RetargetedRun(NamedTuple):
    """What :func:`retargeted_least_squares` returns.

    Attributes
    ----------
    theta : ndarray, shape (b,)
    history : ndarray, shape (n_iter + 1,)
        Objective at the start and after each step.
    n_iter : int
    converged : bool
        Whether the last step was shorter than ``tol``.
    """

    theta: np.ndarray
    history: np.ndarray
    n_iter: int
    converged: bool


def retargeted_least_squares(
    Phi, y, lam=1.0, rule="squared_hinge", *, theta0=None, tol=1e-3, max_iter=1000
):
    r"""Minimise :math:`\sum_i\ell(y_i\theta^\top\phi_i)+\frac\lambda2\|\theta\|^2`, step by step.

    Parameters
    ----------
    Phi : array_like, shape (n, b)
        Features.
    y : array_like of ±1, shape (n,)
    lam : float
        Penalty, positive.
    rule : {"squared_hinge", "squared_ramp"} or RetargetRule
    theta0 : array_like, shape (b,), optional
        Start; by default least squares with the targets ``y``.
    tol : float
        Length of a step that ends the run.
    max_iter : int

    Returns
    -------
    RetargetedRun

    Raises
    ------
    ValueError
        If an argument is malformed.

    Notes
    -----
    Cost: O(n b^2 + b^3) once, O(n b) a step. The steps shrink like a geometric series, slowly for a
    small ``lam``. Source: Sugiyama (2016), Fig. 27.14; the target of the squared ramp as derived
    from its loss: the printed one belongs to another loss.

    Examples
    --------
    >>> Phi, y = np.array([[-3.0], [-1.0], [1.0], [3.0]]), np.array([-1, -1, 1, 1])
    >>> retargeted_least_squares(Phi, y, lam=0.5).theta.round(2)
    array([0.79])
    """
    Phi = check_array(Phi, "Phi", ndim=2, min_rows=1)
    y = check_array(y, "y", shape=(len(Phi),), among=(-1, 1))
    lam = check_real(lam, "lam", low=0, open_low=True)
    tol = check_real(tol, "tol", low=0)
    max_iter = check_count(max_iter, "max_iter", low=1)
    if not isinstance(rule, RetargetRule):
        rule = RULES[check_in(rule, "rule", RULES)]
    signed = Phi * y[:, None]  # rows y phi: the margins are signed @ theta
    # labels are signs: signed' signed = Phi' Phi, so the matrix of all steps is factored once
    factor = cho_factor(Phi.T @ Phi + lam * np.eye(Phi.shape[1]), check_finite=False)
    A = cho_solve(factor, signed.T, check_finite=False)  # b by n: a step is one product with it
    if theta0 is None:
        theta = A @ np.ones(len(y))
    else:
        theta = check_array(theta0, "theta0", shape=Phi.shape[1:])
    margins = signed @ theta
    history = [rule.loss(margins) + lam / 2 * theta @ theta]
    step = np.inf
    n_iter = 0
    while step > tol and n_iter < max_iter:
        new = A @ rule.target(margins)
        move = new - theta
        step = np.sqrt(move @ move)
        theta = new
        n_iter = n_iter + 1
        margins = signed @ theta
        history.append(rule.loss(margins) + lam / 2 * theta @ theta)
    return RetargetedRun(theta, np.array(history), n_iter, bool(step <= tol))


class SquaredHingeLS(KernelMachine):
    r"""Classifier for two classes with the squared hinge or ramp loss, by least squares alone.

    :math:`f(x)=\sum_j\theta_jK(x,x_j)` with the penalty :math:`\frac\lambda2\|\theta\|^2`; a
    support vector machine penalises :math:`\theta^\top K\theta` instead.

    Parameters
    ----------
    lam : float
        Penalty, positive.
    kernel, sigma, degree, coef0
        As for :class:`SVC`.
    loss : {"squared_hinge", "squared_ramp"}
        The second is bounded and not convex; its run starts where the first one's ends.
    init : {"least_squares", "random"}
        Start: targets ``y``, or coefficients uniform in [0, 1], as in the book's listing.
    tol : float
        Length of a step of the coefficients that ends the run.
    max_iter : int
    random_state : int, Generator or None
        For ``init="random"``.

    Attributes
    ----------
    classes_, support_, support_vectors_, dual_coef_, coef_, intercept_
        As for :class:`SVC`; all samples are support vectors here, and the intercept is 0.
    history_ : ndarray, shape (n_iter_ + 1,)
        Objective at the start and after each step.
    n_iter_ : int
    converged_ : bool
        Whether the last step was shorter than ``tol``; else ``fit`` warns.

    Raises
    ------
    ValueError
        If ``y`` has not two classes, or an argument is malformed.

    Notes
    -----
    Cost: O(n^3) once, O(n^2) a step and in memory. Source: Sugiyama (2016), Figs 27.14 and 27.15.

    Examples
    --------
    >>> from mlcompanion.datasets import make_two_spirals
    >>> spirals = make_two_spirals(random_state=0)
    >>> SquaredHingeLS().fit(spirals.data, spirals.target).score(spirals.data, spirals.target)
    1.0
    """

    def __init__(
        self,
        lam=1.0,
        *,
        kernel="rbf",
        sigma=1.0,
        degree=3,
        coef0=0.0,
        loss="squared_hinge",
        init="least_squares",
        tol=1e-3,
        max_iter=1000,
        random_state=None,
    ):
        self.lam = lam
        self.kernel = kernel
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.loss = loss
        self.init = init
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state

    def fit(self, X, y):
        """Run until the coefficients stand still.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features), or the Gram matrix
        y : array_like, shape (n_samples,)

        Returns
        -------
        self
        """
        check_in(self.loss, "loss", RULES)
        check_in(self.init, "init", ("least_squares", "random"))
        rng = check_rng(self.random_state)
        X, y, K = self._begin(X, y)
        start = rng.uniform(size=len(y)) if self.init == "random" else None
        options = {"tol": self.tol, "max_iter": self.max_iter}
        run = retargeted_least_squares(K, y, self.lam, theta0=start, **options)
        if self.loss == "squared_ramp":
            # the ramp is not convex: the convex loss's solution is where it starts
            run = retargeted_least_squares(K, y, self.lam, self.loss, theta0=run.theta, **options)
        self._keep(X, run.theta, 0.0, np.arange(len(y)))
        self.history_ = run.history
        self.n_iter_ = run.n_iter
        self.converged_ = run.converged
        self._warn_unless(run.converged)
        return self
