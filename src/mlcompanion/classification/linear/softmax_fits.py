r"""Three ways to climb the log-likelihood of the logistic model, and the sum that it rests on.

Sugiyama (2016), section 28.1.1: stochastic gradient ascent of Fig. 28.1, and the log-sum-exp term.
Newton's method and L-BFGS stand beside it. Parameters are matrices W, one column a class; targets
are rows T of class probabilities (rows of the identity for labels). The criterion that all share is

.. math:: \sum_i\Big(\log\sum_ye^{f_{iy}}-\sum_yt_{iy}f_{iy}\Big)
    +\frac12\sum_jr_j\sum_yw_{jy}^2,\qquad f=\Phi W .
"""

from math import exp

import numpy as np
from scipy.linalg import solve
from scipy.optimize import minimize

from mlcompanion._linear import check_weights
from mlcompanion._validation import check_array, check_count, check_instance, check_real, check_rng

__all__ = ["log_sum_exp", "stochastic_ascent"]

_ARMIJO = 1e-4
_BLOCK = 4096  # draws at a time


def log_sum_exp(scores):
    r"""Logarithm of the sum of exponentials of each row, safe from overflow and from log 0.

    .. math:: \log\sum_ye^{f_y}=f_{\max}+\log\sum_ye^{f_y-f_{\max}}

    Parameters
    ----------
    scores : array_like, shape (n_samples, n_classes) or (n_classes,)

    Returns
    -------
    ndarray, shape (n_samples,) or ()

    Notes
    -----
    Every exponent is at most 0 and one is 0. Source: Sugiyama (2016), section 28.1.1.

    Examples
    --------
    >>> log_sum_exp([[1000.0, 1000.0], [-1000.0, -1000.0]]).round(3)
    array([1000.693, -999.307])
    """
    scores = check_array(scores, "scores", min_rows=1)
    top = scores.max(axis=-1, keepdims=True)
    return top[..., 0] + np.log(np.exp(scores - top).sum(axis=-1))


def softmax_row(scores):
    """Class probabilities of a few scores, Eq. (28.1), as a list: quicker than arrays there."""
    top = max(scores)
    weights = [exp(f - top) for f in scores]
    total = sum(weights)
    return [w / total for w in weights]


def stochastic_ascent(
    Phi, T, *, weights=None, lam=0.0, step=0.1, tol=1e-6, max_iter=None, start=None,
    random_state=None, link=softmax_row,
):  # fmt: skip
    r"""Stochastic gradient ascent of the log-likelihood, Fig. 28.1.

    Each step draws a sample i and adds :math:`\varepsilon\phi(x_i)(t_{iy}-q(y|x_i))` to the
    parameters of every class y.

    Parameters
    ----------
    Phi : array_like, shape (n, b)
        Basis functions at the samples.
    T : array_like, shape (n, c)
        Targets: rows of class probabilities.
    weights : array_like, shape (n,), optional
        Not negative: samples are drawn in proportion to them. Default: all alike.
    lam : float or array_like, shape (b,)
        Ridge, of all parameters or of each row of them, not negative: of the whole criterion, so
        that each step shrinks by an n-th of it.
    step : float
        Step size, positive.
    tol : float
        Stop after a step shorter than this.
    max_iter : int, optional
        Most steps; default ``1000 * n``, as in the listing.
    start : array_like, shape (b, c), optional
        Default: standard normal draws, as in the listing.
    random_state : int, Generator, RandomState or None
    link : callable
        From a list of the c scores of a sample to c numbers that its targets are compared with.

    Returns
    -------
    W : ndarray, shape (b, c)
    n_iter : int
        Steps taken.

    Raises
    ------
    ValueError
        If an argument is out of range.

    Notes
    -----
    Cost: O(bc) a step, with plain Python for the c scores. Source: Sugiyama (2016), Figs. 28.1
    and 28.2.
    """
    Phi = check_array(Phi, "Phi", ndim=2, min_rows=1)
    T = check_array(T, "T", shape=(len(Phi), None), low=0)
    n = len(Phi)
    shape = (Phi.shape[1], T.shape[1])
    lam = check_array(lam, "lam", shape=shape[:1] if np.ndim(lam) else (), low=0)
    step = check_real(step, "step", low=0, open_low=True)
    tol = check_real(tol, "tol", low=0)
    check_instance(link, "link", callable, "function")
    max_iter = 1000 * n if max_iter is None else check_count(max_iter, "max_iter", low=1)
    rng = check_rng(random_state)
    W = rng.normal(size=shape) if start is None else check_array(start, "start", shape=shape)
    weights = check_weights(weights, n, "weights")
    total = n if weights is None else weights.sum()
    W = W.copy()
    T = T.tolist()
    shrink = np.broadcast_to(step / total * lam, shape[:1])[:, None]  # one draw's part of the ridge
    penalised = bool(shrink.any())
    # squared excess below which a sample's step is shorter than tol
    short = ((tol / step) ** 2 / np.maximum((Phi**2).sum(axis=1), 1e-300)).tolist()
    for t in range(max_iter):
        if t % _BLOCK == 0:
            picks = _draws(rng, n, weights).tolist()
        i = picks[t % _BLOCK]  # step 2: draw a sample
        phi = Phi[i]
        excess = [target - q for target, q in zip(T[i], link((phi @ W).tolist()))]
        move = np.multiply.outer(phi, [step * e for e in excess])
        if penalised:
            move -= shrink * W
        W += move  # step 3: go up the gradient
        if penalised:
            if np.linalg.norm(move) < tol:
                return W, t + 1
        elif sum(e * e for e in excess) < short[i]:  # step 4: the step was shorter than tol
            return W, t + 1
    return W, max_iter


def _draws(rng, n, weights):
    """A block of samples, each as often as its weight says."""
    if weights is None:
        return rng.integers(n, size=_BLOCK)
    return rng.choice(n, size=_BLOCK, p=weights / weights.sum())


def _criterion(W, Phi, T, ridge, weights):
    """Value, gradient and class probabilities; the rows of T sum to 1."""
    F = Phi @ W
    log_sum = log_sum_exp(F)
    P = np.exp(F - log_sum[:, None])
    excess = P - T
    if weights is None:
        value = log_sum.sum() - np.vdot(T, F)
    else:
        value = weights @ (log_sum - np.sum(T * F, axis=1))
        excess *= weights[:, None]
    value += 0.5 * np.vdot(ridge[:, None] * W, W)
    return value, Phi.T @ excess + ridge[:, None] * W, P


def goal_of(Phi, T, tol, weights):
    """The gradient's largest entry at which to stop: ``tol`` of that at W = 0."""
    excess = np.full(T.shape, 1 / T.shape[1]) - T
    if weights is not None:
        excess *= weights[:, None]
    return tol * abs(Phi.T @ excess).max()


def softmax_lbfgs(Phi, T, ridge, W, tol, max_iter, weights=None):
    """Minimise the criterion by L-BFGS from ``W``; returns W, iterations and whether it converged.

    Parameters
    ----------
    Phi, T : ndarray, shapes (n, b) and (n, c)
    ridge : ndarray, shape (b,)
        Penalty of each row of the parameters.
    W : ndarray, shape (b, c)
        Start.
    tol : float
        Largest entry of the gradient, in units of that at zero.
    max_iter : int
    weights : ndarray, shape (n,), optional
        Factors of the samples' losses.

    Returns
    -------
    tuple (ndarray, int, bool)
    """

    def flat(w):
        value, gradient, _ = _criterion(w.reshape(W.shape), Phi, T, ridge, weights)
        return value, gradient.ravel()

    limits = {
        "gtol": goal_of(Phi, T, tol, weights),
        "ftol": 0.0,  # the gradient alone decides
        "maxiter": max_iter,
        "maxfun": 20 * max_iter,
    }
    run = minimize(flat, W.ravel(), jac=True, method="L-BFGS-B", options=limits)
    done = abs(run.jac).max() <= limits["gtol"]
    return run.x.reshape(W.shape), max(int(run.nit), 1), bool(done)


def softmax_newton(Phi, T, ridge, W, tol, max_iter, weights=None):
    """The same by Newton's method with step halving.

    Adding one vector to the parameters of all classes changes no probability, so that the matrix of
    second derivatives may be singular in those directions; the gradient has no part in them where
    the columns of ``W`` sum to zero. They are filled up, which does not change the step.

    Parameters
    ----------
    Phi, T : ndarray, shapes (n, b) and (n, c)
    ridge : ndarray, shape (b,)
    W : ndarray, shape (b, c)
    tol : float
    max_iter : int
    weights : ndarray, shape (n,), optional

    Returns
    -------
    tuple (ndarray, int, bool)
    """
    goal = goal_of(Phi, T, tol, weights)
    W = W - W.mean(axis=1, keepdims=True)  # the gradient then has no common shift
    value, gradient, P = _criterion(W, Phi, T, ridge, weights)
    for iteration in range(1, max_iter + 1):
        if abs(gradient).max() <= goal:
            return W, iteration, True
        direction = -_newton_step(Phi, P, ridge, gradient, weights)
        slope = np.vdot(gradient, direction)
        length = 1.0
        while True:
            trial = W + length * direction
            new = _criterion(trial, Phi, T, ridge, weights)
            if new[0] <= value + _ARMIJO * length * slope:
                break
            if length < 1e-10:  # no descent left in double precision
                return W, iteration, abs(gradient).max() <= 1e3 * goal
            length /= 2
        W, (value, gradient, P) = trial, new
    return W, max_iter, bool(abs(gradient).max() <= goal)


def _newton_step(Phi, P, ridge, gradient, weights):
    """Solve with the second derivatives, blocks ``Phi' diag(p_k (1[k=l] - p_l)) Phi``."""
    b, c = gradient.shape
    H = np.empty((c, b, c, b))
    for k in range(c):
        for m in range(k + 1):
            curvature = P[:, k] * ((k == m) - P[:, m])
            if weights is not None:
                curvature *= weights
            H[k, :, m] = Phi.T @ (curvature[:, None] * Phi)
            H[m, :, k] = H[k, :, m]
    H = H.reshape(b * c, b * c)
    H += np.kron(np.full((c, c), np.trace(H) / (b * c * c)), np.eye(b))  # common shifts
    H.flat[:: b * c + 1] += np.tile(ridge, c) + 1e-12 * H.diagonal().max()
    return solve(H, gradient.T.ravel(), assume_a="pos", check_finite=False).reshape(c, b).T
